import * as z from "zod";
import { listKeys } from "../../app/access/list-keys.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { keyFields } from "../key-fields.ts";
import { table } from "../terminal.ts";

const day = (time: string | null): string => time?.slice(0, 10) ?? "never";

export const keysList = defineCommand({
  name: "keys list",
  summary: "List the keys, without their secrets.",
  positionals: [],
  input: z.strictObject({}),
  async run(input, { deps, call, terminal }) {
    const opened = await deps();
    const found = await perform(listKeys, input, opened, await call());
    const keys = found.map((key) => keyFields(key, opened.clock.now()));
    const rows = keys.map(({ id, standing, role, project, may_consent, expires_at, last_used_at, name }) => [
      id,
      standing,
      role,
      project ?? "any project",
      may_consent ? "may report consent" : "",
      `until ${day(expires_at)}`,
      `used ${day(last_used_at)}`,
      name,
    ]);
    const warnings = keys.flatMap(({ warning }) => warning ?? []);
    return {
      json: { keys },
      text:
        keys.length === 0
          ? "There are no keys. Create one with: membria keys create --name NAME"
          : [table(rows, terminal.width), ...warnings].join("\n"),
    };
  },
});
