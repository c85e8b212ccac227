import * as z from "zod";
import { listImports } from "../../app/moving/list-imports.ts";
import { perform } from "../../app/shared/operation.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { table } from "../terminal.ts";

export const importList = defineCommand({
  name: "import list",
  summary: "List what was imported into this project, the newest first.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { deps, call, terminal }) {
    const ownCall = await call();
    const runs = await perform(listImports, {}, await deps(), ownCall);
    return {
      json: {
        imports: runs.map(({ id, project, kind, source, state, startedAt, counts }) => ({
          run: id,
          project,
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
              runs.map(({ id, project, kind, source, state, startedAt }) => [
                id,
                ...(isAcrossProjects(ownCall) ? [project] : []),
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
