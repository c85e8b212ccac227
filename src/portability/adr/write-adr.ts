import type { Decision } from "../../decisions/index.ts";
import type { AuthorKind } from "../../shared/actor.ts";
import {
  ADR_WORDS,
  type AdrSource,
  type AdrStatus,
  adrSections,
  type NewAdr,
  type RefusedAdr,
} from "../rules/adr.ts";
import { ADR_FORM, type AdrMark } from "../rules/adr-state.ts";
import { replaceStatus, type StatusPlace, standingOf, statusPlace, statusSection } from "./fields.ts";
import { asScalar } from "./front-matter.ts";
import { type Escaping, escapeText } from "./lines.ts";
import { BYTE_ORDER_MARK, type Markdown, readMarkdown } from "./markdown.ts";
import { bullets, withOutcome, withoutOutcome } from "./outcome-section.ts";
import { NO_REASONS, OWN_HEADINGS } from "./own-words.ts";
import { numberOf, readAdr } from "./read-adr.ts";

const WORD = {
  active: "accepted",
  draft: "proposed",
  superseded: "superseded",
  deprecated: "deprecated",
} as const;

/** The text with another status, written as the style of the record requires, and with the outcome in a last section. */
export function restateAdr({ path, text }: Pick<AdrSource, "path" | "text">, status: AdrStatus): string {
  const { body, mark } = withoutOutcome(text);
  const restated = withStatusWords(body, (style, said) =>
    status.unchanged && said !== undefined
      ? said.replace(FAILED, "") + (status.failed && !isSuperseded(said) ? " (failed)" : "")
      : statusWords(path, status, style),
  );
  const whole = finish(restated, path, mark, status) ?? (mark ? `${restated.trimEnd()}\n` : restated);
  return text.startsWith(BYTE_ORDER_MARK) ? `${BYTE_ORDER_MARK}${whole}` : whole;
}

/** Undefined if there is nothing to add, or if the end of the text would swallow it. */
function finish(
  body: string,
  path: string,
  mark: AdrMark | undefined,
  { decisionId, failed, outcome: known }: AdrStatus,
): string | undefined {
  const own = mark?.form !== undefined;
  // Success says nothing that a reader of a file by somebody else would miss.
  const outcome = own || failed ? known : undefined;
  const kept = own ? mark : decisionId && outcome ? { decision: decisionId } : undefined;
  if (!kept) return undefined;
  const texts = (["headings", "all"] as const).map((escaping) => withOutcome(body, kept, outcome, escaping));
  const lessons = outcome?.lessons.map((lesson) => lesson.trim());
  return (
    texts.find((text) => {
      const read = readAdr({ path, text });
      return read?.mark && JSON.stringify(read.outcome?.lessons) === JSON.stringify(lessons);
    }) ?? (own ? texts[1] : undefined)
  );
}

/** Some records have their status twice: in the front matter, and in a section for readers. */
function withStatusWords(
  body: string,
  words: (style: StatusPlace["style"], said: string | undefined) => string,
): string {
  const restated = inPlace(readMarkdown(body), statusPlace, words);
  const again = readMarkdown(restated);
  return again.frontMatter.has("status") && statusSection(again)
    ? inPlace(again, statusSection, words)
    : restated;
}

function inPlace(
  markdown: Markdown,
  find: (markdown: Markdown) => StatusPlace | undefined,
  words: (style: StatusPlace["style"], said: string | undefined) => string,
): string {
  const place = find(markdown);
  const line = place && markdown.text.slice(place.from, place.to);
  const said = place?.style === "front-matter" ? place.value : line;
  const value = words(place?.style ?? "section", said || undefined);
  return value === said ? markdown.text : replaceStatus(markdown, place, value);
}

const FAILED = / \(failed\)/gi;

const isSuperseded = (words: string): boolean => standingOf(words).standing === "superseded";

function statusWords(
  path: string,
  { standing, supersededBy, failed, dependsOn = [] }: AdrStatus,
  style: StatusPlace["style"],
): string {
  const links = supersededBy.map(
    ({ title, path: other }) => `[${label(title, other, style)}](${relative(path, other)})`,
  );
  const word = failed && standing !== "superseded" ? `${WORD[standing]} (failed)` : WORD[standing];
  // By number, because a title may have words that are read as a relation.
  const foundations = dependsOn.map(
    ({ title, path: other }) => `[${label(title, other, "field")}](${relative(path, other)})`,
  );
  const resting = foundations.length > 0 ? `, depends on ${foundations.join(", ")}` : "";
  const words = links.length > 0 ? `superseded by ${links.join(", ")}` : `${word}${resting}`;
  return style === "section" || style === "table" ? `${words[0]?.toUpperCase()}${words.slice(1)}` : words;
}

const label = (title: string, path: string, style: StatusPlace["style"]): string => {
  const number = numberOf(path);
  if (number === undefined) return title;
  return style === "section" ? `${number}. ${title}` : `ADR-${String(number).padStart(4, "0")}`;
};

function relative(from: string, to: string): string {
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
  while (here.length > 0 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  return [...here.map(() => ".."), ...there].join("/");
}

/** Composes new records, numbered after the last one, in the style of most records in the folder, or MADR. */
export function adrComposer(
  others: readonly AdrSource[],
  refused: readonly RefusedAdr[] = [],
): (decision: Decision) => NewAdr {
  const last = others.filter(({ path }) => numberOf(path) !== undefined).at(-1);
  const digits = /\d+/.exec(last?.path.split("/").at(-1) ?? "")?.[0].length ?? 4;
  const folder = last?.path.includes("/") ? `${last.path.split("/").slice(0, -1).join("/")}/` : "";
  const style = commonStyle(others);
  const dated = last !== undefined && isDate(numberOf(last.path));
  const paths = [...others, ...refused].map(({ path }) => path);
  const taken = new Set(paths);
  let number = paths.reduce((most, path) => Math.max(most, numberOf(path) ?? 0), 0);
  return (decision) => {
    const own = dated ? dayNumber(decision.createdAt) : ++number;
    const title = titleOf(decision);
    const prefix = `${folder}${prefixOf(last?.path)}${String(own).padStart(digits, "0")}`;
    const path = dated ? freeName(`${prefix}-${slug(title)}`, taken) : `${prefix}-${slug(title)}.md`;
    taken.add(path);
    return {
      path,
      dress: { byteOrderMark: false, lineEnding: last?.dress.lineEnding ?? "lf", otherwise: [] },
      text: (status) =>
        composeAdr(decision, compositionOf(path, style, dated ? undefined : own, status), status),
    };
  };
}

/** One of our own files with the words that its decision has now, in the style that it has. */
export function recomposeAdr(
  { path, text }: Pick<AdrSource, "path" | "text">,
  decision: Decision,
  status: AdrStatus,
): string {
  const number = numberOf(path);
  const numbered = number !== undefined && !isDate(number) ? number : undefined;
  return composeAdr(decision, compositionOf(path, styleOf(text), numbered, status), status);
}

function compositionOf(
  path: string,
  style: AdrStyle,
  number: number | undefined,
  status: AdrStatus,
): Composition {
  const place = style === "list" ? "field" : style;
  const words = statusWords(path, status, place);
  return { path, style, number: style === "section" ? number : undefined, words };
}

function styleOf(text: string): AdrStyle {
  const style = statusPlace(readMarkdown(text))?.style;
  return style === "section" ? "section" : style === "field" ? "list" : "front-matter";
}

/** The style of more than half of the records. */
function commonStyle(others: readonly AdrSource[]): AdrStyle {
  const styles = others.map(({ text }) => styleOf(text));
  const common = (["section", "list"] as const).find(
    (style) => styles.filter((each) => each === style).length * 2 > styles.length,
  );
  return common ?? "front-matter";
}

/** Log4brains begins the names of files with the day: 20240131-use-queues.md. */
function isDate(number: number | undefined): boolean {
  const [, year, month, day] = /^((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(String(number)) ?? [];
  return year !== undefined && Number(month) <= 12 && Number(day) <= 31;
}

const dayNumber = (date: Date): number => Number(date.toISOString().slice(0, 10).replaceAll("-", ""));

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const path = n === 1 ? `${name}.md` : `${name}-${n}.md`;
    if (!taken.has(path)) return path;
  }
}

const prefixOf = (path = ""): string =>
  /^((?:adr|rfc)[-_ ]?)\d/i.exec(path.split("/").at(-1) ?? "")?.[1] ?? "";

const slug = (title: string): string =>
  [
    ...title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, ""),
  ]
    .slice(0, 60)
    .join("")
    .replace(/-+$/, "") || "decision";

/** Where a record has its status and date: at the very top, in a list below the title, or in sections. */
type AdrStyle = "front-matter" | "list" | "section";

interface Composition {
  readonly path: string;
  readonly style: AdrStyle;
  readonly number?: number | undefined;
  /** The status in the words of the style. */
  readonly words: string;
}

interface Care {
  readonly escaping: Escaping;
  /** Repeats the statement in a section of its own, because the title does not read back as it. */
  readonly repeats: boolean;
}

const CARE: readonly Care[] = [
  { escaping: "headings", repeats: false },
  { escaping: "headings", repeats: true },
  { escaping: "all", repeats: true },
];

/** Writes a decision as a record that reads back as the same decision, with no more escapes than that takes. */
function composeAdr(decision: Decision, composition: Composition, status: AdrStatus): string {
  let text = "";
  for (const care of CARE) {
    text = compose(decision, composition, status, care);
    if (readsBack(text, decision, composition, status)) break;
  }
  return text;
}

function readsBack(text: string, decision: Decision, { path }: Composition, { outcome }: AdrStatus): boolean {
  const read = readAdr({ path, text });
  if (read?.mark?.decision !== decision.id) return false;
  const said = { ...read, statement: read.statement ?? read.title };
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const trimmed = (value: string | readonly string[] = ""): unknown =>
    typeof value === "string" ? value.trim() : value.map((item) => item.trim()).filter((item) => item !== "");
  return (
    ADR_WORDS.every((name) => same(said[name] ?? [], trimmed(decision[name]))) &&
    same(read.outcome?.lessons, outcome && trimmed(outcome.lessons))
  );
}

const ONE_LINE = 120;

export const titleOf = ({ statement }: Pick<Decision, "statement">): string => {
  const [line = statement] = statement.trim().split("\n");
  return [...line].length <= ONE_LINE ? line.trim() : `${[...line].slice(0, ONE_LINE - 1).join("")}…`;
};

function compose(
  decision: Decision,
  { path, style, number, words }: Composition,
  { outcome }: AdrStatus,
  { escaping, repeats }: Care,
): string {
  const title = titleOf(decision);
  const form = style === "section" ? "nygard" : "madr";
  const section = (heading: string, body: string): string[] =>
    body.trim() === "" ? [] : [`## ${heading}`, "", body.trim(), ""];
  const text = (body: string): string => escapeText(body.trim(), escaping);
  const [options, ...lists] = adrSections(decision, form).map(({ title: heading, items }) =>
    section(heading, bullets(items, escaping)),
  );
  const reasons = text(decision.reasoning ?? "") || (form === "nygard" ? NO_REASONS : "");
  const statesMore = form === "nygard" || repeats || title !== decision.statement.trim();
  const decided = section(OWN_HEADINGS[form].statement, statesMore ? text(decision.statement) : "");
  const body = [
    ...headOf(decision, style, number === undefined ? title : `${number}. ${title}`, words),
    ...section(OWN_HEADINGS[form].reasoning, reasons),
    ...(form === "nygard" ? [...decided, ...(options ?? [])] : [...(options ?? []), ...decided]),
    ...lists.flat(),
  ].join("\n");
  return withOutcome(body, markOf(decision, path), outcome, escaping);
}

function headOf(decision: Decision, style: AdrStyle, title: string, words: string): string[] {
  const [date, by] = [decision.createdAt.toISOString().slice(0, 10), decidedBy(decision)];
  if (style === "section")
    return [`# ${title}`, "", `Date: ${date}`, "", `Author: ${by}`, "", "## Status", "", words, ""];
  if (style === "list")
    return [`# ${title}`, "", `* Status: ${words}`, `* Deciders: ${by}`, `* Date: ${date}`, ""];
  return [
    "---",
    `status: ${asScalar(words)}`,
    `date: ${date}`,
    `decision-makers: ${JSON.stringify(by)}`,
    "---",
    "",
    `# ${title}`,
    "",
  ];
}

/** Marks a decision that no human made, for readers of the file and for a later import. */
const VIA: Readonly<Record<AuthorKind, string>> = { human: "", agent: " [via MCP]", script: " [via script]" };

const decidedBy = ({ author }: Decision): string => `${author.name}${VIA[author.kind]}`;

function markOf(decision: Decision, path: string): AdrMark {
  const { id, domain, topic, topicStated, confidence, confidenceStated, questions } = decision;
  // A file is no evidence of itself, and its folder may be named as on one machine only.
  const evidence = decision.evidence.filter(
    ({ kind, ref }) => kind !== "file" || (ref !== path && !ref.endsWith(`/${path}`)),
  );
  return {
    decision: id,
    form: ADR_FORM,
    domain,
    ...(topicStated && { topic }),
    ...(confidenceStated && confidence !== undefined && { confidence }),
    ...(decision.riskLevel && { risk_level: decision.riskLevel }),
    ...(decision.label !== undefined && { label: decision.label }),
    ...(evidence.length > 0 && { evidence: evidence.map(({ kind, ref }) => ({ kind, ref })) }),
    ...(questions.length > 0 && { questions: [...questions] }),
  };
}
