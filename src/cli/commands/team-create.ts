import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { createTeam } from "../../app/team/create-team.ts";
import { defineCommand } from "../command.ts";
import { withoutWrites } from "../move-report.ts";
import { TEAM_FLAGS } from "../team-flags.ts";
import { begunFields, begunText, planText } from "../team-text.ts";

export const teamCreate = defineCommand({
  name: "team create",
  summary: "Begin to share the project of this folder with a team, through a graph server.",
  positionals: ["url"],
  input: z.strictObject(TEAM_FLAGS),
  async run({ from, ...input }, context) {
    const [deps, call] = [await context.deps(), await context.call()];
    const ask = async () => {
      const { plan } = await perform(createTeam, { ...input, dryRun: true }, deps, withoutWrites(call));
      return context.terminal.choose(planText(plan, context), ["now", "all"]);
    };
    const chosen = from ?? (context.personTypes() ? await ask() : undefined);
    const { created } = await perform(createTeam, { ...input, from: chosen }, deps, call);
    if (!created) return { json: { created: false }, text: "Nothing was changed." };
    return {
      json: { created: true, ...begunFields(created, "admin", context.wording) },
      text: [
        ...begunText(created, "admin", context),
        "Invite others with: membria team invite. Tell them the fingerprint in another way than the invitation.",
      ].join("\n"),
    };
  },
});
