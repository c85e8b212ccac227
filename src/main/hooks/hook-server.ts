import { pathToFileURL } from "node:url";
import { parseProjectName } from "../../access/index.ts";
import { answerWith, type ReceivedEvent, reportedIn, type WrittenAnswer } from "../../clients/answer-hook.ts";
import { hookAnswer, readRequest } from "../../clients/hook-request.ts";
import {
  announceServer,
  type HookDeps,
  handleEvent,
  listenLocally,
  NOT_RECEIVED,
  recordTold,
  serversFolder,
  sessionsNamed,
  socketPath,
  type Told,
} from "../../hooks/index.ts";
import { embedQuery } from "../../recall/index.ts";
import { gitWorktree } from "../../repository/index.ts";
import type { Actor } from "../../shared/actor.ts";
import { personName } from "../../shared/names.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Clock } from "../../shared/ports.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { startScreening } from "../../shared/screening.ts";
import type { ResolvedProject } from "../caller/project.ts";
import { memoryFile } from "../environment.ts";
import { version } from "../version.ts";
import type { Wiring } from "../wire.ts";
import { offEvents } from "./hook-settings.ts";
import { forgetSaid } from "./say-once.ts";

/** The part of the time of a hook that may go by until the meaning of a prompt is known; the rest takes little. */
const FOR_MEANING = 0.7;
/** The part of its time that a hook of 0.2.0 waits for a server, about: it does not say how much is left. */
const WAITED_BY_OLDER = 0.5;
const NO_ANSWER = { line: "{}" };

/** Answers the hooks of clients on this machine. The socket is for the same user alone. */
export async function serveHooks(wiring: Wiring): Promise<{ stop(): Promise<void> }> {
  const { environment, log } = wiring;
  const { settings, home, cwd } = environment;
  if (settings.readOnly || settings.role === "viewer" || settings.hooksOff.includes("all"))
    return { stop: async () => {} };
  try {
    const folder = serversFolder(home);
    forgetSaid(home, wiring.clock.now());
    const socket = socketPath(folder, String(process.pid));
    const projects = hookProjects(wiring, wiring.clock);
    const server = await listenLocally(socket, async (line) => {
      try {
        const request = readRequest(line);
        if (!request) return NO_ANSWER;
        const { received, confirms, ...given } = request;
        const { printed, told } = await answerHook(received, wiring, { projects, ...given });
        const onEnd = told.length === 0 ? undefined : (arrived: boolean) => record(told, arrived, wiring);
        return { line: hookAnswer(printed), onEnd, confirms };
      } catch (error) {
        log.warn("A hook could not be answered.", { error });
        return NO_ANSWER;
      }
    });
    const withdraw = announceServer(folder, {
      pid: process.pid,
      socket,
      memory: memoryFile(environment).path,
      folder: cwd,
      startedAt: Date.now(),
    });
    void warmUp(wiring);
    return {
      stop: async () => {
        withdraw();
        await server.close();
      },
    };
  } catch (error) {
    log.warn("Hooks of clients cannot be answered by this server; they read the memory themselves.", {
      error,
    });
    return { stop: async () => {} };
  }
}

/** Nobody waits for it: a session that asks in the meantime is told the same again. */
function record(told: readonly Told[], received: boolean, { memory, log }: Wiring): void {
  const rows = received ? told : told.map((one) => ({ ...one, epoch: NOT_RECEIVED }));
  recordTold(memory, rows).catch((error: unknown) =>
    log.warn("What a session was told could not be recorded.", { error }),
  );
}

/** Loads the model where hooks are in use, so that the first prompt does not have to do without it. */
async function warmUp(wiring: Wiring): Promise<void> {
  try {
    const sessions = await sessionsNamed(wiring.memory, ALL_PROJECTS, "");
    if (sessions.length > 0) await embedQuery("warm up", wiring);
  } catch (error) {
    wiring.log.debug("The model was not loaded ahead.", { error });
  }
}

export async function answerHook(
  received: ReceivedEvent,
  wiring: Wiring,
  {
    projects = hookProjects(wiring, wiring.clock),
    project,
    waitsMs = wiring.environment.settings.hookWaitMs * WAITED_BY_OLDER,
  }: {
    readonly projects?: HookProjects;
    readonly project?: string | undefined;
    readonly waitsMs?: number | undefined;
  } = {},
): Promise<WrittenAnswer> {
  const event = reportedIn(received);
  if (!event) return answerWith(received, undefined);
  // The model is loaded with the first event of a session, so that it is there for the first prompt.
  if (event.event === "session-start") void warmUp(wiring);
  const resolved = await projects(event.folder, project);
  const off = offEvents(wiring.environment.settings.hooksOff, resolved.hooks);
  const deps = hookDeps(wiring, waitsMs, { off, detectsContext: resolved.dynamicExposure });
  const roots = event.folder === undefined ? [] : [pathToFileURL(event.folder).href];
  const call = await hookCall(resolved, event.client, roots, wiring);
  return answerWith(received, await handleEvent(event, deps, call));
}

function hookDeps(
  wiring: Wiring,
  waitsMs: number,
  { off, detectsContext }: Pick<HookDeps, "off" | "detectsContext">,
): HookDeps {
  return {
    ...wiring,
    meaningOf: (text) => within(waitsMs * FOR_MEANING, async () => (await embedQuery(text, wiring)).meaning),
    worktree: gitWorktree(wiring.environment.userHome),
    off,
    detectsContext,
  };
}

function within<T>(ms: number, work: () => Promise<T | undefined>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, undefined);
    const end = (done?: T): void => {
      clearTimeout(timer);
      resolve(done);
    };
    work().then(end, () => end());
  });
}

async function hookCall(
  { project, dueDays, beforeWrite, writtenFrom }: ResolvedProject,
  client: string,
  roots: readonly string[],
  wiring: Wiring,
): Promise<Call> {
  const screen = startScreening(wiring.secrets);
  const actor: Actor = {
    role: "agent",
    author: {
      kind: "agent",
      name: screen.text("author", client),
      person: personName(await wiring.person(async () => roots), wiring.secrets),
    },
    client: screen.text("client", `membria-hook/${version}`),
    ...(writtenFrom !== undefined && { place: writtenFrom }),
  };
  return {
    actor,
    scope: project,
    dueDays,
    notices: [],
    consent: () => undefined,
    mayReportConsent: false,
    ...(beforeWrite && { beforeWrite: () => beforeWrite(actor) }),
    signal: new AbortController().signal,
    progress: () => {},
  };
}

/** Events come in bursts. After this, a person may have changed the project file, such as to switch hooks off. */
const KNOWN_FOR_MS = 5_000;

/** The project of an event. */
type HookProjects = (folder: string | undefined, named: string | undefined) => Promise<ResolvedProject>;

/** Looks for the project of a folder, and again after a while or a failure. A name that a hook was given counts first. */
export function hookProjects({ findProject }: Pick<Wiring, "findProject">, clock: Clock): HookProjects {
  const known = new Map<string, { readonly at: number; readonly found: ReturnType<Wiring["findProject"]> }>();
  const look = async (folder: string | undefined): Promise<ResolvedProject> => {
    const now = clock.now().getTime();
    for (const [key, { at }] of known) if (Math.abs(now - at) > KNOWN_FOR_MS) known.delete(key);
    const key = folder ?? "";
    const roots = folder === undefined ? [] : [pathToFileURL(folder).href];
    const { found } = known.get(key) ?? {
      found: findProject(roots, { onlyRoots: roots.length > 0, namedBy: "user" }),
    };
    if (!known.has(key)) known.set(key, { at: now, found });
    try {
      return await (await found)();
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
  return async (folder, named) => {
    const resolved = await look(folder);
    if (named === undefined) return resolved;
    // As for a server with that setting: what the folder says of its own name does not hold for another.
    const { dueDays, dynamicExposure, hooks } = resolved;
    const project = parseProjectName(named, "--project or MEMBRIA_PROJECT");
    return { project, source: "setting", dueDays, dynamicExposure, hooks };
  };
}
