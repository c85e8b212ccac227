import { gitWorktree } from "../../src/adapters/git/worktree.ts";
import { captureDecision } from "../../src/app/decisions/capture-decision.ts";
import type { HookDeps } from "../../src/app/hooks/deps.ts";
import { handleEvent } from "../../src/app/hooks/handle-event.ts";
import { perform } from "../../src/app/shared/operation.ts";
import type { Decision } from "../../src/domain/decisions/decision.ts";
import type { HookEvent } from "../../src/domain/hooks/hook-events.ts";
import type { ReportedEvent } from "../../src/domain/hooks/reported-event.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "./memory.ts";

export const PERSON: Caller = { kind: "human", name: "somebody", role: "admin" };

export interface TestSession {
  readonly memory: TestMemory;
  /** Reports an event of the session `one` of Claude Code in the project shop, and returns what it is told. */
  report(
    event: HookEvent,
    fields?: Partial<ReportedEvent>,
    deps?: Partial<HookDeps> & { readonly project?: string },
  ): Promise<string | undefined>;
  /** Captures a decision, by a person unless said otherwise. */
  decide(statement: string, fields?: object, caller?: Caller): Promise<Decision>;
}

/** The real store, a clock that is set, and the events of a client. Search goes by words. */
export async function openSession(folder?: string): Promise<TestSession> {
  const memory = await openMemory();
  return {
    memory,
    report: (event, fields = {}, { project = "shop", ...deps } = {}) =>
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
        callBy({ name: "claude-code", project }),
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
