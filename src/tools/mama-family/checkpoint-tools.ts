import * as z from "zod";
import { loadCheckpoint, type Restart } from "../../app/continuity/load-checkpoint.ts";
import { saveCheckpoint } from "../../app/continuity/save-checkpoint.ts";
import type { ResultOf } from "../../app/shared/operation.ts";
import { CHECKPOINT_PARTS } from "../../domain/continuity/continuity.ts";
import { RESTART_MODES } from "../../domain/continuity/restart.ts";
import type { ArgumentHints } from "../arguments.ts";
import { RestartData, restartData } from "./restart.ts";
import { restartText } from "./restart-text.ts";

const { shape } = saveCheckpoint.input;

/** The flat MAMA tools and those of MAMA 1.1 have the same arguments and results under different names. */
export const saveCheckpointParts = {
  operation: saveCheckpoint,
  input: z.strictObject({
    summary: shape.summary.describe(
      "🎯 Goal & Progress, ✅ Evidence (Verified|Not run|Assumed), ⏳ Unfinished & Risks",
    ),
    open_files: shape.openFiles.unwrap().optional(),
    next_steps: shape.nextSteps.unwrap().optional().describe("🚦 Next Agent Briefing"),
  }),
  hints: {
    summary: { suggestion: "Say what the goal was, how far you got, what is verified and what is left." },
    open_files: { suggestion: 'Send a list of paths, such as ["src/auth.ts"].' },
    next_steps: { suggestion: "Send what the next session has to do, as text." },
  } satisfies ArgumentHints,
  result: z.object({
    success: z.literal(true),
    data: z.object({
      checkpoint_id: z.string(),
      project: z.string(),
      timestamp: z.string(),
      missing_parts: z.array(z.enum(CHECKPOINT_PARTS)),
    }),
  }),
  toOperation: (args: {
    summary: string;
    open_files?: string[] | undefined;
    next_steps?: string | undefined;
  }) => ({ summary: args.summary, openFiles: args.open_files, nextSteps: args.next_steps }),
  fromOperation: ({ checkpoint, missing, notices }: ResultOf<typeof saveCheckpoint>) => ({
    success: true as const,
    data: {
      checkpoint_id: checkpoint.id,
      project: checkpoint.project,
      timestamp: checkpoint.createdAt.toISOString(),
      missing_parts: [...missing],
    },
    ...(notices.length > 0 && { notices }),
  }),
  text: ({ data }: { data: { checkpoint_id: string } }) =>
    `Checkpoint saved (${data.checkpoint_id}). The next session resumes from it.`,
};

export const loadCheckpointParts = {
  operation: loadCheckpoint,
  hints: { mode: { suggestion: `Use ${RESTART_MODES.join(" or ")}.` } } satisfies ArgumentHints,
  quotesMemory: true,
  result: z.object({ success: z.literal(true), data: RestartData }),
  fromOperation: (restart: Restart) => ({
    success: true as const,
    data: restartData(restart),
    ...(restart.notices.length > 0 && { notices: [...restart.notices] }),
  }),
  text: ({ data }: { data: RestartData }) => restartText(data),
};
