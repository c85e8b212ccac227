/** Commands that begin to share a project: team create and team join. */

import * as z from "zod";
import { perform } from "../../../shared/operations/operation.ts";
import {
  type BegunSharing,
  createTeam,
  type JoiningPlan,
  joinTeam,
  SHARED_FROM,
  type SharePreview,
  type SharingPlan,
} from "../../../team/index.ts";
import { noticeText, type Wording } from "../../../tools/wording.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { counted } from "../../figures.ts";
import { withoutWrites } from "../../project-reports.ts";
import { exchangedText, line } from "./status.ts";

/** Of the commands that begin to share a project. */
const TEAM_FLAGS = {
  url: z
    .string()
    .optional()
    .describe(
      "The server, such as rediss://USER:PASSWORD@HOST:6379. Default MEMBRIA_GRAPH_URL, where others on this machine do not see the password.",
    ),
  from: z
    .enum(SHARED_FROM)
    .optional()
    .describe("Share what is written from now on, or all that is here. Asked for without it."),
  sources: z.boolean().default(false).describe("Share the passages that decisions were made in, too."),
  force: z
    .boolean()
    .default(false)
    .describe("Use the server though it has settings that may lose something."),
};

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
    const typed = async (): Promise<string> => (await import("../../prompts.ts")).readSecret("Invitation: ");
    const invitation = invite === "-" ? await typed() : invite;
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

/** All that there is to share, in one line. */
function previewText(preview: SharePreview): string {
  const { decisions, outcomes, signals, links, insights, proposals, withSource, drafts } = preview;
  const parts = [
    counted(decisions, "decision"),
    ...(outcomes > 0 ? [counted(outcomes, "outcome")] : []),
    ...(signals > 0 ? [counted(signals, "signal")] : []),
    ...(links > 0 ? [counted(links, "link")] : []),
    ...(insights > 0 ? [counted(insights, "insight")] : []),
    ...(proposals > 0 ? [counted(proposals, "proposal")] : []),
  ].join(", ");
  const stays = [
    ...(drafts > 0 ? [`${counted(drafts, "draft")} until accepted`] : []),
    ...(withSource > 0 ? [`the source passages of ${withSource}, without --sources`] : []),
  ];
  return stays.length === 0 ? parts : `${parts}; not ${stays.join(", and not ")}`;
}

const previewFields = (preview: SharePreview) => ({
  decisions: preview.decisions,
  outcomes: preview.outcomes,
  signals: preview.signals,
  links: preview.links,
  insights: preview.insights,
  proposals: preview.proposals,
  with_source: preview.withSource,
  drafts: preview.drafts,
});

function serverLines({ url, server }: SharingPlan, { terminal: { style } }: CommandContext): string[] {
  return [
    line("server", `${url}, version ${server.version}`),
    ...server.findings.flatMap(({ severity, problem, remedy }) => [
      line("", `${severity === "error" ? style("red", "✗") : style("yellow", "!")} ${problem}`),
      line("", `  ${remedy}`),
    ]),
  ];
}

/** The plan, as a person looks at it before choosing. */
const planText = (plan: SharingPlan, context: CommandContext, more: readonly string[] = []): string =>
  [
    `Share ${plan.project} with a team?`,
    ...more,
    ...serverLines(plan, context),
    line("here already", previewText(plan.preview)),
    line(
      "never shared",
      "drafts, checkpoints, contexts, guidance, keys, sessions, paths outside the repository",
    ),
    "Share what is written from now on (now), or what is here already, too (all)? It cannot be called back.",
  ].join("\n");

function begunText(begun: BegunSharing, role: string, context: CommandContext): string[] {
  const { project, team, fingerprint, machine, origin, from, sources, preview, synced, notices } = begun;
  return [
    `${context.terminal.style("green", "✓")} ${project} is shared with ${team}.`,
    line("fingerprint", fingerprint),
    line("this machine", `${machine} (${origin}), ${role}`),
    line(
      "shared",
      `${from === "all" ? `everything: ${previewText(preview)}` : "what is written from now on"}; ${sources ? "with" : "without"} source passages`,
    ),
    ...serverLines(begun, context),
    ...(synced ? [line("synced", exchangedText(synced))] : []),
    ...notices.map((notice) => noticeText(notice, context.wording)),
  ];
}

const begunFields = (begun: BegunSharing, role: string, wording: Wording) => ({
  project: begun.project,
  team: begun.team,
  fingerprint: begun.fingerprint,
  url: begun.url,
  origin: begun.origin,
  machine: begun.machine,
  role,
  from: begun.from,
  sources: begun.sources,
  preview: previewFields(begun.preview),
  server: begun.server,
  synced: begun.synced ? { shared: begun.synced.shared, received: begun.synced.received } : null,
  notices: begun.notices.map((notice) => noticeText(notice, wording)),
});
