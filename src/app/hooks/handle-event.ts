import type { HookSession } from "../../domain/hooks/hook-session.ts";
import { isMachinePrompt } from "../../domain/hooks/persons-words.ts";
import type { ReportedEvent } from "../../domain/hooks/reported-event.ts";
import { keepContext } from "../continuity/detect-context.ts";
import { type Call, projectOf } from "../shared/operation.ts";
import { noteTool } from "./after-tool.ts";
import { remindBeforeEdit } from "./before-edit.ts";
import type { HookDeps } from "./deps.ts";
import { endTurn, keepSummary } from "./end-turn.ts";
import { remindOf } from "./remind-of.ts";
import { resumeSession } from "./resume-session.ts";

/** One event of a session, with what is known of the session. */
export interface SessionEvent extends ReportedEvent {
  readonly project: string;
  readonly known: HookSession | undefined;
}

const SWITCH = /^\s*membria[ :]+(on|off)[\s.!]*$/i;

/**
 * What the session is told about an event; undefined for nothing. This is the one operation behind all hooks of all
 * clients: what a client calls an event and how it wants to be answered is in `src/clients`.
 */
export async function handleEvent(
  reported: ReportedEvent,
  deps: HookDeps,
  call: Call,
): Promise<string | undefined> {
  const project = projectOf(call);
  const known = await deps.store.hookSession(reported);
  const event = { ...reported, project, known };
  const wanted = SWITCH.exec(reported.prompt ?? "")?.[1]?.toLowerCase();
  if (reported.event === "prompt" && wanted !== undefined)
    return switchSession(event, wanted === "off", deps);
  if (known?.isOff || deps.off.has(reported.event)) return undefined;
  switch (reported.event) {
    case "session-start":
      return resumeSession(event, deps);
    case "prompt":
      if (deps.detectsContext && reported.prompt !== undefined && !isMachinePrompt(reported.prompt)) {
        // A context belongs to the project like a decision: without it, the name would count as that of somebody else.
        await call.beforeWrite?.();
        await keepContext(reported.prompt, deps, call);
      }
      return remindOf(event, deps);
    case "pre-edit":
      return event.isUnheard ? undefined : remindBeforeEdit(event, deps);
    case "post-tool":
      await noteTool(event, deps, call);
      return undefined;
    case "stop":
      await endTurn(event, deps, call);
      return undefined;
    case "pre-compact":
    case "session-end":
      await keepSummary(event, deps);
      return undefined;
  }
}

async function switchSession(
  event: SessionEvent,
  isOff: boolean,
  { store, clock }: HookDeps,
): Promise<string> {
  await store.noteSession(event, { isOff }, clock.now());
  return `The person switched the reminders of Membria ${isOff ? "off" : "on"} for this session. Nothing else is to be done.`;
}
