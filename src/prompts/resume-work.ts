import * as z from "zod";
import { loadCheckpoint } from "../app/continuity/load-checkpoint.ts";
import { perform } from "../app/shared/operation.ts";
import { RESTART_MODES } from "../domain/continuity/restart.ts";
import { oneOf } from "../resources/completion.ts";
import { restartData } from "../tools/mama-family/restart.ts";
import { restartText } from "../tools/mama-family/restart-text.ts";
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
