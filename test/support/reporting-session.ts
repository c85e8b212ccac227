import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import type { Decision } from "../../src/decisions/rules/decision.ts";
import type { HookDeps } from "../../src/hooks/operations/deps.ts";
import { handleEvent } from "../../src/hooks/operations/handle-event.ts";
import type { HookEvent, ReportedEvent } from "../../src/hooks/rules/hook-session.ts";
import { gitWorktree } from "../../src/repository/git/worktree.ts";
import type { Role } from "../../src/shared/actor.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "./memory.ts";
import { received } from "./received.ts";

export const PERSON: Caller = { kind: "human", name: "somebody", role: "admin" };

export interface TestSession {
  readonly memory: TestMemory;
  /** Reports an event of the session `one` of Claude Code in the project shop, and returns what it is told. */
  report(
    event: HookEvent,
    fields?: Partial<ReportedEvent>,
    deps?: Partial<HookDeps> & { readonly project?: string; readonly role?: Role },
  ): Promise<string | undefined>;
  /** Captures a decision, by a person unless said otherwise. */
  decide(statement: string, fields?: object, caller?: Caller): Promise<Decision>;
}

/** The real store, a clock that is set, and the events of a client. Search goes by words. */
export async function openSession(folder?: string): Promise<TestSession> {
  const memory = await openMemory();
  return {
    memory,
    report: (event, fields = {}, { project = "shop", role = "agent", ...deps } = {}) =>
      received(
        handleEvent(
          { client: "claude-code", session: "one", folder, ...fields, event },
          {
            ...memory,
            meaningOf: async () => undefined,
            worktree: gitWorktree("/nowhere"),
            off: new Set(),
            detectsContext: false,
            ...deps,
          },
          callBy({ name: "claude-code", project, role }),
        ),
        memory,
      ),
    async decide(statement, fields = {}, caller = PERSON) {
      const { decision } = await perform(
        captureDecision,
        { statement, confidenceStated: false, ...fields },
        memory,
        callBy(caller),
      );
      return decision;
    },
  };
}

/** A text without what is in quotation marks: our own words. */
export const ownWords = (text: string): string => text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
