/** Commands about proposals: reflect makes them, the others show, accept, reject and export them. */

import * as z from "zod";
import {
  acceptableFrom,
  acceptProposal,
  getProposal,
  listProposals,
  type Proposal,
  reflect as reflectOperation,
  rejectProposal,
} from "../../../decisions/index.ts";
import { exportProposals } from "../../../portability/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import { proposalFields } from "../../../tools/agent-memory/accept-proposal.ts";
import { decisionFields } from "../../../tools/membria/decision-fields.ts";
import { bullet, indentedText, inQuotes } from "../../../tools/quote.ts";
import { noticeText } from "../../../tools/wording.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { type Terminal, table } from "../../terminal.ts";

export const reflect = defineCommand({
  name: "reflect",
  summary:
    "Look for decisions that keep failing, contradict each other or were refuted, and draft proposals.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { deps, call }) {
    const { targets, drafted, fed, expired } = await perform(
      reflectOperation,
      {},
      await deps(),
      await call(),
    );
    const lines = (label: string, proposals: readonly Proposal[]): string[] =>
      proposals.map(({ id, statement }) => `${label} ${id}: ${foldLines(statement)}`);
    const changes = [
      ...lines("Drafted", drafted),
      ...lines("Added evidence to", fed),
      ...lines("Expired", expired),
    ];
    return {
      json: {
        targets,
        drafted: drafted.map(proposalFields),
        fed: fed.map(proposalFields),
        expired: expired.map(proposalFields),
      },
      text: [
        ...(changes.length > 0 ? changes : ["Nothing new to propose."]),
        ...(drafted.length > 0
          ? [`Read one with: membria proposals show ${drafted[0]?.id}. It can be accepted in an hour.`]
          : []),
      ].join("\n"),
    };
  },
});

const { shape } = listProposals.input;

export const proposals = defineCommand({
  name: "proposals",
  summary: "List what reflection proposes.",
  positionals: [],
  input: z.strictObject({
    state: shape.state.describe("Only those in this state."),
    limit: shape.limit.describe("How many at most."),
  }),
  async run(input, { deps, call, terminal }) {
    const ownCall = await call();
    const found = await perform(listProposals, input, await deps(), ownCall);
    const rows = found.map(({ id, project, createdAt, evidence, statement }) => [
      id,
      ...(isAcrossProjects(ownCall) ? [project] : []),
      createdAt.toISOString().slice(0, 10),
      `${evidence.length} records`,
      statement,
    ]);
    return {
      json: { proposals: found.map(proposalFields) },
      text:
        found.length === 0
          ? "There are no such proposals. `membria reflect` looks for something to propose."
          : [table(rows, terminal.width), `Read one with: membria proposals show ${found[0]?.id}`].join("\n"),
    };
  },
});

export const proposalsShow = defineCommand({
  name: "proposals show",
  summary: "Show one proposal whole: its evidence, and what else could explain it.",
  positionals: ["id"],
  completes: { id: "proposals" },
  input: z.strictObject({ id: getProposal.input.shape.ref.describe("The proposal's id") }),
  fields: { ref: "id" },
  async run({ id }, { deps, call, terminal }) {
    const proposal = await perform(getProposal, { ref: id }, await deps(), await call());
    return { json: proposalFields(proposal), text: card(proposal, terminal) };
  },
});

function card(proposal: Proposal, { style }: Terminal): string {
  const { id, state, kind, target, createdAt, project } = proposal;
  const section = (title: string, items: readonly string[]): string[] => [
    "",
    style("bold", title),
    ...items.flatMap((item) => bullet("  • ", item)),
  ];
  return [
    style("dim", `${id} · ${state} · ${kind} · ${createdAt.toISOString()} · ${project}`),
    style("dim", `about ${inQuotes(target)}`),
    "",
    ...indentedText(proposal.statement).map((line) => style("bold", line)),
    "",
    style("bold", "Reasoning"),
    ...indentedText(proposal.reasoning),
    ...section("What could explain it", proposal.explanations),
    ...section("Evidence", proposal.evidence),
    ...(state === "draft"
      ? [
          "",
          `From ${acceptableFrom(proposal).toISOString()} on: membria proposals accept ${id}`,
          `To reject it: membria proposals reject ${id}`,
        ]
      : []),
  ].join("\n");
}

export const proposalsAccept = defineCommand({
  name: "proposals accept",
  summary:
    "Turn a proposal into a decision that holds. One from reflection can be accepted an hour after it was written.",
  positionals: ["id"],
  completes: { id: "proposals" },
  input: z.strictObject({ id: acceptProposal.input.shape.ref.describe("The proposal's id") }),
  fields: { ref: "id" },
  async run({ id }, { deps, call, terminal, wording }) {
    const {
      proposal,
      decision,
      superseded,
      notices: rawNotices,
    } = await perform(acceptProposal, { ref: id }, await deps(), await call());
    const notices = rawNotices.map((notice) => noticeText(notice, wording));
    return {
      json: {
        proposal: proposalFields(proposal),
        decision: decisionFields(decision),
        superseded: superseded.map((old) => old.id),
        notices,
      },
      text: [
        `${proposal.id} is now the decision ${terminal.style("bold", decision.id)}.`,
        ...superseded.map((old) => `${old.id} no longer holds: it is superseded.`),
        ...notices,
      ].join("\n"),
    };
  },
});

export const proposalsReject = defineCommand({
  name: "proposals reject",
  summary: "Reject a proposal. The same evidence does not lead to a new one.",
  positionals: ["id"],
  completes: { id: "proposals" },
  input: z.strictObject({ id: rejectProposal.input.shape.ref.describe("The proposal's id") }),
  fields: { ref: "id" },
  async run({ id }, { deps, call }) {
    const proposal = await perform(rejectProposal, { ref: id }, await deps(), await call());
    return { json: proposalFields(proposal), text: `${proposal.id} is rejected.` };
  },
});

export const proposalsExport = defineCommand({
  name: "proposals export",
  summary: "Write each open proposal into a folder as a Markdown file, to review it there.",
  positionals: ["folder"],
  completes: { folder: "proposals" },
  input: z.strictObject({ folder: exportProposals.input.shape.folder.describe("The folder to write to") }),
  async run(input, { deps, call }) {
    const { folder, written } = await perform(exportProposals, input, await deps(), await call());
    return {
      json: { folder, written },
      text:
        written.length === 0
          ? "There are no open proposals, so nothing was written."
          : [
              `${written.length} proposals written to ${folder}.`,
              `Accept one by the name of its file: membria proposals accept ${written[0]}`,
            ].join("\n"),
    };
  },
});
