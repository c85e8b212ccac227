import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Checkout, CommittedFile, FileAt, HistoryQuery, WholeCommit } from "../../shared/ports.ts";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import { readBytes } from "./repository.ts";
import { runGit, streamGit, untilNul, type WorkTree } from "./run-git.ts";

type History = Pick<
  Checkout,
  "remotes" | "history" | "files" | "textsAt" | "textOf" | "origins" | "commitAt" | "commitsOf"
>;

const COMMIT = /^[0-9a-f]{4,64}$/i;
/** Before a commit, between its parts and after its message. Messages are cut at them. */
const MARK = "\x01";
const BETWEEN = "\x1f";
const FORMAT = "--format=%x01%H%x1f%P%x1f%ct%x1f%s%x1f%b";
const KINDS: Readonly<Record<string, CommittedFile["kind"]>> = { A: "added", D: "deleted", R: "renamed" };

/** The history of a work tree, which `findTree` finds. */
export function gitHistory(findTree: () => Promise<WorkTree | undefined>): History {
  return {
    async remotes() {
      const tree = await findTree();
      if (!tree) return [];
      const answer = await runGit(tree, ["config", "--null", "--get-regexp", "^remote\\..*\\.url$"]);
      const entries = answer?.code === 0 ? answer.output.split("\0") : [];
      return entries.flatMap((entry) => entry.split("\n").slice(1)).filter((url) => url !== "");
    },

    async *history(query) {
      const tree = await findTree();
      if (!tree) return;
      const range = await rangeOf(tree, query);
      if (!range) return;
      const args = ["log", "-z", "--topo-order", "--reverse", "--name-status", "-M", FORMAT, ...range];
      yield* commitsIn(untilNul(streamGit(tree, args)));
    },

    async files() {
      const tree = await findTree();
      if (!tree) return [];
      const paths: string[] = [];
      for await (const path of untilNul(streamGit(tree, ["ls-files", "-z"])))
        if (path !== "") paths.push(path);
      return paths;
    },

    async textsAt(files) {
      const tree = await findTree();
      return tree ? readBlobs(tree, files) : files.map(() => undefined);
    },

    async textOf(path) {
      const tree = await findTree();
      return tree && readInside(tree.root, path);
    },

    async origins(path, first, last) {
      const tree = await findTree();
      if (!tree || path.includes("\0")) return [];
      const lines = `${Math.max(1, first)},${Math.max(1, last)}`;
      const answer = await runGit(tree, ["blame", "--no-textconv", "--porcelain", "-L", lines, "--", path]);
      return answer?.code === 0 ? originsIn(answer.output) : [];
    },

    async commitsOf(ids) {
      const tree = await findTree();
      const known = ids.filter((id) => COMMIT.test(id));
      if (!tree || known.length === 0) return [];
      const args = ["log", "-z", "--no-walk=sorted", "--ignore-missing", FORMAT, ...known];
      const answer = await runGit(tree, args);
      if (answer?.code !== 0) return [];
      const commits = answer.output.split("\0").filter((text) => text.startsWith(MARK));
      return commits.map((text) => {
        const { id, at, subject } = commitOf(text.slice(MARK.length));
        return { id, at, subject };
      });
    },

    async commitAt(time) {
      const tree = await findTree();
      if (!tree) return undefined;
      const before = `--before=${new Date(Math.floor(time.getTime() / 1000) * 1000).toISOString().replace(".000Z", "Z")}`;
      const answer = await runGit(tree, ["rev-list", "--max-count=1", before, "HEAD"]);
      return (answer?.code === 0 && answer.output.trim()) || undefined;
    },
  };
}

/** Undefined if there is no such commit to begin at. */
async function rangeOf(
  tree: WorkTree,
  { after, tip = "HEAD", since, paths = [], limit }: HistoryQuery,
): Promise<string[] | undefined> {
  const knows = async (name: string): Promise<boolean> =>
    (await runGit(tree, ["cat-file", "-e", `${name}^{commit}`]))?.code === 0;
  if (tip !== "HEAD" && !COMMIT.test(tip)) return undefined;
  if (!(await knows(tip))) return undefined;
  return [
    ...(limit === undefined ? [] : [`--max-count=${limit}`]),
    ...(since === undefined ? [] : [`--since=${since.toISOString().replace(/\.\d+Z$/, "Z")}`]),
    ...(after !== undefined && COMMIT.test(after) && (await knows(after)) ? [`${after}..${tip}`] : [tip]),
    ...(paths.length > 0 ? ["--", ...paths.filter((path) => !path.includes("\0"))] : []),
  ];
}

async function* commitsIn(pieces: AsyncIterable<string>): AsyncGenerator<WholeCommit, void> {
  let commit: (WholeCommit & { files: CommittedFile[] }) | undefined;
  let status = "";
  let from: string | undefined;
  for await (const piece of pieces) {
    const text = piece.replace(/^\n/, "");
    if (text.startsWith(MARK)) {
      if (commit) yield commit;
      commit = commitOf(text.slice(MARK.length));
      status = "";
    } else if (!commit || text === "") continue;
    else if (status === "") status = text;
    else if (/^[RC]/.test(status) && from === undefined) from = text;
    else {
      const kind = KINDS[status.charAt(0)] ?? "changed";
      commit.files.push({ path: text, kind, ...(kind === "renamed" && { from }) });
      status = "";
      from = undefined;
    }
  }
  if (commit) yield commit;
}

function commitOf(text: string): WholeCommit & { files: CommittedFile[] } {
  const [id = "", parents = "", seconds, subject = "", ...body] = text.split(BETWEEN);
  return {
    id,
    parents: parents.split(" ").filter((parent) => parent !== ""),
    at: new Date(Number(seconds) * 1000),
    subject,
    body: body.join(" ").trim(),
    files: [],
  };
}

/** One process for all of them. */
async function readBlobs(tree: WorkTree, files: readonly FileAt[]): Promise<(string | undefined)[]> {
  const asked = files.map(({ commit, path }) =>
    COMMIT.test(commit) && !/[\n\0]/.test(path) ? `${commit}:${path}` : "",
  );
  if (asked.every((name) => name === "")) return files.map(() => undefined);
  const chunks: Buffer[] = [];
  const lines = asked.map((name) => `${name === "" ? "0".repeat(40) : name}\n`).join("");
  for await (const chunk of streamGit(tree, ["cat-file", "--batch"], lines)) chunks.push(chunk);
  const output = Buffer.concat(chunks);
  let at = 0;
  return files.map(() => {
    const end = output.indexOf(10, at);
    if (end < 0) return undefined;
    const header = output.toString("utf8", at, end);
    const found = /^[0-9a-f]+ (\w+) (\d+)$/.exec(header);
    at = end + 1;
    if (!found) return undefined;
    const size = Number(found[2]);
    const bytes = output.subarray(at, at + size);
    at += size + 1;
    return found[1] === "blob" ? textIn(bytes) : undefined;
  });
}

const textIn = (bytes: Buffer): string | undefined =>
  bytes.length > READ_LIMITS.repositoryFileBytes || bytes.subarray(0, 8_000).includes(0)
    ? undefined
    : bytes.toString("utf8");

/** A link that leads out of the work tree is not followed. */
export async function readInside(root: string, path: string): Promise<string | undefined> {
  if (path.includes("\0")) return undefined;
  const named = resolve(root, path);
  try {
    const [top, file] = await Promise.all([realpath(root), realpath(named)]);
    const inside = relative(top, file);
    if (inside === "" || inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      return undefined;
    const bytes = await readBytes(join(top, inside), READ_LIMITS.repositoryFileBytes);
    return bytes && textIn(bytes);
  } catch {
    return undefined;
  }
}

function originsIn(porcelain: string): { line: number; commit?: string }[] {
  return [...porcelain.matchAll(/^([0-9a-f]{40,64}) \d+ (\d+)/gm)].map(([, commit = "", line]) => ({
    line: Number(line),
    ...(!/^0+$/.test(commit) && { commit }),
  }));
}
