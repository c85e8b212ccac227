import * as z from "zod";
import { createKey } from "../../app/access/create-key.ts";
import { perform } from "../../app/shared/operation.ts";
import { parseProjectName } from "../../domain/access/project.ts";
import { defineCommand } from "../command.ts";
import { issuedFields, issuedText } from "../key-fields.ts";

const { shape } = createKey.input;

export const keysCreate = defineCommand({
  name: "keys create",
  summary: "Create a key for a program that uses the HTTP server. It is shown only once.",
  positionals: [],
  input: z.strictObject({
    name: shape.name,
    role: shape.role.describe("What it may do."),
    project: z.string().optional().describe("The only project it may use; without it the caller names one"),
    expires: shape.expires.describe("30d, 12h or a date. Default 30d."),
    mayConsent: shape.mayConsent.describe(
      "Its client may ask the person and report the answer. Give it only to clients that show questions to people.",
    ),
  }),
  async run({ project, ...input }, { deps, call, terminal }) {
    const issued = await perform(
      createKey,
      { ...input, ...(project !== undefined && { project: parseProjectName(project, "--project") }) },
      await deps(),
      await call(),
    );
    return { json: issuedFields(issued), text: issuedText(issued, (text) => terminal.style("bold", text)) };
  },
});
