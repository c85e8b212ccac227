import { linesOf } from "./code.mjs";
import { FUNCTION_ANCHORS } from "./function-anchors.mjs";

const DAY = 86_400_000;
export const DUE_DAYS = 30;
export const FIX_DAYS = 14;
const iso = (time) => new Date(time).toISOString();
const CARRIED_BY = {
  "linked commit": "linked commit",
  squash: "squash of the linked pull request",
  "pull request merge": "merge of the linked pull request",
  "branch merge": "merge of the branch",
  named: "message names the decision",
  "first on files": "first commit on its files",
};

const pathOf = (files, id) => [...files].find(([, file]) => file.id === id)?.[0] ?? null;

function fileState(history, id, baseline) {
  if (pathOf(history.files(), id) === null) return "gone";
  return history.rewritten.get(id) > history.commits.indexOf(baseline) ? "changed" : "holds";
}

function survived(record, due, end) {
  if (due > end) return null;
  if (!record.landed || record.landed.at > due) return false;
  const revertedThen = record.revert && record.revert.at <= due;
  return !revertedThen || Boolean(record.takenBack && record.takenBack.at <= due);
}

function anchorsOf(decision, record, history) {
  if (!record.landed) return [];
  const baseline = record.commits.at(-1);
  return decision.files.map((path) => {
    const { id } = baseline.files.get(path);
    return {
      path,
      commit: baseline.sha,
      now: pathOf(history.files(), id),
      state: fileState(history, id, baseline),
    };
  });
}

function fixesOf(record, history) {
  if (!record.landed) return [];
  const from = record.landed.at;
  const until = iso(Date.parse(from) + FIX_DAYS * DAY);
  const ids = record.ids();
  return history.commits
    .filter((commit) => commit.at > from && commit.at <= until && /^fix[:(]/.test(commit.subject))
    .filter((commit) => ids.some((id) => commit.touchedIds.has(id)))
    .map((commit) => commit.sha);
}

function describe(decision, record, history, end) {
  const due = iso(Date.parse(decision.at) + DUE_DAYS * DAY);
  const linksPr = record.pullRequest && ["squash", "pull request merge"].includes(decision.how);
  const repository = decision.how === "other repository" ? "mobile" : "shop";
  const number = linksPr ? record.pullRequest : decision.pullRequest;
  return {
    key: decision.key,
    statement: decision.statement,
    alternatives: decision.alternatives,
    reasoning: decision.reasoning,
    at: iso(Date.parse(decision.at)),
    branch: decision.branch ?? "main",
    head: record.head,
    files: decision.files,
    ...(number ? { linkedPr: `https://github.com/acme/${repository}/pull/${number}` } : {}),
    ...(decision.how === "linked commit" ? { linkedCommit: record.landed.sha } : {}),
    ...(decision.how === "named" ? { mentionedIn: [record.landed.sha] } : {}),
    ...(decision.dependency ? { dependency: decision.dependency } : {}),
    due,
    carried: record.landed
      ? {
          how: CARRIED_BY[decision.how],
          commits: record.commits.map((commit) => commit.sha),
          ...(record.landed === record.commits[0] ? {} : { merge: record.landed.sha }),
          landedAt: record.landed.at,
        }
      : null,
    reverted: record.revert
      ? {
          by: record.revert.sha,
          at: record.revert.at,
          form: decision.revert.form,
          takenBack: record.takenBack ? { by: record.takenBack.sha, at: record.takenBack.at } : null,
        }
      : null,
    survived: survived(record, due, end),
    fixes: fixesOf(record, history),
    anchors: anchorsOf(decision, record, history),
  };
}

function placesOf(decision, record, history) {
  const files = history.files();
  return (decision.places ?? []).map((place) => {
    const [part, index] = typeof place === "number" ? ["code", place] : place.split(" ");
    const [first, second] = record.ids();
    const path = pathOf(files, part === "second" ? second : first);
    if (part === "file") return { path, decision: decision.key };
    const text = decision[part][Number(index) + 1];
    const lines = files.get(path).text.split("\n");
    if (lines.filter((line) => line === text).length !== 1) throw new Error(`${path} has not once: ${text}`);
    return { path, line: lines.indexOf(text) + 1, decision: decision.key };
  });
}

function functionAnchor({ decision: key, symbol, second, state }, { history, records }) {
  const record = records.get(key);
  const baseline = record.commits.at(-1);
  const id = record.ids()[second ? 1 : 0];
  const path = pathOf(baseline.files, id);
  const now = pathOf(history.files(), id);
  const found = now && linesOf(history.files().get(now).text, symbol);
  return {
    decision: key,
    path,
    symbol,
    line: linesOf(baseline.files.get(path).text, symbol).declared + 1,
    commit: baseline.sha,
    state,
    now: found ? { path: now, line: found.declared + 1 } : null,
  };
}

/** What is known to be true about the history that was told. */
export function truthOf(told) {
  const { history } = told;
  const end = history.tip().at;
  const decisions = told.decisions.map(({ decision, record }) => describe(decision, record, history, end));
  const left = JSON.parse(history.files().get("package.json").text).dependencies;
  const main = history.ancestors(history.tip());
  return {
    head: history.tip().sha,
    end,
    commits: history.commits.map((commit) => ({
      sha: commit.sha,
      at: commit.at,
      subject: commit.subject,
      parents: commit.parents.map((parent) => parent.sha),
      paths: commit.touched,
      onMain: main.has(commit),
    })),
    decisions,
    functionAnchors: FUNCTION_ANCHORS.map((anchor) => functionAnchor(anchor, told)),
    places: told.decisions.flatMap(({ decision, record }) => placesOf(decision, record, history)),
    goneDependencies: decisions
      .filter(({ dependency }) => dependency && !(dependency in left))
      .map(({ key }) => key),
  };
}
