import * as z from "zod";
import { detectContext } from "../../app/continuity/detect-context.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { readInput } from "../read-input.ts";

const HOOK_EVENTS = ["prompt"] as const;
/** A person is waiting for the answer to their prompt. */
const INPUT_MS = 2_000;

/** The event of a client whose user sent a prompt. Other fields are ignored. */
const PromptEvent = z.object({ prompt: z.string(), cwd: z.string().optional() });

/** Must not disturb the prompt: whatever happens, it prints nothing to standard output and exits with 0. */
export const hook = defineCommand({
  name: "hook",
  summary:
    "Read an event of a client from standard input, as JSON. From a prompt it detects the context of the work.",
  positionals: ["event"],
  failsOpen: true,
  input: z.strictObject({ event: z.enum(HOOK_EVENTS).describe("What happened: prompt") }),
  async run(_, { deps, call }) {
    const event = PromptEvent.parse(JSON.parse((await readInput(INPUT_MS)) ?? ""));
    const detected = await perform(
      detectContext,
      { prompt: event.prompt },
      await deps(),
      await call(event.cwd),
    );
    const { project, context, confidence, words, changed } = detected;
    // Standard output would become part of the prompt.
    return { json: { project, context: context ?? null, confidence, words, changed }, text: "" };
  },
});
