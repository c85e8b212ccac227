import * as z from "zod";
import { perform } from "../../app/shared/operation.ts";
import { type JoiningPlan, joinTeam } from "../../app/team/join-team.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { withoutWrites } from "../move-report.ts";
import { readSecret } from "../read-secret.ts";
import { TEAM_FLAGS } from "../team-flags.ts";
import { begunFields, begunText, line, planText } from "../team-text.ts";

export const teamJoin = defineCommand({
  name: "team join",
  summary: "Share the project of this folder with a team that invited you.",
  positionals: ["url"],
  input: z.strictObject({
    ...TEAM_FLAGS,
    url: TEAM_FLAGS.url.describe(
      "The server, such as rediss://USER:PASSWORD@HOST:6379. Default MEMBRIA_GRAPH_URL, else the one in the invitation.",
    ),
    invite: z.string().describe("The invitation; - reads it from standard input, where no one else sees it"),
    fingerprint: z
      .string()
      .optional()
      .describe("The fingerprint of the team, as the one who invited you told it. Asked for without it."),
  }),
  fields: { invitation: "invite" },
  async run({ from, fingerprint, invite, ...input }, context) {
    const { terminal } = context;
    const [deps, call] = [await context.deps(), await context.call()];
    const invitation = invite === "-" ? await readSecret("Invitation: ") : invite;
    const given = { ...input, invitation, fingerprint };
    let [chosen, told] = [from, fingerprint];
    if (context.personTypes() && (from === undefined || fingerprint === undefined)) {
      const { plan } = await perform(joinTeam, { ...given, dryRun: true }, deps, withoutWrites(call));
      if (told === undefined) {
        const isRight = await terminal.confirm(fingerprintQuestion(plan));
        if (isRight === false) return { json: { joined: false }, text: "Nothing was changed." };
        told = isRight ? plan.fingerprint : undefined;
      }
      if (told !== undefined) chosen ??= await terminal.choose(joiningText(plan, context), ["now", "all"]);
    }
    const { plan, joined } = await perform(
      joinTeam,
      { ...given, from: chosen, fingerprint: told },
      deps,
      call,
    );
    if (!joined) return { json: { joined: false }, text: "Nothing was changed." };
    return {
      json: { joined: true, ...begunFields(joined, plan.role, context.wording) },
      text: begunText(joined, plan.role, context).join("\n"),
    };
  },
});

const fingerprintQuestion = ({ fingerprint, founder }: JoiningPlan): string =>
  [
    `The team was made on ${founder}. Its fingerprint is`,
    `  ${fingerprint}`,
    "Is that what the one who invited you told you?",
  ].join("\n");

const joiningText = (plan: JoiningPlan, context: CommandContext): string =>
  planText(plan, context, [
    line("team", `${plan.team}, made on ${plan.founder}`),
    line("your role", plan.role),
  ]);
