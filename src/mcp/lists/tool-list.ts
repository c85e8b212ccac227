import type { McpServer } from "@modelcontextprotocol/server";
import type { ProjectContext } from "../../domain/continuity/exposure.ts";
import { allowedTools } from "../../tools/context-tools.ts";
import { type Exposure, exposedTools, listedTools } from "../../tools/inventory.ts";
import type { Tool } from "../../tools/tool.ts";
import { rootsOf } from "../calls/call.ts";
import type { Serving } from "../serving.ts";

/** A list that takes longer to find, or a notification that takes longer to leave, is not waited for. */
const PATIENCE_MS = 500;
/** A client that listed nothing in this time after it was told does not list again. */
const RELIST_MS = 5_000;

/** What one client sees, and how it hears that it would see something else. */
export interface ToolList {
  list(): Promise<readonly Tool[]>;
  stop(): void;
}

/**
 * Where a project wants it, the list follows the project's stored context, whichever process wrote that. A client that
 * cannot take a list that changes gets one that does not: everything.
 */
export function openToolList({ server }: McpServer, serving: Serving, exposure: Exposure): ToolList {
  const { deps, connection, era } = serving;
  const { log, clock, store } = deps;
  let unfollow: (() => void) | undefined;
  let isStatic = false;
  /** The names of what the client has. */
  let shown: string | undefined;
  /** Since when a client that was told has not listed again. */
  let toldAt: Date | undefined;

  /** Undefined where the list does not change. */
  const followed = async (): Promise<string | undefined> => {
    const { project, dynamicExposure } = await connection.project(() => rootsOf(server));
    return dynamicExposure ? project : undefined;
  };

  async function current(project: string): Promise<readonly Tool[]> {
    if (isStatic) return exposedTools(exposure, undefined);
    const context = overridden(exposure) ?? (await store.projectContext(project));
    return exposedTools(exposure, allowedTools(context));
  }

  function follow(project: string): void {
    unfollow ??= store.follow((entries) => {
      if (!entries.some((entry) => entry.action === "context.detected" && entry.project === project)) return;
      tell(project).catch((error: unknown) => fallBack("the change could not be told", error));
    });
  }

  async function tell(project: string): Promise<void> {
    const tools = await current(project);
    if (isStatic || shown === undefined || namesOf(tools) === shown) return;
    const now = clock.now();
    if (era === "legacy" && toldAt !== undefined) {
      // It may still be about to, and will then get what holds at that time.
      if (now.getTime() - toldAt.getTime() >= RELIST_MS) fallBack("the client did not list again");
      return;
    }
    toldAt = now;
    log.info("The tool list follows the context", { project, tools: tools.length });
    const sent = server.sendToolListChanged().then(() => true);
    if (!(await inTime(sent))) fallBack("the notification took too long");
  }

  function fallBack(reason: string, error?: unknown): void {
    log.warn("This client gets a tool list that does not change", { reason, error });
    isStatic = true;
    stop();
  }

  function stop(): void {
    unfollow?.();
    unfollow = undefined;
  }

  return {
    async list() {
      const finding = followed().catch((error: unknown) => {
        log.warn("The project is not known, so the tool list does not follow it.", { error });
        return undefined;
      });
      // Nobody waits for a client that does not say where it works.
      const project = await inTime(finding);
      if (project === undefined) {
        const tools = listedTools(exposure);
        shown = namesOf(tools);
        finding.then(late).catch(() => {});
        return tools;
      }
      if (!isStatic) follow(project);
      const tools = await current(project);
      shown = namesOf(tools);
      toldAt = undefined;
      return tools;
    },
    stop,
  };

  function late(project: string | undefined): void {
    if (project === undefined || unfollow || isStatic) return;
    follow(project);
    tell(project).catch((error: unknown) => fallBack("the change could not be told", error));
  }
}

const namesOf = (tools: readonly Tool[]): string => tools.map(({ name }) => name).join(" ");

function overridden({ context }: Exposure): Pick<ProjectContext, "context" | "confidence"> | undefined {
  if (context === undefined) return undefined;
  return context === "all" ? { confidence: 0 } : { context, confidence: 1 };
}

/** What comes of the work, or undefined when that takes too long. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
