import * as z from "zod";
import { TOOL_REMEDIES } from "../remedies.ts";
import { type Dialect, vocabulary } from "../tool.ts";
import { parseTmkbArguments } from "./arguments.ts";

/** The document defines error messages but no codes. */
const tmkbDialect: Dialect = {
  errorSchema: z.object({ error: z.object({ message: z.string() }) }),
  parse: parseTmkbArguments,
  remedies: TOOL_REMEDIES,
  formatFault(fault) {
    const message = fault.code === "invalid" ? fault.message : fault.sentence;
    return { structured: { error: { message } }, text: message };
  },
};

export const tmkbTool = vocabulary("tmkb", tmkbDialect);
