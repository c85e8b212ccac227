import * as z from "zod";
import { defineCommand } from "../../command.ts";

export const mcpServe = defineCommand({
  name: "mcp serve",
  summary: "Serve a client over standard input and output. This is what a client's settings call.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { installation }) {
    await installation.serve();
    return { json: undefined, text: "" };
  },
});
