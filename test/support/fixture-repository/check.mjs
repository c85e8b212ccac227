import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkAnchors, checkFunctions, checkPlaces } from "./check-places.mjs";
import { gitIn } from "./git-objects.mjs";

const DAY = 86_400_000;
const idOf = (key) => `dec_${createHash("sha1").update(key).digest("hex").slice(0, 12)}`;

const sameSet = (one, other) => one.length === other.length && one.every((entry) => other.includes(entry));

function readCommits(git) {
  const records = git([
    "log",
    "--all",
    "--no-renames",
    "--name-only",
    "-m",
    "--first-parent",
    "--format=%x01%H%x00%cI%x00%P%x00%B%x00",
  ]);
  const main = new Set(git(["rev-list", "main"]).split("\n"));
  // `--first-parent` leaves out the branches, so their commits are read one by one below.
  const read = (text) => {
    const [sha, at, parents, message, names] = text.split("\0");
    return [
      sha,
      {
        sha,
        at: Date.parse(at),
        parents: parents.split(" "),
        message: message.trimEnd(),
        names: names.trim().split("\n"),
        onMain: main.has(sha),
      },
    ];
  };
  const commits = new Map(records.split("\x01").slice(1).map(read));
  for (const sha of git(["rev-list", "--all"]).split("\n")) {
    if (commits.has(sha)) continue;
    const one = git([
      "show",
      "--no-renames",
      "--name-only",
      "-m",
      "--first-parent",
      "--format=%x01%H%x00%cI%x00%P%x00%B%x00",
      sha,
    ]);
    commits.set(...read(one.slice(1)));
  }
  return commits;
}

function checkCarrying(decision, { git, commits, expect }) {
  const { key, carried, files, head } = decision;
  expect(commits.has(head), `${key}: the head exists`);
  const later =
    files.length === 0 ? "" : git(["log", "--reverse", "--format=%H", `${head}..main`, "--", ...files]);
  if (!carried) {
    const used = [...commits.values()].some(({ message }) =>
      message.includes(`#${decision.linkedPr?.split("/").at(-1)}`),
    );
    if (decision.linkedPr)
      expect(used, `${key}: its number is also that of a pull request of this repository`);
    expect(later === "", `${key}: nothing on main touches its files`);
    return;
  }
  const together = new Set(carried.commits.flatMap((sha) => commits.get(sha)?.names ?? []));
  expect(
    files.every((path) => together.has(path)),
    `${key}: its commits touch its files`,
  );
  expect(
    carried.commits.every((sha) => commits.get(sha).onMain),
    `${key}: its commits are on main`,
  );
  const first = carried.how.startsWith("first commit");
  if (first)
    expect(later.split("\n")[0] === carried.commits[0], `${key}: the first commit on its files is its own`);
  const number = decision.linkedPr?.split("/").at(-1);
  const naming = [...commits.values()].filter(
    ({ message }) =>
      message.split("\n")[0].endsWith(` (#${number})`) ||
      message.startsWith(`Merge pull request #${number} `),
  );
  if (number)
    expect(
      naming.length === 1 && naming[0].sha === (carried.merge ?? carried.commits[0]),
      `${key}: one commit for its pull request`,
    );
  const mentions = [...commits.values()]
    .filter(({ message }) => message.includes(idOf(key)))
    .map(({ sha }) => sha);
  expect(String(mentions) === String(decision.mentionedIn ?? []), `${key}: named where it is said to be`);
  if (carried.merge) {
    const [, second] = commits.get(carried.merge).parents;
    const brought = git(["rev-list", second, `^${commits.get(carried.merge).parents[0]}`]).split("\n");
    expect(
      carried.commits.every((sha) => brought.includes(sha)),
      `${key}: the merge brings its commits`,
    );
  }
}

function checkReverts(truth, { commits, expect }) {
  const said = new Map(
    truth.decisions.flatMap(({ key, reverted }) => (reverted ? [[reverted.by, key]] : [])),
  );
  for (const decision of truth.decisions) {
    const { key, carried, reverted } = decision;
    if (!reverted) continue;
    const revert = commits.get(reverted.by);
    const target = commits.get(carried.merge ?? carried.commits[0]);
    const subject = target.message.split("\n")[0];
    expect(revert.onMain && revert.message.startsWith(`Revert "${subject}"`), `${key}: its revert says so`);
    if (reverted.form === "short sha")
      expect(revert.message.includes(target.sha.slice(0, 10)), `${key}: short id`);
    else if (["sha", "merge", "two shas"].includes(reverted.form))
      expect(revert.message.includes(target.sha), `${key}: full id`);
    else expect(!/reverts commit/.test(revert.message), `${key}: no id`);
    expect(
      target.names.every((path) => revert.names.includes(path)),
      `${key}: the revert touches the same files`,
    );
    if (reverted.takenBack)
      expect(commits.get(reverted.takenBack.by).at > revert.at, `${key}: taken back later`);
  }
  // No other revert on main hits a commit that carried a decision.
  const carrying = new Set(
    truth.decisions.flatMap(({ carried }) => (carried ? [...carried.commits, carried.merge] : [])),
  );
  for (const commit of commits.values()) {
    if (!commit.onMain || said.has(commit.sha)) continue;
    for (const [, id] of commit.message.matchAll(/This reverts commit ([0-9a-f]{7,40})/g)) {
      expect(
        ![...carrying].some((sha) => sha?.startsWith(id)),
        `${commit.sha}: reverts a decision that is said to stand`,
      );
    }
  }
}

function checkFixes(decision, { git, commits, expect }) {
  const { key, carried, anchors } = decision;
  if (!carried) return;
  const paths = new Set(anchors.flatMap(({ path, now }) => [path, now].filter(Boolean)));
  for (const { now } of anchors) {
    if (!now) continue;
    const names = git(["log", "--follow", "--name-only", "--format=", "main", "--", now]).split("\n");
    for (const name of names) if (name) paths.add(name);
  }
  const fixes = [...commits.values()].filter(
    ({ message, names, parents }) =>
      parents.length === 1 && /^fix[:(]/.test(message) && names.some((name) => paths.has(name)),
  );
  // Whether one counts from the commit or from its merge, and whether 13 or 15 days are meant, it is the same fixes.
  for (const start of [carried.commits[0], carried.merge ?? carried.commits.at(-1)]) {
    for (const days of [13, 14, 15]) {
      const from = commits.get(start).at;
      const found = fixes.filter(({ at }) => at > from && at <= from + days * DAY).map(({ sha }) => sha);
      expect(sameSet(found, decision.fixes), `${key}: fixes within ${days} days of ${start}`);
    }
  }
}

function checkCounts(truth, { git, commits, expect }) {
  const all = [...commits.values()];
  expect(
    commits.size === truth.commits.length && commits.size >= 300,
    "300 commits or more, all of them known",
  );
  for (const { sha, paths } of truth.commits) {
    expect(sameSet(paths, commits.get(sha)?.names ?? []), `${sha}: its paths`);
  }
  expect(truth.places.length === 50, `${truth.places.length} places`);
  expect(truth.functionAnchors.length >= 12, "12 functions or more");
  expect(git(["status", "--porcelain"]) === "", "a clean checkout");
  const { dependencies } = JSON.parse(git(["show", "main:package.json"]));
  const gone = truth.decisions
    .filter(({ dependency }) => dependency && !dependencies[dependency])
    .map(({ key }) => key);
  expect(String(gone) === String(truth.goneDependencies) && gone.length > 3, "gone dependencies");
  return {
    commits: commits.size,
    merges: all.filter(({ parents }) => parents.length > 1).length,
    "squash merges": all.filter(
      ({ message }) => / \(#\d+\)(\n|$)/.test(message) && !message.startsWith("Revert"),
    ).length,
    reverts: all.filter(({ message }) => /^(Revert|Reapply) "/.test(message)).length,
    "source files": git(["ls-files", "src"]).split("\n").length,
    decisions: truth.decisions.length,
    "carried out": truth.decisions.filter(({ carried }) => carried).length,
    reverted: truth.decisions.filter(({ reverted }) => reverted && !reverted.takenBack).length,
    "revert taken back": truth.decisions.filter(({ reverted }) => reverted?.takenBack).length,
    survived: truth.decisions.filter(({ survived }) => survived).length,
    fixes: truth.decisions.reduce((sum, { fixes }) => sum + fixes.length, 0),
    "function anchors": truth.functionAnchors.length,
    places: truth.places.length,
    "gone dependencies": truth.goneDependencies.length,
  };
}

/** Makes the repository twice and compares what is said about it with what git says. */
export function checkFixtureRepository(make) {
  const folder = mkdtempSync(join(tmpdir(), "fixture-repository-"));
  const wrong = [];
  try {
    const started = Date.now();
    const truth = make(join(folder, "one"), { idOf });
    const milliseconds = Date.now() - started;
    const git = gitIn(join(folder, "one"));
    const told = { git, commits: readCommits(git), expect: (right, what) => right || wrong.push(what) };
    told.expect(make(join(folder, "two"), { idOf }).head === truth.head, "the same commits each time");
    const counts = checkCounts(truth, told);
    for (const decision of truth.decisions) {
      checkCarrying(decision, told);
      checkFixes(decision, told);
      checkAnchors(decision, told);
    }
    checkReverts(truth, told);
    checkFunctions(truth, told);
    checkPlaces(truth, told);
    console.log(JSON.stringify({ ...counts, milliseconds }, null, 2));
    for (const what of wrong) console.error(`wrong: ${what}`);
    process.exitCode = wrong.length > 0 ? 1 : 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
