import * as z from "zod";
import { revokeKey } from "../../app/access/revoke-key.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { keyFields } from "../key-fields.ts";

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "End a key for good, with every session it opened.",
  positionals: ["id"],
  completes: { id: "keys" },
  input: z.strictObject({ id: revokeKey.input.shape.id.describe("The key's id") }),
  async run(input, { deps, call }) {
    const { clock, ...rest } = await deps();
    const key = await perform(revokeKey, input, { clock, ...rest }, await call());
    return {
      json: keyFields(key, clock.now()),
      text: `${key.id} (${key.name}) is no longer valid.`,
    };
  },
});
