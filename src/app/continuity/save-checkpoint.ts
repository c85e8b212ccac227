import * as z from "zod";
import { type Checkpoint, requireParts } from "../../domain/continuity/checkpoint.ts";
import { readContinuity } from "../../domain/continuity/continuity.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { describeChanges, startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS, textList } from "../../domain/shared/text.ts";
import { actOf, defineOperation, projectOf } from "../shared/operation.ts";
import type { ContinuityDeps } from "./deps.ts";

export const saveCheckpoint = defineOperation({
  name: "save-checkpoint",
  summary: "Keep where the work stands, for whoever carries it on.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    summary: boundedText(1, LIMITS.text),
    openFiles: textList().default([]),
    nextSteps: boundedText(0, LIMITS.text).default(""),
  }),
  async run({ summary, openFiles, nextSteps }, deps: ContinuityDeps, call) {
    const screen = startScreening(deps.secrets);
    const texts = {
      summary: screen.required("summary", summary),
      openFiles: screen.list("openFiles", openFiles),
      nextSteps: screen.text("nextSteps", nextSteps),
    };
    const { missing, claims } = readContinuity(texts.summary, texts.nextSteps);
    if (deps.strictCheckpoints) requireParts(missing);
    const checkpoint: Checkpoint = {
      ...texts,
      id: deps.ids.next(ID_PREFIX.checkpoint),
      aliases: [],
      project: projectOf(call),
      head: await headOf(deps),
      author: call.actor.author,
      createdAt: deps.clock.now(),
    };
    await deps.store.addCheckpoint(checkpoint, actOf(deps, call));
    deps.afterNote.saved();
    const unmarked = claims.filter(({ status }) => status === undefined).length;
    return {
      checkpoint,
      missing,
      notices: [
        ...(missing.length > 0 ? [`It lacks ${missing.join(", ")}: whoever resumes will not know it.`] : []),
        ...(unmarked > 0
          ? [
              `${unmarked} of ${claims.length} evidence items have no status: say Verified, Not run or Assumed.`,
            ]
          : []),
        ...describeChanges(screen.changes),
      ],
    };
  },
});

/** A checkpoint is saved even if the repository cannot be read. */
async function headOf({ checkout, log }: ContinuityDeps): Promise<string | undefined> {
  try {
    return (await checkout.head())?.id;
  } catch (error) {
    log.warn("The checkpoint is saved without the commit it was made at.", { error });
    return undefined;
  }
}
