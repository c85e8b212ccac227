import { expect, it } from "vitest";
import { hookRequest, readRequest } from "../../../src/clients/hook-request.ts";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { readTold } from "../../../src/hooks/sql/hook-store.ts";
import { answerHook } from "../../../src/main/hooks/hook-server.ts";
import type { Wiring } from "../../../src/main/wire.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { PROMPT, STATEMENT } from "../../support/hook-program.ts";
import { callBy, openMemory } from "../../support/memory.ts";

/** Longer than any test runs. */
const FOR_DAYS_MS = 1_000_000_000;

const received = {
  client: "claude-code",
  event: "prompt",
  input: { session_id: "one", hook_event_name: "UserPromptSubmit", prompt: PROMPT },
} as const;

it("looks for the meaning of a prompt only as long as the hook waits, and then answers by words", async () => {
  const memory = await openMemory();
  const by = callBy({ kind: "human", name: "somebody", role: "admin" });
  await perform(captureDecision, { statement: STATEMENT, confidenceStated: false }, memory, by);
  const wiring = {
    ...memory,
    // As while the model is being loaded.
    meaning: { ...memory.meaning, embedder: () => new Promise(() => {}) },
    environment: { userHome: "/nowhere", settings: { hooksOff: [], hookWaitMs: FOR_DAYS_MS } },
    findProject: async () => async () => ({ project: "shop", dueDays: 30, dynamicExposure: false }),
    person: async () => undefined,
  } as unknown as Wiring;
  const { waitsMs } = readRequest(hookRequest(received, { waitsMs: 10, project: undefined })) ?? {};
  const { printed, told } = await answerHook(received, wiring, { waitsMs });
  expect(printed).toContain(STATEMENT);
  expect(told).toMatchObject([{ session: "one", event: "prompt", kind: "in-force" }]);
  expect(await readTold(memory, "all", 10), "it has not arrived yet").toEqual([]);
});
