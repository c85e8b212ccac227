import * as z from "zod";
import { oneOf } from "../resources/completion.ts";
import { loadCheckpoint, RESTART_MODES } from "../sessions/index.ts";
import { perform } from "../shared/operations/operation.ts";
import { restartData, restartText } from "../tools/mama-family/checkpoint-tools.ts";
import { definePrompt } from "./prompt.ts";

export const resumeWork = definePrompt({
  name: "resume_work",
  title: "Resume work",
  description: "Where the last session stood, what changed since, and what to check again before going on.",
  input: z.strictObject({
    mode: z.enum(RESTART_MODES).default("full").describe("full, or summary for the gist; full"),
  }),
  hints: { mode: { suggestion: `Use ${RESTART_MODES.join(" or ")}, or leave it out.` } },
  completers: { mode: oneOf(RESTART_MODES) },
  async facts({ mode }, deps, call) {
    const restart = await perform(loadCheckpoint, { mode }, deps, call);
    return [restartText(restartData(restart)), ...restart.notices];
  },
  steps: () => [
    "Read the files that were open, and check again what may no longer hold.",
    "Tell the person in a few sentences where the work stands, what changed since, and what you will do next.",
    "Continue with the next steps; what is only assumed or was not run is not done yet.",
    "Before you stop, save where you stand with memory_save_checkpoint.",
  ],
});
