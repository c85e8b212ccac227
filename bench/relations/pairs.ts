import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EXCLUSIVE_GROUPS } from "../../src/decisions/rules/statements/exclusive-words.ts";
import type { Relation } from "../../src/decisions/rules/statements/relation.ts";
import { rulesOf } from "../../src/decisions/rules/statements/rule-parts.ts";
import { root } from "../workplace.ts";

export interface MadePair {
  readonly older: string;
  readonly newer: string;
  readonly relation: Relation;
  /** Pairs of one origin are kept together when the fit is judged. */
  readonly origin: string;
  readonly weight: number;
  readonly how: string;
}

interface Question {
  readonly name: string;
  readonly answers: {
    readonly wordings: readonly string[];
    readonly isOpposite: boolean;
    readonly refined: string[];
  }[];
  readonly near: string[];
}

function readQuestions(): Question[] {
  const questions: Question[] = [];
  for (const line of readFileSync(join(root, "bench", "relations", "answers.txt"), "utf8").split("\n")) {
    const [, kind, rest = ""] = /^([?=~+-]) (.*)$/.exec(line) ?? [];
    if (kind === undefined) continue;
    const question = questions.at(-1);
    const wordings = rest.split(" | ").map((text) => text.trim());
    if (kind === "?") questions.push({ name: rest, answers: [], near: [] });
    else if (kind === "-") question?.near.push(...wordings);
    else if (kind === "+") question?.answers.at(-1)?.refined.push(...wordings);
    else question?.answers.push({ wordings, isOpposite: kind === "~", refined: [] });
  }
  return questions;
}

/** Numbers that are the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface DecisionRecord {
  readonly id: string;
  readonly repo: string;
  readonly title: string;
  readonly context: string;
  readonly decision: string;
  readonly superseded_by: readonly string[];
  readonly supersedes: readonly string[];
}

export function readRecords(): DecisionRecord[] {
  const data = join(root, "..", "shared", "data", "decisions");
  const folder = existsSync(data) ? data : process.env["MEMBRIA_DECISION_RECORDS"];
  if (folder === undefined)
    throw new Error(
      "The public decision records are not beside this checkout. Say where with MEMBRIA_DECISION_RECORDS.",
    );
  return ["adrs.jsonl", "proposals.jsonl"].flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as DecisionRecord),
  );
}

const SENTENCE = /(?<=[.!?])\s+(?=[A-Z`])|\n{2,}|\n[-*+]\s|\n\d+\.\s/u;
const PLAIN = /^[A-Z][^`|{}<>[\]=]{25,180}$/u;

/** Whole sentences of a text in Markdown. */
function sentencesIn(markdown: string): string[] {
  return markdown
    .replace(/```[\s\S]*?```/g, "\n\n")
    .split(SENTENCE)
    .map((text) => text.replace(/\s+/g, " ").replace(/[*_`]/g, "").trim())
    .filter((text) => PLAIN.test(text));
}

const IMPERATIVE =
  /^(?:Use|Adopt|Prefer|Keep|Store|Send|Write|Run|Add|Include|Show|Deploy|Build|Move|Host|Put|Serve|Sort|Commit|Allow|Support|Require|Ship|Split|Cache|Encrypt|Import|Check|Save|Return|Publish|Measure|Sample|Convert|Erase|Delete|Deliver|Calculate|Track|Render|Set)\b/u;
const IS = /\b(is|are|may|must|can|will|should|have|has)\b/u;

function negated(text: string, random: () => number): string | undefined {
  if (IMPERATIVE.test(text)) {
    const rest = text.charAt(0).toLowerCase() + text.slice(1);
    const forms = [`Do not ${rest}`, `Never ${rest}`, `Don't ${rest}`, `We no longer ${rest}`];
    forms.push(`${text.replace(/^\w+ /, "")} must not be used any more`);
    if (/^(?:add|include|keep|show|ship|send|store) /.test(rest))
      forms.push(`Remove ${rest.replace(/^\w+ /, "")}`, `Leave out ${rest.replace(/^\w+ /, "")}`);
    if (/^(?:allow|support|use|permit) /.test(rest))
      forms.push(`Reject ${rest.replace(/^\w+ /, "")}`, `Drop ${rest.replace(/^\w+ /, "")}`);
    if (/^use /.test(rest)) forms.push(`Avoid ${rest.slice(4)}`, `Stop using ${rest.slice(4)}`);
    return forms[Math.floor(random() * forms.length)];
  }
  const found = IS.exec(text);
  if (!found || /\b(?:not|no|never|nobody|only|nothing)\b/i.test(text)) return undefined;
  const [verb = ""] = found;
  const end = found.index + verb.length;
  const forms = /^(?:have|has)$/.test(verb)
    ? [`${verb} no`]
    : [`${verb} not`, ...(/^(?:is|are)$/.test(verb) ? [`${verb} no longer`, `${verb} never`] : [])];
  return `${text.slice(0, found.index)}${forms[Math.floor(random() * forms.length)]}${text.slice(end)}`;
}

/** The statement with one value replaced by another of its kind. */
function swapped(text: string, random: () => number, kind: "answer" | "opposite"): string | undefined {
  const [rule] = rulesOf(text);
  const options =
    rule?.sides.filter(
      ({ group, isRejected, at, end }) => group.kind === kind && !isRejected && end === at + 1,
    ) ?? [];
  const chosen = options[Math.floor(random() * options.length)];
  if (!rule || !chosen) return undefined;
  const word = rule.words[chosen.at] ?? "";
  const others = chosen.group.sides.filter(
    (_, side) => !rule.sides.some((one) => one.group === chosen.group && one.side === side),
  );
  const other = others[Math.floor(random() * others.length)];
  const replacement = other?.[0];
  if (replacement === undefined) return undefined;
  const at = text.toLowerCase().indexOf(word);
  return at === -1 ? undefined : `${text.slice(0, at)}${replacement}${text.slice(at + word.length)}`;
}

const AMOUNTS = [1, 2, 4, 5, 9, 14, 15, 20, 45, 60, 90, 100];

function otherAmount(text: string, random: () => number): string | undefined {
  const found =
    /\b(?:\d+(?:\.\d+)?|two|three|four|five|six|seven|eight|ten|twelve|fifteen|twenty|thirty)\b(?=\s+\p{Ll})/u.exec(
      text,
    );
  if (!found) return undefined;
  const number = Number(found[0]) || AMOUNTS[Math.floor(random() * AMOUNTS.length)] || 2;
  const factor = [2, 3, 5, 10, 0.5][Math.floor(random() * 5)] ?? 2;
  const other = Math.max(1, Math.round(number * factor));
  if (String(other) === found[0]) return undefined;
  return `${text.slice(0, found.index)}${other}${text.slice(found.index + found[0].length)}`;
}

function wayBack(text: string): string | undefined {
  const found = /\bfrom (.{3,40}?) to (.{3,40}?)(?=$|[,.;]| (?:for|in|on|by|with)\b)/u.exec(text);
  if (!found) return undefined;
  const [whole, from = "", to = ""] = found;
  return text.replace(whole, `from ${to} to ${from}`);
}

const CONDITIONS = [
  "for new services",
  "in production only",
  "unless the customer objects",
  "on Linux",
  "from version 2 on",
  "for files over 10 MB",
  "while a migration runs",
  "once per hour at most",
  "only for administrators",
  "and log it",
  "with a timeout of 5 seconds",
  "with a standby",
  "with three replicas",
  "behind a proxy",
  "in strict mode",
  "with one index per language",
  "and check it on CI",
  "with a fallback",
  "before noon",
  "through a small wrapper",
  "with monitoring",
  "in two regions",
  "in the web client",
];
const REASONS = [
  "because it is simpler to run",
  "since most of us know it",
  "so that errors are found early",
  "because the old way was too slow",
  "as support asked for it",
];
const THINGS =
  "audit billing search login checkout import export mail report payment inventory profile admin public internal mobile partner nightly draft archive".split(
    " ",
  );

/** The statement about two things of a kind, of which each has a value of its own. */
function aboutTwo(text: string, random: () => number): readonly [string, string] | undefined {
  const words = text.split(" ");
  const at = words.findIndex((word, i) => i > 0 && i < words.length / 2 && /^[a-z]{5,}s$/.test(word));
  const first = Math.floor(random() * THINGS.length);
  const second = (first + 1 + Math.floor(random() * (THINGS.length - 1))) % THINGS.length;
  if (at === -1) return undefined;
  const about = (which: number): string =>
    [...words.slice(0, at), THINGS[which] ?? "", ...words.slice(at)].join(" ");
  return [about(first), about(second)];
}

const SUBJECT =
  /^((?:The |An? |All |Our |Each |Every )?[\p{L}\p{N} '-]{3,40}?) (is|are|has|have|must|may|can|run|runs|live|lives|use|uses|come|comes) (.{6,})$/u;
const PURPOSE = /^((?:Use|Adopt|Choose|Prefer) .{2,40}?) (for|in|to) (.{4,40})$/u;

/** Each statement with one of the same form about something else, which has a value of its own. */
function pairsAboutOthers(
  statements: readonly { readonly text: string; readonly origin: string }[],
  random: () => number,
): MadePair[] {
  const subjects = statements.flatMap(({ text, origin }) => {
    const [, subject, verb] = SUBJECT.exec(text) ?? [];
    return subject !== undefined && verb !== undefined ? [{ subject, verb, origin }] : [];
  });
  const purposes = statements.flatMap(({ text, origin }) => {
    const [, , word, purpose] = PURPOSE.exec(text) ?? [];
    return word !== undefined && purpose !== undefined ? [{ word, purpose, origin }] : [];
  });
  return statements.flatMap(({ text, origin }): MadePair[] => {
    const other =
      swapped(text, random, "answer") ??
      otherAmount(text, random) ??
      swapped(text, random, "opposite") ??
      negated(text, random);
    if (other === undefined) return [];
    const made = { older: text, relation: "other", origin, weight: 2, how: "other subject" } as const;
    const [, , verb = "", rest = ""] = SUBJECT.exec(other) ?? [];
    const ofVerb = subjects.filter((one) => one.verb === verb && one.origin !== origin);
    const subject = ofVerb[Math.floor(random() * ofVerb.length)];
    if (subject) return [{ ...made, newer: `${subject.subject} ${verb} ${rest}` }];
    const [, what = "", word = ""] = PURPOSE.exec(other) ?? [];
    const ofWord = purposes.filter((one) => one.word === word && one.origin !== origin);
    const purpose = ofWord[Math.floor(random() * ofWord.length)];
    return purpose ? [{ ...made, newer: `${what} ${word} ${purpose.purpose}` }] : [];
  });
}

const lower = (text: string): string =>
  /^[A-Z][a-z]/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const VERBS: readonly (readonly string[])[] = [
  ["use", "adopt", "go with", "choose"],
  ["store", "keep", "save"],
  ["send", "deliver"],
  ["remove", "delete", "drop"],
  ["show", "display"],
  ["create", "make"],
  ["must", "has to"],
  ["begin", "start"],
  ["allow", "permit"],
  ["each", "every"],
  ["run", "execute"],
  ["return", "answer with"],
];

/** The same in other words, as far as a rule can say it. */
function reworded(text: string, random: () => number): string {
  const forms = [
    () => `We decided to ${lower(text)}`,
    () => `${text}, ${REASONS[Math.floor(random() * REASONS.length)]}`,
    () => {
      const found = /^(.{10,}?) (for|in|on|between) ([^,;]{4,60})$/u.exec(text);
      return found
        ? capital(`${found[2]} ${found[3]}, ${lower(found[1] ?? "")}`)
        : `From now on: ${lower(text)}`;
    },
  ];
  let result = (forms[Math.floor(random() * forms.length)] as () => string)();
  for (const words of VERBS) {
    const found = words.find((word) => new RegExp(`\\b${word}\\b`, "i").test(result));
    const other = words[Math.floor(random() * words.length)];
    if (found !== undefined && other !== undefined && random() < 0.7)
      result = result.replace(new RegExp(`\\b${found}\\b`, "i"), other);
  }
  return result;
}

/** Pairs by transforming one statement. */
function transformed(text: string, origin: string, random: () => number): MadePair[] {
  const pairs: MadePair[] = [];
  const add = (
    older: string,
    newer: string | undefined,
    relation: Relation,
    how: string,
    weight = 1,
  ): void => {
    if (newer === undefined || newer === older) return;
    pairs.push({ older, newer, relation, origin, weight, how });
    if (relation !== "refines" && random() < 0.5)
      pairs.push({ older: newer, newer: older, relation, origin, weight, how });
  };
  const other = reworded(text, random);
  const otherwise = (newer: string | undefined): string | undefined =>
    newer === undefined || random() < 0.5 ? newer : reworded(newer, random);
  add(text, other, "same", "reworded");
  add(text, otherwise(negated(text, random)), "opposite", "negated");
  add(text, otherwise(swapped(text, random, "answer")), "replaces", "other answer");
  add(text, otherwise(swapped(text, random, "opposite")), "opposite", "other side");
  add(text, otherwise(otherAmount(text, random)), "replaces", "other amount");
  add(text, otherwise(wayBack(text)), "opposite", "way back");
  const condition = CONDITIONS[Math.floor(random() * CONDITIONS.length)];
  add(text, otherwise(`${text.replace(/[.]$/, "")} ${condition}`), "refines", "condition");
  const [one, two] = aboutTwo(text, random) ?? [];
  if (one !== undefined && two !== undefined) {
    const other =
      swapped(two, random, "answer") ?? otherAmount(two, random) ?? swapped(two, random, "opposite");
    add(one, other ?? negated(two, random), "other", "other thing", 2);
  }
  return pairs;
}

export function pairsOfQuestions(random: () => number): MadePair[] {
  const questions = readQuestions();
  const pairs: MadePair[] = [];
  const all = questions.flatMap(({ name, answers, near }) => [
    ...answers.flatMap(({ wordings }) => wordings.map((text) => ({ name, text }))),
    ...near.map((text) => ({ name, text })),
  ]);
  for (const { name: origin, answers, near } of questions) {
    const add = (older: string, newer: string, relation: Relation, how: string, weight = 1): void => {
      pairs.push({ older, newer, relation, origin, weight, how });
    };
    for (const [i, one] of answers.entries()) {
      for (const older of one.wordings) {
        for (const newer of one.wordings) if (older !== newer) add(older, newer, "same", "wording");
        for (const newer of one.refined) add(older, newer, "refines", "refined");
        for (const newer of near) {
          add(older, newer, "other", "near");
          if (random() < 0.3) add(newer, older, "other", "near");
        }
        for (const [j, other] of answers.entries()) {
          if (i === j) continue;
          const isOpposite =
            one.isOpposite !== other.isOpposite && (i === 0 || j === 0 || answers.length === 2);
          for (const newer of other.wordings)
            add(
              older,
              newer,
              isOpposite ? "opposite" : "replaces",
              isOpposite ? "opposite answer" : "answer",
            );
        }
        pairs.push(...transformed(older, origin, random));
      }
      for (const text of one.refined) if (random() < 0.5) pairs.push(...transformed(text, origin, random));
    }
    for (const [i, older] of near.entries()) {
      pairs.push(...transformed(older, origin, random));
      for (const newer of near.slice(i + 1)) add(older, newer, "other", "near");
    }
  }
  pairs.push(
    ...pairsAboutOthers(
      all.map(({ name, text }) => ({ text, origin: name })),
      random,
    ),
  );
  for (const { name, text } of all)
    for (let i = 0; i < 2; i++) {
      const other = all[Math.floor(random() * all.length)];
      if (other && other.name !== name)
        pairs.push({
          older: text,
          newer: other.text,
          relation: "other",
          origin: name,
          weight: 1,
          how: "any",
        });
    }
  return pairs;
}

const MOVES = ["Move", "Migrate", "Copy", "Replicate", "Switch", "Convert", "Transfer", "Port"];
const MOVED =
  "the orders,billing,contacts,the importer,all reports,the search,user profiles,our pipelines,the events,the module for tax,stock levels,the mobile client".split(
    ",",
  );

/** Something goes from one to another, back, or something else goes. */
export function pairsOfWays(random: () => number, count: number): MadePair[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const groups = EXCLUSIVE_GROUPS.filter(({ kind, sides }) => kind === "answer" && sides.length > 3);
  return Array.from({ length: count }, (_, i): MadePair[] => {
    const origin = `way ${i}`;
    const { sides } = pick(groups);
    const [from, to] = [pick(sides)[0] ?? "", pick(sides)[0] ?? ""];
    if (from === to) return [];
    const [what, other] = [pick(MOVED), pick(MOVED)];
    const there = `${pick(MOVES)} ${what} from ${from} to ${to}`;
    const back = `${pick(MOVES)} ${what}${random() < 0.5 ? " back" : ""} from ${to} to ${from}`;
    const again = `${pick(MOVES)} ${what} from ${from} to ${to}`;
    const use = `Use ${pick([to, from])} for ${what}`;
    const made = { origin, weight: 1, how: "way" };
    return [
      { ...made, older: there, newer: back, relation: "opposite" },
      ...(there === again ? [] : [{ ...made, older: there, newer: again, relation: "same" } as const]),
      ...(what === other
        ? []
        : [
            {
              ...made,
              older: there,
              newer: `${pick(MOVES)} ${other} from ${from} to ${to}`,
              relation: "other",
            } as const,
          ]),
      { ...made, older: there, newer: use, relation: use.startsWith(`Use ${to} `) ? "same" : "opposite" },
    ];
  }).flat();
}

const PURPOSES =
  "orders,the orders,billing,sessions,login sessions,search,full-text search,reports,the audit trail,user profiles,background jobs,internal messages,static files,the admin pages,end-to-end tests,unit tests,builds,deployments,logs,metrics,stock levels,the product catalogue,images,customer mail,events,feature flags,secrets,cron jobs,exports,payments,translations,the mobile app,caching,the data warehouse,charts".split(
    ",",
  );
const CHOICES: readonly ((value: string, purpose: string) => string)[] = [
  (value, purpose) => `Use ${value} for ${purpose}`,
  (value, purpose) => `Use ${value} for ${purpose}`,
  (value, purpose) => `We use ${value} for ${purpose}`,
  (value, purpose) => `Keep ${purpose} in ${value}`,
  (value, purpose) => `Put ${purpose} into ${value}`,
  (value, purpose) => `Run ${purpose} on ${value}`,
  (value, purpose) => `${capital(purpose)}: ${value}`,
  (value, purpose) => `Choose ${value} for ${purpose}`,
  (value, purpose) => `${value} is used for ${purpose}`,
  (value, purpose) => `Switch ${purpose} to ${value}`,
];
const REFINED: readonly ((value: string, purpose: string) => string)[] = [
  (value, purpose) => `Keep ${purpose} in one ${value} cluster with a standby`,
  (value, purpose) => `Use the newest version of ${value} for ${purpose}`,
  (value, purpose) => `${value} for ${purpose} runs on two machines`,
  (value, purpose) => `In ${value}, ${purpose} have a prefix of their own`,
  (value, purpose) => `Put a limit of 20 connections before ${value} for ${purpose}`,
  (value, purpose) => `${value} is configured in one place for ${purpose}`,
];
const SYLLABLES = "ka ro mi den tor vex lum pra sol bri nax ter qui fal zen".split(" ");

/** A choice for a purpose, another one for it, and choices for other purposes; many of the names are made up. */
export function pairsOfChoices(random: () => number, count: number): MadePair[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const groups = EXCLUSIVE_GROUPS.filter(({ kind, sides }) => kind === "answer" && sides.length > 3);
  const madeUp = (): string =>
    capital(Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(SYLLABLES)).join(""));
  return Array.from({ length: count }, (_, i): MadePair[] => {
    const { sides } = pick(groups);
    const isKnown = random() < 0.6;
    const [value, other] = isKnown
      ? [capital(pick(sides)[0] ?? ""), capital(pick(sides)[0] ?? "")]
      : [madeUp(), madeUp()];
    const [purpose, elsewhere] = [pick(PURPOSES), pick(PURPOSES)];
    if (value === other || purpose.replace("the ", "") === elsewhere.replace("the ", "")) return [];
    const made = { origin: `choice ${i}`, weight: 1, how: "choice" };
    const short = pick<(value: string) => string>([
      (one) => `Use ${one}`,
      (one) => `The frontend is built with ${one}`,
      (one) => `We use ${one} everywhere`,
      (one) => `Prefer ${one}`,
    ]);
    const older = pick(CHOICES)(value, purpose);
    return [
      { ...made, older, newer: pick(CHOICES)(other, purpose), relation: "replaces" },
      ...(isKnown
        ? [{ ...made, older: short(value), newer: short(other), relation: "replaces" } as const]
        : []),
      { ...made, older, newer: pick(CHOICES)(other, elsewhere), relation: "other", weight: 2 },
      { ...made, older, newer: pick(CHOICES)(value, elsewhere), relation: "other" },
      { ...made, older, newer: pick(CHOICES)(value, purpose), relation: "same" },
      { ...made, older, newer: `Do not use ${other} for ${purpose}`, relation: "refines" },
      {
        ...made,
        older,
        newer: `${pick(["Do not use", "Stop using", "Avoid", "Never use", "Drop"])} ${value} for ${purpose}`,
        relation: "opposite",
      },
      { ...made, older, newer: `${pick(CHOICES)(value, purpose)} ${pick(CONDITIONS)}`, relation: "refines" },
      { ...made, older, newer: pick(REFINED)(value, purpose), relation: "refines" },
    ];
  }).flat();
}

export function pairsOfRecords(random: () => number): MadePair[] {
  const pairs: MadePair[] = [];
  const records = readRecords();
  for (const { id: origin, title, decision } of records) {
    const sentences = sentencesIn(decision).slice(0, 6);
    const [first, ...more] = sentences;
    pairs.push(...transformed(title, origin, random));
    if (first === undefined) continue;
    pairs.push(...transformed(first, origin, random));
    pairs.push({ older: title, newer: first, relation: "refines", origin, weight: 0.5, how: "decision" });
    for (const newer of more) {
      pairs.push({ older: title, newer, relation: "refines", origin, weight: 0.5, how: "decision" });
      pairs.push({ older: first, newer, relation: "refines", origin, weight: 0.5, how: "decision" });
    }
  }
  return pairs;
}

/** Each answer with the nearest statements about other questions. */
export function nearestOfOthers(
  closeness: (one: string, other: string) => number,
  nearest: number,
): MadePair[] {
  const all = readQuestions().flatMap(({ name, answers, near }) =>
    [...answers.flatMap(({ wordings }) => wordings), ...near].map((text) => ({ name, text })),
  );
  return all.flatMap(({ name, text }, i) =>
    all
      .filter((other, j) => j !== i && other.name !== name)
      .map((other) => ({ other, by: closeness(text, other.text) }))
      .sort((a, b) => b.by - a.by)
      .slice(0, nearest)
      .map(
        ({ other }): MadePair => ({
          older: text,
          newer: other.text,
          relation: "other",
          origin: name,
          weight: 2,
          how: "nearest",
        }),
      ),
  );
}

/** Each record with those of its repository that are nearest to it; what replaced another is left out. */
export function neighbouringRecords(
  closeness: (one: string, other: string) => number,
  nearest: number,
): MadePair[] {
  const records = readRecords();
  const pairs: MadePair[] = [];
  for (const [i, one] of records.entries()) {
    const others = records
      .slice(0, i)
      .filter(
        ({ repo, id }) =>
          repo === one.repo && !one.supersedes.includes(id) && !one.superseded_by.includes(id),
      )
      .map((other) => ({ other, by: closeness(one.title, other.title) }))
      .sort((a, b) => b.by - a.by)
      .slice(0, nearest);
    for (const { other } of others)
      pairs.push({
        older: other.title,
        newer: one.title,
        relation: "other",
        origin: one.repo,
        weight: 1,
        how: "neighbour",
      });
  }
  return pairs;
}
