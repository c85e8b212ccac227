import { commitHash } from "./git-objects.mjs";

const MANIFEST = "package.json";

function packageOp(files, { add = {}, remove = [] }) {
  const manifest = JSON.parse(files.get(MANIFEST).text);
  const before = { ...manifest.dependencies };
  for (const name of remove) {
    if (!(name in before)) throw new Error(`${name} is not a dependency`);
    delete manifest.dependencies[name];
  }
  Object.assign(manifest.dependencies, add);
  manifest.dependencies = Object.fromEntries(Object.entries(manifest.dependencies).sort());
  files.set(MANIFEST, { ...files.get(MANIFEST), text: `${JSON.stringify(manifest, null, 2)}\n` });
  const added = Object.keys(add);
  return {
    kind: "package",
    add: Object.fromEntries(
      [...remove, ...added].filter((name) => name in before).map((name) => [name, before[name]]),
    ),
    remove: added.filter((name) => !(name in before)),
  };
}

function replaceOp(files, { path, from, to }) {
  const file = files.get(path);
  if (!file) throw new Error(`no file ${path}`);
  const parts = `\n${file.text}`.split(`\n${from.join("\n")}\n`);
  if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${from[0]}`);
  const text = parts.join(["", ...to, ""].join("\n")).slice(1);
  files.set(path, { ...file, text });
  return { kind: "replace", path, from: to, to: from };
}

let lastFile = 0;
const OPERATIONS = {
  create(files, op) {
    if (files.has(op.path)) throw new Error(`${op.path} exists`);
    lastFile += 1;
    // Kept with the operation, so that a file made on a branch is the same file once it is merged.
    op.file ??= { id: lastFile, text: op.text };
    files.set(op.path, op.file);
    return { kind: "delete", path: op.path };
  },
  delete(files, { path }) {
    const file = files.get(path);
    if (!file) throw new Error(`no file ${path}`);
    files.delete(path);
    return { kind: "create", path, file };
  },
  rename(files, { path, to }) {
    const file = files.get(path);
    files.delete(path);
    files.set(to, file);
    return { kind: "rename", path: to, to: path };
  },
  write(files, { path, text }) {
    const file = files.get(path);
    files.set(path, { ...file, text });
    return { kind: "write", path, text: file.text };
  },
  replace: replaceOp,
  package: packageOp,
};

/** Puts lines at the start of a function's body. */
export function insertInto(files, path, symbol, lines) {
  const signature = files
    .get(path)
    ?.text.split("\n")
    .find((line) => line.includes(`function ${symbol}(`));
  if (!signature) throw new Error(`no ${symbol} in ${path}`);
  return { kind: "replace", path, from: [signature], to: [signature, ...lines] };
}

/** The history as it is being told. A file keeps its number through renames; its path is only where it is now. */
export class History {
  commits = [];
  branches = new Map();
  /** Files whose lines were replaced as a whole, by number: the index of the commit that did so. */
  rewritten = new Map();
  #pullRequest = 3;

  nextPullRequest(skip = 1) {
    this.#pullRequest += skip;
    return this.#pullRequest;
  }

  tip(branch = "main") {
    return this.branches.get(branch);
  }

  files(branch = "main") {
    return new Map(this.tip(branch)?.files ?? []);
  }

  startBranch(name, from = "main") {
    this.branches.set(name, this.tip(from));
  }

  commit({ at, message, ops, branch = "main", who = "Developer", zone = "+0000", merging }) {
    const files = this.files(branch);
    const undo = ops.map((op) => OPERATIONS[op.kind](files, op)).reverse();
    const before = this.files(branch);
    const touched = [...new Set([...before.keys(), ...files.keys()])].filter(
      (path) =>
        before.get(path)?.text !== files.get(path)?.text || before.get(path)?.id !== files.get(path)?.id,
    );
    const earliest = Date.parse(this.commits.at(-1)?.at ?? "2000-01-01") + 60_000;
    const commit = {
      at: new Date(Math.max(Date.parse(at), earliest)).toISOString(),
      message: message.endsWith("\n") ? message : `${message}\n`,
      subject: message.split("\n", 1)[0],
      parents: [this.tip(branch), merging].filter(Boolean),
      branch,
      who,
      zone,
      files,
      ops,
      undo,
      touched,
      touchedIds: new Set(
        touched.flatMap((path) => [before.get(path)?.id, files.get(path)?.id]).filter(Boolean),
      ),
    };
    commit.sha = commitHash(commit);
    this.commits.push(commit);
    this.branches.set(branch, commit);
    return commit;
  }

  /** The commits on `branch` that are not on `base`, oldest first. */
  only(branch, base = "main") {
    const known = this.ancestors(this.tip(base));
    const own = this.ancestors(this.tip(branch));
    return this.commits.filter((commit) => own.has(commit) && !known.has(commit));
  }

  ancestors(tip) {
    const seen = new Set();
    const open = [tip];
    while (open.length > 0) {
      const commit = open.pop();
      if (seen.has(commit)) continue;
      seen.add(commit);
      open.push(...commit.parents);
    }
    return seen;
  }

  /** Merges by doing the branch's changes again: what both sides changed are different lines, as git would find. */
  merge({ at, message, branch, into = "main", drop = true }) {
    const ops = this.only(branch, into)
      .filter((commit) => commit.parents.length === 1)
      .flatMap((commit) => commit.ops);
    const commit = this.commit({
      at,
      message,
      ops,
      branch: into,
      who: "Maintainer",
      merging: this.tip(branch),
    });
    if (drop) this.branches.delete(branch);
    return commit;
  }
}
