import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  DEFAULT_PROJECT,
  normaliseOrigin,
  type Place,
  type ProjectCandidate,
  projectFromRootCommit,
  type RepositoryId,
} from "../../access/index.ts";
import {
  findRepository,
  type GitUse,
  originUrl,
  type Repository,
  readText,
  rootCommit,
  userName,
  type WorkTree,
} from "../../repository/index.ts";
import { type ProjectFile, readProjectFile } from "./project-file.ts";

/** Where to look. */
export interface FolderLookup {
  /** Left out where the program was started elsewhere than the work is. */
  readonly cwd?: string | undefined;
  /** The `file://` URIs of the client's roots, in its order. Other URIs are ignored. */
  readonly roots?: readonly string[] | undefined;
  readonly home?: string | undefined;
}

export interface ProjectLookup extends FolderLookup {
  readonly git: GitUse;
}

/**
 * What the folders say about their projects, up to the first one with a project of its own. Only a repository without a
 * usable origin needs a git process.
 */
export async function projectCandidates(
  question: ProjectLookup,
): Promise<readonly [ProjectCandidate, ...ProjectCandidate[]]> {
  const home = await realPath(question.home ?? homedir());
  const found: ProjectCandidate[] = [];
  for (const start of await startingPoints(question.cwd, question.roots ?? [])) {
    const candidate = await candidateAt(start, home, question.git);
    found.push(candidate);
    if (candidate.own.source !== "default") break;
  }
  const [first = { own: defaultProject(NO_REPOSITORY) }, ...others] = found;
  return [first, ...others];
}

/** The top of the work tree, whatever project is set for it. */
export async function findWorkTree(question: ProjectLookup): Promise<WorkTree | undefined> {
  const repository = await findReadableRepository(question);
  return repository && { root: repository.root, use: question.git };
}

/** The repository that the work is in, if its git directory can be read. */
async function findReadableRepository(question: FolderLookup): Promise<Repository | undefined> {
  const home = await realPath(question.home ?? homedir());
  for (const start of await startingPoints(question.cwd, question.roots ?? [])) {
    const repository = await findRepository(start, home);
    if (repository?.commonDir !== undefined) return repository;
  }
  return undefined;
}

/**
 * The client's roots come first. The working directory comes first only if it is inside one of them, because some
 * clients start servers in `/`, in the home directory or where the server is installed.
 */
async function startingPoints(cwd: string | undefined, roots: readonly string[]): Promise<readonly string[]> {
  const offered = await Promise.all(roots.flatMap(pathOf).map(realPath));
  if (cwd === undefined) return offered;
  const here = await realPath(cwd);
  const within = offered.some(
    (root) => here === root || here.startsWith(root.endsWith(sep) ? root : root + sep),
  );
  return within ? [here, ...offered] : [...offered, here];
}

function pathOf(uri: string): readonly string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function candidateAt(start: string, home: string, git: GitUse): Promise<ProjectCandidate> {
  const repository = await findRepository(start, home);
  const { project: name, ...settings } = await projectFileOf(repository, start, home);
  const { own, id } = repository
    ? await projectOfHistory(repository, git)
    : { own: defaultProject(NO_REPOSITORY), id: folderId(start) };
  const root = repository?.root ?? (name === undefined ? undefined : start);
  const place = await placeOf(repository, start);
  const facts = { ...settings, ...(root !== undefined && { root }), ...(place && { place }) };
  if (name === undefined) return { own, ...facts };
  return name === own.project
    ? { own: { project: name, source: "file" }, ...facts }
    : { own, named: { project: name, repository: id }, ...facts };
}

/** Undefined for a work tree whose git directory cannot be read. */
async function placeOf(repository: Repository | undefined, start: string): Promise<Place | undefined> {
  if (!repository) return { id: `folder:${start}` };
  const { commonDir, mainRoot, root } = repository;
  return commonDir === undefined
    ? undefined
    : { id: `git:${await realPath(commonDir)}`, root: await realPath(mainRoot ?? root) };
}

/** The settings of the work tree, and those of the main one where it has none. */
async function projectFileOf(
  repository: Repository | undefined,
  start: string,
  home: string,
): Promise<ProjectFile> {
  let all: ProjectFile = {};
  for (const directory of repository ? [repository.root, repository.mainRoot] : [start]) {
    if (directory !== undefined) all = { ...(await readProjectFile(directory, home)), ...all };
    if (all.project !== undefined) break;
  }
  return all;
}

type OwnProject = ProjectCandidate["own"];

/** The project of a repository without a name in a file, and what identifies the repository. */
async function projectOfHistory(
  repository: Repository,
  use: GitUse,
): Promise<{ own: OwnProject; id: RepositoryId }> {
  const { root, mainRoot, commonDir } = repository;
  const id = folderId(await realPath(mainRoot ?? root));
  if (commonDir === undefined)
    return { own: defaultProject("the git directory of this work tree cannot be read"), id };

  const origin = normaliseOrigin(originUrl((await readText(join(commonDir, "config"))) ?? "") ?? "");
  if (origin !== undefined) return { own: { project: origin, source: "origin" }, id: `origin:${origin}` };

  const commit = await rootCommit({ root, use }, commonDir);
  const project = "sha" in commit ? projectFromRootCommit(commit.sha) : undefined;
  // The whole id: another history can be made that begins with the same twelve digits.
  if ("sha" in commit && project !== undefined)
    return { own: { project, source: "root-commit" }, id: `commit:${commit.sha}` };
  const why = "missing" in commit ? commit.missing : "git finds no commit in it";
  const own = defaultProject(`the repository has no origin that names it, and ${why}`);
  return { own: "isRefused" in commit ? { ...own, isUnread: true } : own, id };
}

const folderId = (path: string): RepositoryId => `folder:${path}`;

const NO_REPOSITORY = "this is not a git repository";

function defaultProject(why: string): OwnProject {
  return {
    project: DEFAULT_PROJECT,
    source: "default",
    notice: {
      text: `Using the project "${DEFAULT_PROJECT}", because ${why}.`,
      remedies: [{ remedy: "set-project" }],
    },
  };
}

interface UserNameLookup extends FolderLookup {
  /** The configuration files of the user, the one that takes precedence first. */
  readonly userConfigs: readonly string[];
}

/** `user.name` of git: that of the repository, else that of the user. */
export async function gitUserName({ userConfigs, ...where }: UserNameLookup): Promise<string | undefined> {
  const commonDir = (await findReadableRepository(where))?.commonDir;
  const files = commonDir === undefined ? userConfigs : [join(commonDir, "config"), ...userConfigs];
  for (const file of files) {
    const name = userName((await readText(file)) ?? "");
    if (name !== undefined) return name;
  }
  return undefined;
}
