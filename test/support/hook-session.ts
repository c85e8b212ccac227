import type * as z from "zod";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../../src/decisions/operations/record-outcome.ts";
import type { Decision } from "../../src/decisions/rules/decision.ts";
import type { HookDeps } from "../../src/hooks/operations/deps.ts";
import { handleEvent } from "../../src/hooks/operations/handle-event.ts";
import { embedMemory } from "../../src/recall/operations/embed-memory.ts";
import { embedQuery } from "../../src/recall/operations/embed-query.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import type { Embedder } from "../../src/shared/ports.ts";
import { type Caller, callBy, openMemory, rewired, type TestMemory } from "./memory.ts";
import { received } from "./received.ts";
import { meaningBy } from "./word-embedder.ts";

export interface HookedMemory extends TestMemory {
  decide(
    statement: string,
    more?: Partial<z.input<typeof captureDecision.input>>,
    by?: Caller,
  ): Promise<Decision>;
  fail(decision: Decision, lesson?: string): Promise<void>;
  /** What a session is told about a prompt. */
  prompt(text: string, session?: string, by?: Caller): Promise<string | undefined>;
  /** The session begins, or goes on after its conversation was shortened. */
  start(session: string, compacted?: boolean): Promise<string | undefined>;
  /** The session goes on, with a conversation that has what was told at its start. */
  resume(session: string): Promise<string | undefined>;
}

export const PERSON: Caller = { kind: "human", name: "maintainer", role: "admin" };

/** A memory whose sessions report their events. Without an embedder, words are searched. */
export async function openHookedMemory(embedder?: Embedder): Promise<HookedMemory> {
  const opened = await openMemory();
  const memory = embedder ? rewired(opened, { meaning: meaningBy(embedder) }) : opened;
  const deps: HookDeps = {
    ...memory,
    meaningOf: async (text) => (embedder ? (await embedQuery(text, memory)).meaning : undefined),
    worktree: { checkedOut: async () => undefined, pathIn: async () => undefined },
    off: new Set(),
    detectsContext: false,
  };
  const key = (session: string) => ({ client: "test-client", session });
  return {
    ...memory,
    async decide(statement, more = {}, by = {}) {
      const { decision } = await perform(
        captureDecision,
        { statement, confidenceStated: false, ...more } as z.input<typeof captureDecision.input>,
        memory,
        callBy(by),
      );
      if (embedder) await perform(embedMemory, {}, memory, callBy());
      return decision;
    },
    async fail({ id, project }, lesson) {
      const lessons = lesson === undefined ? [] : [lesson];
      await perform(
        recordOutcome,
        { ref: id, status: "failure", score: 0, lessons },
        memory,
        callBy({ project }),
      );
    },
    prompt: (prompt, session = "first", by = {}) =>
      received(handleEvent({ ...key(session), event: "prompt", prompt }, deps, callBy(by)), memory),
    start: (session, compacted = false) =>
      received(handleEvent({ ...key(session), event: "session-start", compacted }, deps, callBy()), memory),
    resume: (session) =>
      received(
        handleEvent({ ...key(session), event: "session-start", resumed: true }, deps, callBy()),
        memory,
      ),
  };
}
