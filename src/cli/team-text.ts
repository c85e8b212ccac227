import type { BegunSharing, SharingPlan } from "../app/team/begin-sharing.ts";
import type { SyncReport } from "../app/team/team-sync.ts";
import type { TeamProgress } from "../domain/team/membership.ts";
import type { SharePreview } from "../domain/team/team-store.ts";
import { noticeText, type Wording } from "../tools/wording.ts";
import { ageText } from "./age-text.ts";
import type { CommandContext } from "./command.ts";
import { counted } from "./counted.ts";

/** What there is to share, in one line. */
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

/** Names in a column of their own, as `membria doctor` has them. */
export const line = (name: string, text: string): string => `  ${name.padEnd(12)}  ${text}`;

function serverLines({ url, server }: SharingPlan, { terminal: { style } }: CommandContext): string[] {
  return [
    line("server", `${url}, version ${server.version}`),
    ...server.findings.flatMap(({ severity, problem, remedy }) => [
      line("", `${severity === "error" ? style("red", "✗") : style("yellow", "!")} ${problem}`),
      line("", `  ${remedy}`),
    ]),
  ];
}

/** What a person looks at before choosing. */
export const planText = (plan: SharingPlan, context: CommandContext, more: readonly string[] = []): string =>
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

export function begunText(begun: BegunSharing, role: string, context: CommandContext): string[] {
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

export const begunFields = (begun: BegunSharing, role: string, wording: Wording) => ({
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

export const exchangedText = ({ shared, received }: Pick<SyncReport, "shared" | "received">): string =>
  `${counted(shared, "change")} sent, ${received} received`;

/** `just now`, or how long ago. */
export const agoText = (at: Date, now: Date): string => {
  const age = ageText(at, now);
  return age === "now" ? "just now" : `${age} ago`;
};

/** Nothing for what began just now. */
function spanText(since: Date | undefined, now: Date): string {
  const age = since && ageText(since, now);
  return age === undefined || age === "now" ? "" : ` for ${age}`;
}

/** How far a machine is: nothing, what waits, or why nothing moves. */
export function stateOf(
  progress: TeamProgress,
  now: Date,
): { readonly state: "in step" | "waiting" | "away"; readonly text: string } {
  const { problem, problemSince, pending, pendingSince, contactAt } = progress;
  const waiting = pending === 0 ? "" : `${counted(pending, "change")} waiting${spanText(pendingSince, now)}`;
  if (problem !== undefined) {
    return {
      state: "away",
      text: [`away${spanText(problemSince, now)}`, ...(waiting ? [waiting] : [])].join(", "),
    };
  }
  if (waiting) return { state: "waiting", text: waiting };
  return contactAt
    ? { state: "in step", text: "in step" }
    : { state: "waiting", text: "waiting for the first exchange" };
}
