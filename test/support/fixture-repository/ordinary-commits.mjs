import { seeded, wordsOf } from "./code.mjs";
import { addFunction, addLine, changeNumber } from "./edits.mjs";

const DAY = 86_400_000;
// A fix near a decision's commit is evidence about it, so such fixes are told on purpose and never by chance.
const QUIET_DAYS = 45;

const topicOf = (path) => path.split("/").at(-1).replace(".ts", "").replaceAll("-", " ");
const capital = (text) => text[0].toUpperCase() + text.slice(1);

const CHANGES = [
  (topic) => `Tune the limits of ${topic}`,
  (topic) => `refactor: clearer numbers in ${topic}`,
  (topic) => `chore: adjust ${topic} to the new load`,
  (topic) => `feat: ${topic} takes larger requests`,
  (topic) => `perf: fewer rows at once in ${topic}`,
  (topic) => `${capital(topic)}: agree on the defaults`,
];
const FIXES = [
  (topic) => `fix: off by one in ${topic}`,
  (topic) => `fix: ${topic} gave up too early`,
  (topic) => `fix(${topic}): the limit was too low`,
];
const VERBS = ["count", "describe", "compare", "collect", "preview", "check"];
const NOUNS = ["Totals", "Drafts", "Owners", "Limits", "Labels", "Gaps"];
const DOCUMENTS = [
  "docs/architecture.md",
  "docs/api.md",
  "docs/deploy.md",
  "docs/runbook.md",
  "CHANGELOG.md",
  "README.md",
];

function freePaths(told, forFix, at) {
  const open = new Set();
  for (const { decision, record } of told.decisions) {
    if (!record.captured) continue;
    const ids = record.ids();
    const landed = record.landed && Date.parse(record.landed.at);
    const quiet = forFix && landed && Date.parse(at) - landed < QUIET_DAYS * DAY;
    if (!landed || quiet) for (const id of ids) open.add(id);
    if (!landed) for (const path of decision.files) open.add(path);
  }
  return [...told.history.files()]
    .filter(([path, { id }]) => path.startsWith("src/") && !open.has(id) && !open.has(path))
    .map(([path]) => path);
}

function numbers(told, at) {
  const fix = told.random.next() < 0.25;
  const path = told.random.pick(freePaths(told, fix, at));
  const subject = told.random.pick(fix ? FIXES : CHANGES)(topicOf(path));
  return { subject, ops: [changeNumber(told.history.files(), path, told.random)] };
}

function addition(told, at) {
  const files = told.history.files();
  const few = freePaths(told, false, at).filter(
    (path) => files.get(path).text.split("export async").length < 8,
  );
  const path = told.random.pick(few);
  const symbol = `${told.random.pick(VERBS)}${capital(topicOf(path).split(" ").at(-1))}${told.random.pick(NOUNS)}`;
  if (files.get(path).text.includes(`function ${symbol}(`)) return numbers(told, at);
  return { subject: `feat: ${wordsOf(symbol).join(" ")}`, ops: [addFunction(files, path, symbol)] };
}

function document(told, at) {
  const path = told.random.pick(DOCUMENTS);
  const day = at.slice(0, 10);
  const line = `- ${day} ${at.slice(11, 16)}: ${told.random.pick(["checked", "reworded", "added", "clarified"])}.`;
  return {
    subject: `docs: ${topicOf(path).replace(".md", "")} of ${day}`,
    ops: [addLine(told.history.files(), path, line)],
  };
}

function bump(told) {
  const { dependencies } = JSON.parse(told.history.files().get("package.json").text);
  const name = told.random.pick(Object.keys(dependencies));
  const [major, minor] = dependencies[name].slice(1).split(".").map(Number);
  const next = `^${major}.${minor + 1}.0`;
  return {
    subject: `build: bump ${name} to ${next.slice(1)}`,
    ops: [{ kind: "package", add: { [name]: next } }],
    who: "Dependency bot",
  };
}

function change(told, at) {
  const chance = told.random.next();
  if (chance < 0.62) return numbers(told, at);
  if (chance < 0.74) return addition(told, at);
  if (chance < 0.9) return document(told, at);
  return bump(told);
}

function ordinary(told, at) {
  const { history, random } = told;
  const { subject, ops, who = "Developer" } = change(told, at);
  const chance = random.next();
  if (chance < 0.1) {
    history.commit({ at, message: `${subject} (#${history.nextPullRequest(random.whole(1, 2))})`, ops });
  } else if (chance < 0.15) {
    const branch = `small-${history.commits.length}`;
    history.startBranch(branch);
    history.commit({ at, message: subject, ops, branch });
    const mergedAt = new Date(Date.parse(at) + 600_000).toISOString();
    const from = `Merge pull request #${history.nextPullRequest()} from acme/${branch}`;
    const message = chance < 0.13 ? `${from}\n\n${subject}` : `Merge branch '${branch}'`;
    history.merge({ at: mergedAt, message, branch });
  } else {
    const seen = [...told.records.values()].filter((record) => record.landed && record.pullRequest);
    const body =
      chance > 0.93 && seen.length > 0 ? `\n\nFollow-up to #${random.pick(seen).pullRequest}.` : "";
    history.commit({
      at,
      message: subject + body,
      ops,
      zone: random.pick(["+0000", "+0200", "-0500"]),
      who,
    });
  }
}

/** One or two ordinary commits on every working day. */
export function ordinarySteps(from, until) {
  const random = seeded(20250701);
  const steps = [];
  for (let day = Date.parse(from); day < Date.parse(until); day += DAY) {
    if ([0, 6].includes(new Date(day).getUTCDay())) continue;
    for (let count = random.whole(1, 2); count > 0; count -= 1) {
      const at = new Date(day + random.whole(9 * 60, 17 * 60) * 60_000).toISOString();
      steps.push({ at, run: (told) => ordinary(told, at) });
    }
  }
  return steps;
}
