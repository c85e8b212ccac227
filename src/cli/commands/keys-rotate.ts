import * as z from "zod";
import { rotateKey } from "../../app/access/rotate-key.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { issuedFields, issuedText } from "../key-fields.ts";

const { shape } = rotateKey.input;

export const keysRotate = defineCommand({
  name: "keys rotate",
  summary: "Give a key a new secret and another 30 days. The old secret stops working at once.",
  positionals: ["id"],
  completes: { id: "keys" },
  input: z.strictObject({
    id: shape.id.describe("The key's id"),
    expires: shape.expires.describe("30d, 12h or a date. Default 30d."),
    overlap: shape.overlap.describe("How long the old secret keeps working, such as 1h. At most 7d."),
  }),
  async run(input, { deps, call, terminal }) {
    const issued = await perform(rotateKey, input, await deps(), await call());
    const until = issued.key.previous?.until.toISOString();
    return {
      json: { ...issuedFields(issued), ...(until && { previous_until: until }) },
      text: [
        issuedText(issued, (text) => terminal.style("bold", text)),
        until ? `The old secret works until ${until}.` : "The old secret no longer works.",
      ].join("\n"),
    };
  },
});
