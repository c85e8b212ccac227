import { linesOf } from "./code.mjs";

// The truth calls a file changed when more than half of its lines are gone. Nothing here is near a half, so that it does
// not depend on how lines are counted.
const HELD_AT_MOST = 0.35;
const CHANGED_AT_LEAST = 0.65;

function shareGone(git, before, after) {
  const [, removed] = git(["diff", "--numstat", before, after]).split("\t");
  return Number(removed ?? 0) / git(["show", before]).split("\n").length;
}

const fits = (state, share) => (state === "holds" ? share <= HELD_AT_MOST : share >= CHANGED_AT_LEAST);

export function checkAnchors({ key, head, carried, anchors }, { git, expect }) {
  const present = new Set(git(["ls-tree", "-r", "--name-only", "main"]).split("\n"));
  for (const { path, commit, now, state } of anchors) {
    if (state === "gone") {
      expect(now === null && !present.has(path), `${key}: ${path} is gone`);
      const renamed = git(["diff", "--name-status", "-M40%", "--diff-filter=R", commit, "main"]);
      expect(!renamed.includes(`\t${path}\t`), `${key}: ${path} is not elsewhere`);
      continue;
    }
    expect(present.has(now), `${key}: ${now} exists`);
    expect(path === now || !present.has(path), `${key}: ${path} is only at ${now}`);
    const share = shareGone(git, `${commit}:${path}`, `main:${now}`);
    expect(fits(state, share), `${key}: ${path} ${state}, with ${share.toFixed(2)} gone`);
    const atCapture = git(["ls-tree", "--name-only", head, "--", path]) !== "";
    if (atCapture)
      expect(
        fits(state, shareGone(git, `${head}:${path}`, `main:${now}`)),
        `${key}: the same since the capture`,
      );
    const followed = git(["log", "--follow", "--format=%H", "main", "--", now]).split("\n");
    const touching = carried.commits.filter((sha) =>
      git(["diff-tree", "-r", "--no-commit-id", "--name-only", sha]).split("\n").includes(path),
    );
    expect(
      touching.every((sha) => followed.includes(sha)),
      `${key}: git follows ${path} to ${now}`,
    );
  }
}

export function checkFunctions(truth, { git, expect }) {
  for (const { decision, path, symbol, line, commit, state, now } of truth.functionAnchors) {
    const what = `${decision}: ${symbol} ${state}`;
    const before = git(["show", `${commit}:${path}`]);
    expect(before.split("\n")[line - 1].includes(`function ${symbol}(`), `${what}, declared at ${line}`);
    const old = linesOf(before, symbol);
    if (state === "gone") {
      const all = git(["grep", "--no-index", "-h", "export async function", "src"]);
      expect(now === null && !all.includes(`function ${symbol}(`), `${what}: nowhere`);
      continue;
    }
    const after = git(["show", `main:${now.path}`]);
    expect(after.split("\n")[now.line - 1].includes(`function ${symbol}(`), `${what}, now at ${now.line}`);
    const left = linesOf(after, symbol).lines;
    const share = old.lines.filter((text) => !left.includes(text)).length / old.lines.length;
    expect(fits(state, share), `${what}, with ${share.toFixed(2)} gone`);
  }
}

export function checkPlaces(truth, { git, expect }) {
  const byKey = new Map(truth.decisions.map((decision) => [decision.key, decision]));
  for (const { path, line, decision: key } of truth.places) {
    const { carried, reverted } = byKey.get(key);
    expect(!reverted, `${key}: asked about and in force`);
    if (line) {
      // With -M, for a function that was moved within its file.
      const [blamed] = git(["blame", "-M", "--porcelain", "-L", `${line},${line}`, "main", "--", path]).split(
        " ",
      );
      expect(carried.commits.includes(blamed), `${key}: ${path}:${line} was written by its commit`);
      continue;
    }
    const others = truth.decisions.filter(
      (other) => other.key !== key && other.anchors.some(({ now }) => now === path),
    );
    expect(others.length === 0, `${key}: alone in ${path}, not with ${others.map((other) => other.key)}`);
  }
}
