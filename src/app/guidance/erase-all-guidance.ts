import * as z from "zod";
import type { ErasedGuidance } from "../../domain/guidance/guidance-store.ts";
import { actOf, defineOperation, projectOf } from "../shared/operation.ts";
import type { GuidanceDeps } from "./deps.ts";

export const eraseAllGuidance = defineOperation({
  name: "erase-all-guidance",
  summary: "Remove all that was only asked about in a project, for good.",
  effect: "destroy",
  role: "admin",
  input: z.strictObject({}),
  async run(_, deps: GuidanceDeps, call): Promise<ErasedGuidance> {
    await deps.observations.flush();
    return deps.store.eraseAllGuidance(projectOf(call), actOf(deps, call));
  },
});
