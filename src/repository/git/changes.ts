import type { ChangedLines, Checkout, CommittedFile, NumberedLine } from "../../shared/ports.ts";
import { readInside } from "./history.ts";
import { gitFailed, runGit, type WorkTree } from "./run-git.ts";

/** New files that git does not know yet; a folder of others is no change that anybody asks about. */
const MOST_NEW_FILES = 200;
/** Nothing that the repository configures may run, and no git in a submodule, whose configuration is another. */
const DIFF = [
  "diff",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=dirty",
  "--submodule=short",
  "-M",
  "-U0",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

export function gitChanges(findTree: () => Promise<WorkTree | undefined>): Pick<Checkout, "changeOf"> {
  return {
    async changeOf(range) {
      const tree = await findTree();
      const ends = tree && (await endsOf(tree, range));
      if (!tree || !ends) return undefined;
      const { base, tip } = ends;
      const answer = await runGit(tree, [...DIFF, base, ...(tip === undefined ? [] : [tip]), "--"]);
      if (answer?.code !== 0) throw gitFailed();
      const files = changesIn(answer.output);
      return { files: tip === undefined ? [...files, ...(await newFiles(tree))] : files, base, tip };
    },
  };
}

/** As git reads it: `a..b`, `a...b` from where they parted, or `a` up to the working tree. Undefined if it knows none. */
async function endsOf(
  tree: WorkTree,
  range: string | undefined,
): Promise<{ readonly base: string; readonly tip?: string | undefined } | undefined> {
  const commit = async (name: string): Promise<string | undefined> => {
    if (name.startsWith("-")) return undefined;
    const args = ["rev-parse", "--verify", "--quiet", `${name === "" ? "HEAD" : name}^{commit}`];
    const answer = await runGit(tree, args);
    return (answer?.code === 0 && answer.output.trim()) || undefined;
  };
  const [, from = range ?? "HEAD", dots, to = ""] = /^(.*?)(\.{2,3})(.*)$/.exec(range ?? "") ?? [];
  const base = await commit(from);
  if (dots === undefined) return base === undefined ? undefined : { base };
  const tip = await commit(to);
  if (base === undefined || tip === undefined) return undefined;
  if (dots === "..") return { base, tip };
  const parted = await runGit(tree, ["merge-base", base, tip]);
  return parted?.code === 0 ? { base: parted.output.trim(), tip } : undefined;
}

async function newFiles(tree: WorkTree): Promise<ChangedLines[]> {
  const answer = await runGit(tree, ["ls-files", "--others", "--exclude-standard", "-z"]);
  if (answer?.code !== 0) return [];
  const paths = answer.output.split("\0").filter((path) => path !== "");
  return Promise.all(
    paths.slice(0, MOST_NEW_FILES).map(async (path): Promise<ChangedLines> => {
      const lines = ((await readInside(tree.root, path)) ?? "").split(/\r\n|\r|\n/);
      return { path, kind: "added", added: lines.map((text, n) => ({ line: n + 1, text })), removed: [] };
    }),
  );
}

type Open = { -readonly [K in keyof CommittedFile]: CommittedFile[K] } & {
  added: NumberedLine[];
  removed: NumberedLine[];
};

/** The files of a unified diff without context. */
function changesIn(diff: string): ChangedLines[] {
  const files: Open[] = [];
  let [before, after] = [0, 0];
  let isText = false;
  for (const line of diff.split("\n")) {
    const file = files.at(-1);
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    if (line.startsWith("diff --git ")) {
      files.push({ path: pathOfHeader(line), kind: "changed", added: [], removed: [] });
      isText = false;
    } else if (!file) continue;
    else if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      isText = true;
    } else if (isText && line.startsWith("+")) file.added.push({ line: after++, text: line.slice(1) });
    else if (isText && line.startsWith("-")) file.removed.push({ line: before++, text: line.slice(1) });
    else if (!isText) readHeader(file, line);
  }
  return files;
}

function readHeader(file: Open, line: string): void {
  const [, name, value = ""] =
    /^(rename from|rename to|\+\+\+|---|new file|deleted file) ?(.*)$/.exec(line) ?? [];
  switch (name) {
    case "rename from":
      file.kind = "renamed";
      file.from = unquoted(value);
      break;
    case "rename to":
      file.path = unquoted(value);
      break;
    case "new file":
      file.kind = "added";
      break;
    case "deleted file":
      file.kind = "deleted";
      break;
    case "+++":
    case "---":
      if (value !== "/dev/null") file.path = unquoted(value.replace(/\t$/, "")).replace(/^[ab]\//, "");
      break;
  }
}

/** Only for files without text, whose path stands nowhere else. */
const pathOfHeader = (line: string): string => {
  const names = line.slice("diff --git ".length);
  return unquoted(names.slice(Math.ceil(names.length / 2))).replace(/^[ab]\//, "");
};

/** git quotes a path with special characters, and writes their bytes in octal. */
function unquoted(path: string): string {
  if (!/^".*"$/s.test(path)) return path;
  const bytes: number[] = [];
  const escapes: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, '"': 34, "\\": 92 };
  for (let at = 1; at < path.length - 1; at++) {
    const octal = /^\\([0-7]{3})/.exec(path.slice(at, at + 4))?.[1];
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8));
      at += 3;
    } else if (path[at] === "\\") bytes.push(escapes[path[++at] ?? ""] ?? 92);
    else bytes.push(...Buffer.from(path.charAt(at), "utf8"));
  }
  return Buffer.from(bytes).toString("utf8");
}
