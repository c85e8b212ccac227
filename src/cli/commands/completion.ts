import * as z from "zod";
import { defineCommand } from "../command.ts";
import { COMPLETION_SCRIPTS, SHELLS } from "../completion-scripts.ts";

export const completion = defineCommand({
  name: "completion",
  summary: "Print what lets a shell complete commands, flags, ids and projects.",
  positionals: ["shell"],
  input: z.strictObject({ shell: z.enum(SHELLS).describe("The shell that reads it.") }),
  async run({ shell }) {
    const script = COMPLETION_SCRIPTS[shell];
    return { json: { shell, script }, text: script, isForPrograms: true };
  },
});
