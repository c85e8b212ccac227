/** Commands about links between decisions. */

import * as z from "zod";
import {
  approveLink,
  linkSentence,
  listPendingLinks,
  proposeLink,
  rejectLink,
  restoreLinkBackup,
  runLinkCleanup,
  writeLinkBackup,
} from "../../../decisions/index.ts";
import { MOST_OPEN_SUGGESTIONS, suggestLinks } from "../../../recall/index.ts";
import { LINK_ID } from "../../../shared/ids.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import {
  createLinkBackupTool,
  executeLinkCleanupTool,
  validateCleanupResultTool,
} from "../../../tools/mama/link-cleanup.ts";
import { linkFields, pendingLinkFields, shortLinks } from "../../../tools/mama/link-fields.ts";
import { proposeLinkTool } from "../../../tools/mama/links.ts";
import { inQuotes } from "../../../tools/quote.ts";
import { noticeText } from "../../../tools/wording.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { shorten } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";

const LinkId = z.string().regex(LINK_ID, "must be the id of a link, which begins with lnk_");

const listing = listPendingLinks.input.shape;

export const links = defineCommand({
  name: "links",
  summary: "List the links that wait for your approval, with both statements.",
  positionals: [],
  input: z.strictObject({
    from: listing.from.describe("Only those that start from this decision"),
    to: listing.to.describe("Only those that point to this decision"),
    limit: listing.limit.describe("How many at most."),
  }),
  takesDecisions: ["from", "to"],
  async run(input, { deps, call, terminal }) {
    const ownCall = await call();
    const { pending, total } = await perform(listPendingLinks, input, await deps(), ownCall);
    const projectOf = (project: string): string => (isAcrossProjects(ownCall) ? `  ${project}` : "");
    const { style, width } = terminal;
    const cards = pending.map(({ link, from, to, conflicts }) =>
      [
        `${style("bold", link.id)}  ${link.proposedAt.toISOString().slice(0, 10)}${projectOf(link.project)}  ${style("dim", `by the ${link.proposedBy.kind} ${inQuotes(link.proposedBy.name)}`)}`,
        `  ${from.id}  ${shorten(from.statement, width - 30)}`,
        `  ${style("bold", link.relation)}`,
        `  ${to.id}  ${shorten(to.statement, width - 30)}`,
        `  Reason: ${shorten(link.reason, width - 10)}`,
        ...(link.evidence === undefined ? [] : [`  Evidence: ${shorten(link.evidence, width - 12)}`]),
        ...link.reviews.map(
          ({ verdict, by, at, reason }) =>
            `  ${verdict} before by the ${by.kind} ${inQuotes(by.name)} on ${at.toISOString().slice(0, 10)}${reason ? `: ${shorten(reason, width - 50)}` : ""}`,
        ),
        ...conflicts.map(
          (other) => `  ${style("yellow", "Conflicts with a link in force:")} ${linkSentence(other)}`,
        ),
      ].join("\n"),
    );
    const first = pending[0]?.link.id;
    return {
      json: {
        total,
        links: pending.map((one) => ({
          ...pendingLinkFields(one),
          ...(isAcrossProjects(ownCall) && { project: one.link.project }),
        })),
      },
      text:
        first === undefined
          ? "No link is waiting for approval. `membria links suggest` looks for new ones."
          : [
              cards.join("\n\n"),
              "",
              ...(total > pending.length ? [`${total - pending.length} more are waiting.`] : []),
              `membria links approve ${first}   or   membria links reject ${first} --reason "…"`,
            ].join("\n"),
    };
  },
});

const proposing = proposeLink.input.shape;

export const linksPropose = defineCommand({
  name: "links propose",
  summary: "Propose that one decision refines, contradicts or depends on another.",
  positionals: ["from", "relation", "to"],
  input: z.strictObject({
    from: proposing.from.describe("The decision that the link starts from"),
    relation: proposing.relation.describe("What the first is to the second."),
    to: proposing.to.describe("The decision that it points to"),
    reason: proposing.reason.describe("Why they are related"),
    evidence: proposing.evidence.describe("What supports it"),
    context: proposing.contextDecision.describe("The decision in whose context it was noticed"),
  }),
  fields: { contextDecision: "context" },
  takesDecisions: ["from", "to", "context"],
  longTexts: ["reason", "evidence"],
  async run({ from, relation, to, reason, evidence, context: noticed }, context) {
    const { structured, text } = await useTool(
      proposeLinkTool,
      { from_id: from, to_id: to, relationship: relation, reason, evidence, decision_id: noticed },
      context,
    );
    const { link_id } = structured["data"] as { link_id: string };
    return { json: structured, text: `${text}\nTo put it in force: membria links approve ${link_id}` };
  },
});

export const linksApprove = defineCommand({
  name: "links approve",
  summary: "Put a proposed link in force.",
  positionals: ["id"],
  completes: { id: "links" },
  input: z.strictObject({
    id: LinkId.describe("The link's id (lnk_…)"),
    despiteConflicts: z
      .boolean()
      .default(false)
      .describe("Approve even if it conflicts with a link in force"),
  }),
  fields: { link: "id" },
  async run({ id, despiteConflicts }, { deps, call }) {
    const { link, conflicts } = await perform(
      approveLink,
      { link: id, despiteConflicts },
      await deps(),
      await call(),
    );
    return {
      json: { ...linkFields(link), conflicts: shortLinks(conflicts) },
      text: [
        `${link.id} is in force: ${linkSentence(link)}.`,
        ...conflicts.map((other) => `Also in force: ${linkSentence(other)} (${other.id}).`),
      ].join("\n"),
    };
  },
});

export const linksReject = defineCommand({
  name: "links reject",
  summary: "Reject a proposed link, or a dependence that is in force. It is not suggested again.",
  positionals: ["id"],
  completes: { id: "links" },
  input: z.strictObject({
    id: LinkId.describe("The link's id (lnk_…)"),
    reason: rejectLink.input.shape.reason.describe("Why"),
  }),
  fields: { link: "id" },
  async run({ id, reason }, { deps, call, wording }) {
    const { link, notices: rawNotices } = await perform(
      rejectLink,
      { link: id, reason },
      await deps(),
      await call(),
    );
    const notices = rawNotices.map((notice) => noticeText(notice, wording));
    return {
      json: { ...linkFields(link), notices },
      text: [`${link.id} is rejected: ${linkSentence(link)}.`, ...notices].join("\n"),
    };
  },
});

export const linksSuggest = defineCommand({
  name: "links suggest",
  summary: "Propose links between decisions that are near in meaning, for you to review.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { deps, call, terminal }) {
    const found = await perform(suggestLinks, {}, await deps(), {
      ...(await call()),
      progress: (done, total) => terminal.progress(`comparing ${done} of ${total}`),
    });
    terminal.progress("");
    const { suggested, open, lookedAt, withoutVector } = found;
    return {
      json: { suggested: suggested.map(linkFields), open, looked_at: lookedAt, not_embedded: withoutVector },
      text: [
        ...suggested.map((link) => `${link.id}  ${linkSentence(link)}\n  ${foldLines(link.reason)}`),
        suggested.length > 0
          ? `${suggested.length} suggested. Review them with: membria links`
          : open >= MOST_OPEN_SUGGESTIONS
            ? `${open} suggestions already wait for a review. Review some before asking for more: membria links`
            : `Nothing new to suggest among the ${lookedAt} newest decisions that hold.`,
        ...(withoutVector > 0
          ? [
              `${withoutVector} of them could not be compared, because they are not embedded yet. Run: membria embed`,
            ]
          : []),
      ].join("\n"),
    };
  },
});

export const linksBackup = defineCommand({
  name: "links backup",
  summary: "Write links that came from a legacy database to a file with a checksum.",
  positionals: [],
  input: z.strictObject({
    includeProtected: writeLinkBackup.input.shape.includeProtected.describe("Include all links"),
  }),
  async run({ includeProtected }, context) {
    const { structured, text } = await useTool(
      createLinkBackupTool,
      { include_protected: includeProtected },
      context,
    );
    return { json: structured, text };
  },
});

export const linksCleanup = defineCommand({
  name: "links cleanup",
  summary: "Remove links that a machine made in a legacy database. Continues where it was interrupted.",
  positionals: [],
  input: z.strictObject({
    yes: z
      .boolean()
      .default(false)
      .describe("Really remove them; without this flag it only shows what it would do."),
    batchSize: runLinkCleanup.input.shape.batchSize.describe("Links per batch"),
  }),
  async run({ yes, batchSize }, context) {
    const { terminal } = context;
    const showing = {
      ...context,
      call: async () => ({
        ...(await context.call()),
        progress: (done: number, total?: number) => terminal.progress(`removing ${done} of ${total}`),
      }),
    };
    const { structured, text } = await useTool(
      executeLinkCleanupTool,
      { dry_run: !yes, batch_size: batchSize },
      showing,
    );
    terminal.progress("");
    if (!yes) return { json: structured, text: `${text}\nOn the command line: membria links cleanup --yes` };
    const validated = await useTool(validateCleanupResultTool, {}, context);
    return {
      json: { ...structured, validation: validated.structured["data"] },
      text: `${text}\n\n${validated.text}`,
    };
  },
});

export const linksRestore = defineCommand({
  name: "links restore",
  summary: "Restore links from a backup, exactly as they were.",
  positionals: ["backup"],
  input: z.strictObject({
    backup: restoreLinkBackup.input.shape.backup.describe(
      "The backup's file, or its name in the backups folder",
    ),
  }),
  async run({ backup }, { deps, call, terminal }) {
    const done = await perform(restoreLinkBackup, { backup }, await deps(), {
      ...(await call()),
      progress: (count, total) => terminal.progress(`restoring ${count} of ${total}`),
    });
    terminal.progress("");
    const { restored, present, gone, total, file } = done;
    return {
      json: { restored, present, gone, total, file },
      text: [
        `${restored} of ${total} links were restored.`,
        ...(present > 0 ? [`${present} existed already and were not changed.`] : []),
        ...(gone > 0 ? [`${gone} could not be restored, because a decision they link was erased.`] : []),
      ].join("\n"),
    };
  },
});
