import { mamaDialect } from "../mama-family/dialect.ts";
import { TOOL_REMEDIES } from "../remedies.ts";
import { vocabulary } from "../tool.ts";
import type { RemedyWords } from "../wording.ts";

const MAMA_REMEDIES: RemedyWords = {
  ...TOOL_REMEDIES,
  "list-decisions": () => "list_decisions lists the existing ones.",
  "record-outcome": () => "update_outcome records how one worked out.",
  "save-checkpoint": () => "save_checkpoint saves one.",
  "show-latest-checkpoint": () => "load_checkpoint loads the latest one.",
};

export const mamaTool = vocabulary("mama", { ...mamaDialect, remedies: MAMA_REMEDIES });
