import * as z from "zod";
import { listProjects } from "../../app/moving/list-projects.ts";
import { perform } from "../../app/shared/operation.ts";
import { ageText } from "../age-text.ts";
import { defineCommand } from "../command.ts";
import { otherNames, otherNameText } from "../other-names.ts";
import { table } from "../terminal.ts";

export const projects = defineCommand({
  name: "projects",
  summary: "List the projects that have memories, and the one of this folder.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, context) {
    const { terminal } = context;
    const [opened, ownCall] = [await context.deps(), await context.call()];
    const here = ownCall.scope;
    const found = await perform(listProjects, {}, opened, ownCall);
    const known = found.some(({ project }) => project === here);
    const listed = known
      ? found
      : [{ project: here, decisions: 0, others: 0, lastUsedAt: undefined }, ...found];
    const hints = (await otherNames(context)).map((other) => ({
      ...other,
      text: otherNameText(other, here, known),
    }));
    const now = opened.clock.now();
    const rows = listed.map(({ project, decisions, others, lastUsedAt }) => [
      project === here ? "*" : "",
      String(decisions),
      String(others),
      lastUsedAt ? ageText(lastUsedAt, now) : "–",
      project,
    ]);
    return {
      json: {
        projects: listed.map(({ project, decisions, others, lastUsedAt }) => ({
          project,
          decisions,
          other_memories: others,
          last_used_at: lastUsedAt?.toISOString() ?? null,
          here: project === here,
        })),
        perhaps_here: hints.map(({ project, decisions, others, because }) => ({
          project,
          decisions,
          other_memories: others,
          because,
        })),
      },
      text: [
        table(
          [["HERE", "DECISIONS", "OTHER", "LAST USE", "PROJECT"], ...rows],
          terminal.cutsLines ? terminal.width : Number.POSITIVE_INFINITY,
        ),
        ...(context.personTypes() ? hints.map(({ text }) => text) : []),
      ].join("\n"),
    };
  },
});
