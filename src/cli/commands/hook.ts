import * as z from "zod";
import { HOOK_CLIENTS, parseEvent } from "../../clients/answer-hook.ts";
import { HOOK_EVENTS } from "../../domain/hooks/hook-events.ts";
import { defineCommand } from "../command.ts";
import { readInput } from "../read-input.ts";

/** A person is waiting for the answer to their prompt. */
const INPUT_MS = 2_000;

/**
 * A program of its own answers clients, because it starts faster (`src/main/hook.ts`). This is the same for a person who
 * tries it out with `--json`. Whatever happens, it exits with 0.
 */
export const hook = defineCommand({
  name: "hook",
  summary:
    "Answer an event of a client: read it from standard input as JSON, and print what the client is to pass on to the model.",
  positionals: ["event"],
  failsOpen: true,
  input: z.strictObject({
    event: z.enum(HOOK_EVENTS).describe(`What happened: ${HOOK_EVENTS.join(", ")}`),
    client: z
      .enum(HOOK_CLIENTS)
      .default("claude-code")
      .describe(`The client that reports it: ${HOOK_CLIENTS.join(", ")}`),
  }),
  async run({ event, client }, { installation }) {
    const received = parseEvent(client, event, (await readInput(INPUT_MS)) ?? "");
    const printed = received ? await installation.answerHook(received) : "";
    return { json: { event, client, printed }, text: printed, isForPrograms: true };
  },
});
