import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { actOf, defineOperation } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

export const undoImport = defineOperation({
  name: "undo-import-run",
  summary: "Take back everything that one import added.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({
    run: z.string().min(1).max(100),
    /** Also removes records that were changed since. */
    evenIfChanged: z.boolean().default(false),
  }),
  async run({ run, evenIfChanged }, deps: MovingDeps, call) {
    const changed = await deps.store.changedSinceImport(call.scope, run);
    if (changed > 0 && !evenIfChanged) {
      throw new Fault(
        "conflict",
        `${changed} of the records of ${run} were worked on since, so nothing was taken back.`,
        {
          field: "run",
          received: run,
          reason: "changed_since_import",
          hint: "Their outcomes, notes and links would go with them.",
          remedies: [{ remedy: "undo-import-all-the-same", run }],
        },
      );
    }
    if (call.scope !== ALL_PROJECTS) await deps.teamGuard(call.scope, "import.undone");
    return { ...(await deps.store.undoImport(call.scope, run, actOf(deps, call))), changed };
  },
  shares: { records: () => "many" },
});
