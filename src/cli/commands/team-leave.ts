import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { type LeftTeam, leaveTeam } from "../../app/team/leave-team.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { defineCommand } from "../command.ts";
import { counted } from "../counted.ts";
import { withoutWrites } from "../move-report.ts";

export const teamLeave = defineCommand({
  name: "team leave",
  summary: "Stop sharing the project of this folder. What came from others stays here.",
  positionals: [],
  input: z.strictObject({ yes: z.boolean().default(false).describe("Do it without asking.") }),
  async run({ yes }, context) {
    const [deps, call] = [await context.deps(), await context.call()];
    if (!yes) {
      const planned = await perform(leaveTeam, { dryRun: true }, deps, withoutWrites(call));
      const explained = planText(planned);
      const agreed = await context.terminal.confirm(`${explained}\nLeave the team?`);
      if (agreed === undefined) throw confirmationNeeded(explained);
      if (!agreed) return { json: fieldsOf(planned, false), text: "Nothing was changed." };
    }
    const left = await perform(leaveTeam, {}, deps, call);
    return {
      json: fieldsOf(left, true),
      text: [
        `${left.project} is not shared any more. What came from others stays here, what was shared stays with them.`,
        `The others still list this machine as ${left.origin}. Who has the key of the team can remove it.`,
        ...(left.keptKeys === undefined
          ? []
          : [
              `The key of the team is still in ${left.keptKeys}. Delete the file once nobody needs the team.`,
            ]),
      ].join("\n"),
    };
  },
});

const fieldsOf = ({ project, team, origin, pending, hasTeamKey, keptKeys }: LeftTeam, left: boolean) => ({
  project,
  team,
  origin,
  left,
  pending,
  has_team_key: hasTeamKey,
  kept_keys: keptKeys ?? null,
});

const planText = ({ project, team, pending, hasTeamKey }: LeftTeam): string =>
  [
    `${project} is shared with ${team}.`,
    ...(pending > 0
      ? [
          `${counted(pending, "change")} of this machine never reached the team, and will not: membria team sync`,
        ]
      : []),
    ...(hasTeamKey
      ? [
          "This machine has the key of the team: while it is out, nobody can be invited, and no role changes. To come back, make an invitation before: membria team invite --role admin",
        ]
      : []),
  ].join("\n");

const confirmationNeeded = (explained: string): Fault =>
  new Fault("invalid", `Nothing was changed. ${explained.replaceAll("\n", " ")}`, {
    reason: "confirmation_needed",
    hint: "To do it: membria team leave --yes",
  });
