import { pathToFileURL } from "node:url";
import { gitWorktree } from "../adapters/git/worktree.ts";
import { listenLocally, socketPath } from "../adapters/sockets/listen-locally.ts";
import { announceServer, serversFolder } from "../adapters/sockets/running-servers.ts";
import type { HookDeps } from "../app/hooks/deps.ts";
import { handleEvent } from "../app/hooks/handle-event.ts";
import { embedQuery } from "../app/recall/embed-query.ts";
import type { Call } from "../app/shared/operation.ts";
import { type ReceivedEvent, reportedIn, writtenFor } from "../clients/answer-hook.ts";
import { hookAnswer, readRequest } from "../clients/hook-request.ts";
import type { Actor } from "../domain/shared/actor.ts";
import { personName } from "../domain/shared/person-name.ts";
import { ALL_PROJECTS } from "../domain/shared/scope.ts";
import { startScreening } from "../domain/shared/screening.ts";
import { type HookProjects, hookProjects } from "./hook-projects.ts";
import { offEvents } from "./hooks-off.ts";
import { memoryFile } from "./memory-file.ts";
import type { ResolvedProject } from "./project.ts";
import { forgetSaid } from "./say-once.ts";
import { version } from "./version.ts";
import type { Wiring } from "./wire.ts";

/** The part of the time of a hook that may go by until the meaning of a prompt is known; the rest takes little. */
const FOR_MEANING = 0.5;

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
        if (!request) return "{}";
        const { received, project } = request;
        return hookAnswer(await answerHook(received, wiring, { projects, project }));
      } catch (error) {
        log.warn("A hook could not be answered.", { error });
        return "{}";
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

/** Loads the model where hooks are in use, so that the first prompt does not have to do without it. */
async function warmUp(wiring: Wiring): Promise<void> {
  try {
    const sessions = await wiring.store.sessionsNamed(ALL_PROJECTS, "");
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
  }: { readonly projects?: HookProjects; readonly project?: string | undefined } = {},
): Promise<string> {
  const event = reportedIn(received);
  if (!event) return "";
  // The model is loaded with the first event of a session, so that it is there for the first prompt.
  if (event.event === "session-start") void warmUp(wiring);
  const resolved = await projects(event.folder, project);
  const off = offEvents(wiring.environment.settings.hooksOff, resolved.hooks);
  const deps = hookDeps(wiring, { off, detectsContext: resolved.dynamicExposure });
  const roots = event.folder === undefined ? [] : [pathToFileURL(event.folder).href];
  const call = await hookCall(resolved, event.client, roots, wiring);
  return writtenFor(received, await handleEvent(event, deps, call));
}

function hookDeps(
  wiring: Wiring,
  { off, detectsContext }: Pick<HookDeps, "off" | "detectsContext">,
): HookDeps {
  const waitMs = wiring.environment.settings.hookWaitMs;
  return {
    ...wiring,
    meaningOf: (text) => within(waitMs * FOR_MEANING, async () => (await embedQuery(text, wiring)).meaning),
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
