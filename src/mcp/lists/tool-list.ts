import type { McpServer } from "@modelcontextprotocol/server";
import type { ProjectContext } from "../../sessions/index.ts";
import { projectContext } from "../../sessions/index.ts";
import { within } from "../../shared/operations/within.ts";
import { effectsOf } from "../../store/log/audit-actions.ts";
import type { Exposure } from "../../tools/exposure.ts";
import type { Tool } from "../../tools/tool.ts";
import { rootsOf } from "../calls/call.ts";
import type { HandlerContext } from "../handler-context.ts";
import { answers } from "../loaded-later.ts";

/** How long to wait for the project of a client, and for a notification to be sent. */
const MAX_WAIT_MS = 500;
/** A client that answers with its roots at once gets the right list at once; the list of any other can change later. */
const MAX_WAIT_WITH_ROOTS_MS = 50;
/** A client that does not list its tools within this time after a notification ignores notifications. */
const RELIST_MS = 5_000;

/** The tool list of one client, and the notification when it changes. */
export interface ToolList {
  list(): Promise<readonly Tool[]>;
  stop(): void;
}

/**
 * If the project enables it, the list depends on the project's stored context, whichever process wrote that. A client
 * that does not follow changes of the list gets a fixed one with all tools.
 */
export function openToolList(
  { server }: McpServer,
  handlerContext: HandlerContext,
  exposure: Exposure,
): ToolList {
  const { deps, connection, era } = handlerContext;
  const { log, clock, memory, timers } = deps;
  let unfollow: (() => void) | undefined;
  let isStatic = false;
  /** The names of the tools that the client listed last. */
  let shown: string | undefined;
  /** When the client was notified, until it lists again. */
  let notifiedAt: Date | undefined;

  /** Undefined if the list does not depend on the context. */
  const projectToFollow = async (): Promise<string | undefined> => {
    const { project, dynamicExposure } = await connection.project(() => rootsOf(server), {
      waitForRoots: true,
    });
    return dynamicExposure ? project : undefined;
  };

  async function current(project: string): Promise<readonly Tool[]> {
    const { allowedTools, exposedTools } = await answers();
    if (isStatic) return exposedTools(exposure, undefined);
    const context = overridden(exposure) ?? (await projectContext(memory, project));
    return exposedTools(exposure, allowedTools(context));
  }

  function follow(project: string): void {
    unfollow ??= memory.follow((entries) => {
      if (!entries.some((entry) => effectsOf(entry.action).changesContext && entry.project === project))
        return;
      notifyIfChanged(project).catch(notificationFailed);
    });
  }

  async function notifyIfChanged(project: string): Promise<void> {
    const tools = await current(project);
    if (isStatic || shown === undefined || namesOf(tools) === shown) return;
    const now = clock.now();
    if (era === "legacy" && notifiedAt !== undefined) {
      // It may still list them, and then gets the current list.
      if (now.getTime() - notifiedAt.getTime() >= RELIST_MS) fallBack("the client did not list again");
      return;
    }
    notifiedAt = now;
    log.info("The tool list changed with the context", { project, tools: tools.length });
    const sent = server.sendToolListChanged().then(() => true);
    if (!(await within(MAX_WAIT_MS, sent, timers))) fallBack("the notification took too long");
  }

  function fallBack(reason: string, error?: unknown): void {
    log.warn("This client gets a fixed tool list", { reason, error });
    isStatic = true;
    stop();
  }

  function stop(): void {
    unfollow?.();
    unfollow = undefined;
  }

  return {
    async list() {
      const finding = projectToFollow().catch((error: unknown) => {
        log.warn("The project is unknown, so the tool list does not depend on its context.", { error });
        return undefined;
      });
      // The list must not wait for a client that does not answer with its roots.
      const offersRoots = server.getClientCapabilities()?.roots !== undefined;
      const longest = offersRoots ? MAX_WAIT_WITH_ROOTS_MS : MAX_WAIT_MS;
      const project = await within(longest, finding, timers);
      if (project === undefined) {
        const { listedTools } = await answers();
        const tools = listedTools(exposure);
        shown = namesOf(tools);
        finding.then(followLate).catch(() => {});
        return tools;
      }
      if (!isStatic) follow(project);
      const tools = await current(project);
      shown = namesOf(tools);
      notifiedAt = undefined;
      return tools;
    },
    stop,
  };

  function followLate(project: string | undefined): void {
    if (project === undefined || unfollow || isStatic) return;
    follow(project);
    notifyIfChanged(project).catch(notificationFailed);
  }

  function notificationFailed(error: unknown): void {
    fallBack("the notification failed", error);
  }
}

const namesOf = (tools: readonly Tool[]): string => tools.map(({ name }) => name).join(" ");

function overridden({ context }: Exposure): Pick<ProjectContext, "context" | "confidence"> | undefined {
  if (context === undefined) return undefined;
  return context === "all" ? { confidence: 0 } : { context, confidence: 1 };
}
