import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const hash = (kind, bytes) => createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest();
const blobs = new Map();

function blobHash(text) {
  if (!blobs.has(text)) blobs.set(text, hash("blob", Buffer.from(text)));
  return blobs.get(text);
}

function treeHash(files, folder = "") {
  const entries = new Map();
  for (const [path, { text }] of files) {
    if (!path.startsWith(folder)) continue;
    const [name, ...below] = path.slice(folder.length).split("/");
    if (below.length === 0) entries.set(name, ["100644", blobHash(text)]);
    else if (!entries.has(`${name}/`))
      entries.set(`${name}/`, ["40000", treeHash(files, `${folder}${name}/`)]);
  }
  // Git sorts a folder as if its name ended in a slash.
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return hash(
    "tree",
    Buffer.concat(
      sorted.flatMap(([name, [mode, id]]) => [Buffer.from(`${mode} ${name.replace("/", "")}\0`), id]),
    ),
  );
}

const identity = (commit) =>
  `${commit.who} <${commit.who.toLowerCase().replaceAll(" ", "-")}@shop.example> ${Date.parse(commit.at) / 1000} ${commit.zone}`;

/** The id that git will give to the commit: a later message can name it before anything is written. */
export function commitHash(commit) {
  const lines = [
    `tree ${treeHash(commit.files).toString("hex")}`,
    ...commit.parents.map((parent) => `parent ${parent.sha}`),
    `author ${identity(commit)}`,
    `committer ${identity(commit)}`,
  ];
  return hash("commit", Buffer.from(`${lines.join("\n")}\n\n${commit.message}`)).toString("hex");
}

const data = (text) => `data ${Buffer.byteLength(text)}\n${text}\n`;

function importStream(commits, branches) {
  const parts = [];
  const marks = new Map();
  let mark = commits.length;
  for (const [index, commit] of commits.entries()) {
    for (const { text } of commit.files.values()) {
      if (marks.has(text)) continue;
      mark += 1;
      marks.set(text, mark);
      parts.push(`blob\nmark :${mark}\n${data(text)}`);
    }
    parts.push(`commit refs/building\nmark :${index + 1}\n`);
    parts.push(`author ${identity(commit)}\ncommitter ${identity(commit)}\n${data(commit.message)}`);
    for (const [place, parent] of commit.parents.entries()) {
      parts.push(`${place === 0 ? "from" : "merge"} :${commits.indexOf(parent) + 1}\n`);
    }
    parts.push("deleteall\n");
    for (const [path, { text }] of commit.files) parts.push(`M 100644 :${marks.get(text)} ${path}\n`);
    parts.push("\n");
  }
  for (const [name, tip] of branches) {
    parts.push(`reset refs/heads/${name}\nfrom :${commits.indexOf(tip) + 1}\n\n`);
  }
  return `${parts.join("")}done\n`;
}

/** Runs git with nothing of the machine's settings. */
export function gitIn(folder) {
  return (args, input) =>
    execFileSync("git", args, {
      cwd: folder,
      env: {
        PATH: process.env["PATH"],
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: join(folder, "no-gitconfig"),
      },
      encoding: "utf8",
      stdio: ["pipe", "pipe", "pipe"],
      maxBuffer: 64 * 1024 * 1024,
      ...(input === undefined ? {} : { input }),
    }).trimEnd();
}

/** Writes all commits with one `git fast-import`, sets the branches and checks out main. */
export function writeRepository(folder, commits, branches) {
  mkdirSync(folder, { recursive: true });
  const git = gitIn(folder);
  git(["init", "--quiet", "--initial-branch=main", "--object-format=sha1"]);
  git(["config", "remote.origin.url", "https://github.com/acme/shop.git"]);
  git(["fast-import", "--quiet", "--done"], importStream(commits, branches));
  git(["update-ref", "-d", "refs/building"]);
  git(["reset", "--quiet", "--hard", "main"]);
  const tip = git(["rev-parse", "main"]);
  if (tip !== branches.get("main").sha)
    throw new Error(`git made ${tip}, expected ${branches.get("main").sha}`);
}
