import * as z from "zod";
import { detectContext } from "../../app/continuity/detect-context.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { readInput } from "../read-input.ts";

const HOOK_EVENTS = ["prompt"] as const;
/** Somebody waits to see their prompt answered. */
const INPUT_MS = 2_000;

/** What a client hands over when its user has sent a prompt; there is more in it that is not needed. */
const PromptEvent = z.object({ prompt: z.string(), cwd: z.string().optional() });

/** Never in the way of the prompt: whatever happens, it says nothing and ends well. */
export const hook = defineCommand({
  name: "hook",
  summary:
    "Take an event of a client from standard input, as JSON. Of a prompt it keeps what the work is about.",
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
    // What stands on standard output becomes part of the prompt.
    return { json: { project, context: context ?? null, confidence, words, changed }, text: "" };
  },
});
