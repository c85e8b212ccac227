import { realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import {
  DEFAULT_PROJECT,
  normaliseOrigin,
  parseProjectName,
  projectFromRootCommit,
} from "../../domain/access/project.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { originUrl } from "./config-file.ts";
import { readProjectFile } from "./project-file.ts";
import { findRepository, type Repository, readText } from "./repository.ts";
import { rootCommit } from "./root-commit.ts";

export interface ProjectLookup {
  /** The project from the settings, which takes precedence over git. */
  readonly explicit?: string | undefined;
  /** The name of that setting for error messages. */
  readonly explicitIn?: string | undefined;
  readonly cwd: string;
  /** The `file://` URIs of the client's roots, in its order. Other URIs are ignored. */
  readonly roots?: readonly string[] | undefined;
  readonly home?: string | undefined;
}

type Where = Pick<ProjectLookup, "cwd" | "roots" | "home">;

export interface ResolvedProject {
  readonly project: string;
  readonly source: "setting" | "file" | "origin" | "root-commit" | "default";
  /** The top of the repository, or the directory of a `.membria.json` outside one. */
  readonly root?: string;
  /** Days until an outcome is due, if the project file sets them. */
  readonly dueDays?: number;
  /** Whether the tool list depends on the context of the work, if the project file sets it. */
  readonly dynamicExposure?: boolean;
  /** Set when the default project is used: says so, and how to set one. */
  readonly notice?: Notice;
}

/** Finds the project. Only a repository without a usable origin needs a git process. */
export async function resolveProject(question: ProjectLookup): Promise<ResolvedProject> {
  const { explicit, explicitIn = "the settings", cwd, roots = [] } = question;
  if (explicit !== undefined) {
    return { project: parseProjectName(explicit, explicitIn), source: "setting" };
  }
  const home = await realPath(question.home ?? homedir());
  let unresolved: ResolvedProject | undefined;
  for (const start of await startingPoints(cwd, roots)) {
    const found = await projectAt(start, home);
    if (found.source !== "default") return found;
    unresolved ??= found;
  }
  return unresolved ?? unknownProject("this is not a git repository");
}

/** The top of the work tree, whatever project is set for it. */
export async function findWorkTree(question: Where): Promise<string | undefined> {
  return (await findReadableRepository(question))?.root;
}

/** The repository that the work is in, if its git directory can be read. */
export async function findReadableRepository(question: Where): Promise<Repository | undefined> {
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
async function startingPoints(cwd: string, roots: readonly string[]): Promise<readonly string[]> {
  const here = await realPath(cwd);
  const offered = await Promise.all(roots.flatMap(pathOf).map(realPath));
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

async function projectAt(start: string, home: string): Promise<ResolvedProject> {
  const repository = await findRepository(start, home);
  let own: Pick<ResolvedProject, "dueDays" | "dynamicExposure"> = {};
  for (const directory of repository ? [repository.root, repository.mainRoot] : [start]) {
    const file = directory === undefined ? undefined : await readProjectFile(directory, home);
    own = {
      ...(file?.dueDays !== undefined && { dueDays: file.dueDays }),
      ...(file?.dynamicExposure !== undefined && { dynamicExposure: file.dynamicExposure }),
      ...own,
    };
    if (file?.project !== undefined) {
      return { project: file.project, source: "file", root: repository?.root ?? start, ...own };
    }
  }
  const found = repository
    ? await projectOfHistory(repository)
    : unknownProject("this is not a git repository");
  return { ...found, ...own };
}

async function projectOfHistory({ root, commonDir }: Repository): Promise<ResolvedProject> {
  if (commonDir === undefined) {
    return unknownProject("the git directory of this work tree cannot be read", root);
  }
  const origin = normaliseOrigin(originUrl((await readText(join(commonDir, "config"))) ?? "") ?? "");
  if (origin !== undefined) return { project: origin, source: "origin", root };

  const commit = await rootCommit(commonDir);
  const project = "sha" in commit ? projectFromRootCommit(commit.sha) : undefined;
  if (project !== undefined) return { project, source: "root-commit", root };
  const why = "missing" in commit ? commit.missing : "git finds no commit in it";
  return unknownProject(`the repository has no origin that names it, and ${why}`, root);
}

function unknownProject(why: string, root?: string): ResolvedProject {
  return {
    project: DEFAULT_PROJECT,
    source: "default",
    notice: {
      text: `Using the project "${DEFAULT_PROJECT}", because ${why}.`,
      remedies: [{ remedy: "set-project" }],
    },
    ...(root === undefined ? {} : { root }),
  };
}
