import * as z from "zod";
import { undoProjectMove } from "../../app/moving/move-project.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { moveReport, withoutWrites } from "../move-report.ts";

export const projectsUndo = defineCommand({
  name: "projects undo",
  summary: "Take the last move, merge or renaming of a project back. What came since stays.",
  positionals: [],
  input: z.strictObject({
    dryRun: z.boolean().default(false).describe("Only say what would go back."),
  }),
  async run({ dryRun }, { deps, call, wording }) {
    const ownCall = dryRun ? withoutWrites(await call()) : await call();
    return moveReport(await perform(undoProjectMove, { dryRun }, await deps(), ownCall), wording);
  },
});
