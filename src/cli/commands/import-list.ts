import * as z from "zod";
import { listImports } from "../../app/moving/list-imports.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { table } from "../terminal.ts";

export const importList = defineCommand({
  name: "import list",
  summary: "List what was imported into this project, the newest first.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { deps, call, terminal }) {
    const runs = await perform(listImports, {}, await deps(), await call());
    return {
      json: {
        imports: runs.map(({ id, kind, source, state, startedAt, counts }) => ({
          run: id,
          kind,
          source,
          state,
          started_at: startedAt.toISOString(),
          counts,
        })),
      },
      text:
        runs.length === 0
          ? "Nothing has been imported yet."
          : table(
              runs.map(({ id, kind, source, state, startedAt }) => [
                id,
                startedAt.toISOString().slice(0, 16).replace("T", " "),
                kind,
                state,
                source,
              ]),
              terminal.width,
            ),
    };
  },
});
