import { chooseProject, readKeys } from "../access/index.ts";
import type { StoredKind, StoredNames, Suggestion } from "../cli/command.ts";
import { shorten } from "../cli/terminal.ts";
import {
  DOMAINS,
  decisionIds,
  decisionPage,
  decisionsById,
  pendingLinks,
  readProposals,
} from "../decisions/index.ts";
import { openForLooking } from "../memory/index.ts";
import { projectCandidates } from "../portability/index.ts";
import { ID_PREFIX } from "../shared/ids.ts";
import { ALL_PROJECTS } from "../shared/scope.ts";
import type { Memory } from "../store/file/memory.ts";
import { type Environment, memoryFile } from "./environment.ts";
import { usersGit } from "./git/users-git.ts";

/** As many as fit on a screen or two. */
const MOST = 50;
const SHOWN_TEXT = 60;

/** The names in the memory of the environment. Nothing is created, migrated or written for it. */
export async function storedNames(environment: Environment): Promise<StoredNames | undefined> {
  const looked = await openForLooking(memoryFile(environment).path);
  if (!looked) return undefined;
  const { memory, projects, close } = looked;
  const scope = async (): Promise<string> => {
    const { cwd, userHome, settings } = environment;
    if (settings.project !== undefined) return settings.project;
    const where = { cwd, roots: [], home: userHome, git: usersGit };
    return (await chooseProject(await projectCandidates(where), memory)).project;
  };
  const found: Record<StoredKind, (typed: string) => Promise<readonly Suggestion[]>> = {
    decisions: async (typed) => decisions(memory, await scope(), typed),
    links: async () => links(memory, await scope()),
    proposals: async () =>
      (await readProposals(memory, await scope(), "draft", MOST)).map(({ id, statement }) => ({
        value: id,
        about: shorten(statement, SHOWN_TEXT),
      })),
    keys: async () => (await readKeys(memory)).map(({ id, name }) => ({ value: id, about: name })),
    domains: async () =>
      [...new Set([...DOMAINS, ...environment.settings.modules])].map((value) => ({ value })),
    projects: async () => [
      ...(await projects()).map((value) => ({ value })),
      { value: ALL_PROJECTS, about: "every project, to read" },
    ],
  };
  return {
    async suggest(kind, typed) {
      return (await found[kind](typed)).filter(({ value }) => value.startsWith(typed));
    },
    close,
  };
}

/** Newest first. What begins an id is looked up among all of them. */
async function decisions(memory: Memory, scope: string, typed: string): Promise<readonly Suggestion[]> {
  const isBegun = typed.startsWith(`${ID_PREFIX.decision}_`);
  const listed = isBegun
    ? await decisionsById(memory, scope, await decisionIds(memory, scope, typed, MOST))
    : (await decisionPage(memory, { scope }, MOST)).items;
  const [newest] = listed;
  return [
    ...listed.map(({ id, statement }) => ({ value: id, about: shorten(statement, SHOWN_TEXT) })),
    ...(newest && !isBegun ? [{ value: "last", about: shorten(newest.statement, SHOWN_TEXT) }] : []),
  ];
}

async function links(memory: Memory, scope: string): Promise<readonly Suggestion[]> {
  const { items } = await pendingLinks(memory, scope, {}, MOST);
  return items.map(({ id, from, relation, to }) => ({ value: id, about: `${from} ${relation} ${to}` }));
}
