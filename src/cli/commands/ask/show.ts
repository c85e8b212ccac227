import * as z from "zod";
import { duplicatesOf, findDecision, revisionsOf } from "../../../decisions/index.ts";
import { getDecision } from "../../../recall/index.ts";
import {
  LIKELIHOODS,
  proposalSentence,
  type RepositorySays,
  reportClauses,
  repositorySays,
} from "../../../repository/index.ts";
import { namedAuthor } from "../../../shared/actor.ts";
import { wholePercent } from "../../../shared/rounding.ts";
import { foldLines } from "../../../shared/text.ts";
import { anchorLine, checkAgainLines } from "../../../tools/decision-facts.ts";
import { authorText, capturedInItems } from "../../../tools/membria/decision-fields.ts";
import {
  assumptionLines,
  type GetDecisionResult,
  getDecisionTool,
} from "../../../tools/membria/get-decision.ts";
import { observedValues } from "../../../tools/membria/outcomes.ts";
import { bullet, indentedText } from "../../../tools/quote.ts";
import { repositoryFields } from "../../../tools/record-fields.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { historyLines, wordsOf } from "../../revision-text.ts";
import { NARROWEST_COLUMN, shorten, type Terminal } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";

const NEVER_EDITED = "It was never edited: this is what was recorded.";

/** A person can scroll, so nothing is left out. */
const NO_TOKEN_LIMIT = 100_000;

export const show = defineCommand({
  name: "show",
  summary: "Show one decision whole, with its history and what resembles it.",
  positionals: ["id"],
  input: z.strictObject({
    id: getDecision.input.shape.ref.describe("The decision's id"),
    history: z.boolean().default(false).describe("With every revision, and what it changed"),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  async run({ id, history }, context) {
    const { structured } = await useTool(
      getDecisionTool,
      { decision_id: id, max_tokens: NO_TOKEN_LIMIT },
      context,
    );
    const shown = structured as GetDecisionResult;
    const kept = await keptForPeople(shown, context);
    const { says, ...known } = kept;
    const json = { ...shown, ...known, repository: repositoryFields(says) };
    const text = card(shown, kept, context.terminal);
    if (!history) return { json, text };
    const revisions = await revisionsOf((await context.deps()).memory, shown.project, shown.decision_id);
    const lines = revisions.length > 0 ? historyLines(revisions, context.terminal) : ["", NEVER_EDITED];
    return {
      json: { ...json, history: revisions.map(wordsOf) },
      text: [text, ...lines].join("\n"),
    };
  },
});

interface KeptForPeople {
  readonly source?: string | undefined;
  /** The words of the turn in which it was captured. */
  readonly exchange?: string | undefined;
  readonly questions: readonly string[];
  readonly says: RepositorySays;
}

/** The parts of a decision that no agent is sent. */
async function keptForPeople(
  { decision_id, project }: GetDecisionResult,
  { deps }: CommandContext,
): Promise<KeptForPeople> {
  const wired = await deps();
  const decision = await findDecision(wired.memory, project, decision_id);
  // A record that was merged into it says the same, and its texts are read with it.
  const all = decision ? [decision, ...(await duplicatesOf(wired.memory, project, decision_id))] : [];
  const questions = [...new Set(all.flatMap((one) => one.questions))];
  const source = joined(all.map((one) => one.source));
  const exchange = joined(all.map((one) => one.capturedIn?.exchange));
  const says = await repositorySays(decision ? [decision] : [], wired, project);
  return {
    questions,
    ...(source && { source }),
    ...(exchange && { exchange }),
    says: says.get(decision_id) ?? { reports: [] },
  };
}

const joined = (texts: readonly (string | undefined)[]): string =>
  [...new Set(texts.filter(Boolean))].join("\n\n");

function card(
  decision: GetDecisionResult,
  { source, exchange, questions, says }: KeptForPeople,
  terminal: Terminal,
): string {
  const section = (title: string, items: readonly string[]): string[] =>
    items.length === 0
      ? []
      : ["", terminal.style("bold", title), ...items.flatMap((item) => bullet("  • ", item))];
  const facts = [
    decision.standing,
    decision.status,
    decision.module,
    decision.confidence === null ? "no confidence stated" : `${wholePercent(decision.confidence)} confident`,
    decision.outcome === null ? "no outcome yet" : `${decision.outcome} (${decision.final_score})`,
  ];
  return [
    terminal.style("dim", `${decision.decision_id} · ${facts.join(" · ")}`),
    terminal.style(
      "dim",
      `${timeText(decision.created_at)} · by ${authorText(decision)} · ${decision.project}`,
    ),
    "",
    ...indentedText(decision.statement).map((line) => terminal.style("bold", line)),
    ...section("Check again", checkAgainLines(decision.check_again)),
    ...section("Code", (decision.anchors ?? []).map(anchorLine)),
    ...(decision.reasoning
      ? ["", terminal.style("bold", "Reasoning"), ...indentedText(decision.reasoning)]
      : []),
    ...section("Answers", questions),
    ...section("Alternatives", decision.alternatives),
    ...section("Assumptions", assumptionLines(decision)),
    ...section("Risks", decision.risks),
    ...section("Consequences", decision.consequences),
    ...section("Evidence", [
      ...decision.evidence,
      ...(decision.linked_pr ? [`pr: ${decision.linked_pr}`] : []),
      ...(decision.linked_commit ? [`commit: ${decision.linked_commit}`] : []),
    ]),
    ...(source ? ["", terminal.style("bold", "Source"), ...indentedText(source)] : []),
    ...section("Captured in", decision.captured_in ? capturedInItems(decision.captured_in) : []),
    ...section("Files touched before it", decision.captured_in?.files ?? []),
    ...(exchange ? ["", terminal.style("bold", "Exchange"), ...indentedText(exchange)] : []),
    ...section("The repository says", reportedItems(says)),
    ...section("Supersedes", decision.supersedes),
    ...section("Merged into it", decision.duplicates ?? []),
    ...section("Superseded by", decision.superseded_by),
    ...section(
      "Linked",
      decision.links.map(
        ({ link_id, from_id, relationship, to_id, statement }) =>
          `${link_id}: ${from_id} ${relationship} ${to_id}  ${shorten(statement, Math.max(NARROWEST_COLUMN, terminal.width - 60))}`,
      ),
    ),
    ...history(decision, terminal),
    ...section(
      "Similar",
      decision.similar_decisions.map(
        (other) => `${other.decision_id}  ${shorten(other.statement, terminal.width - 30)}`,
      ),
    ),
  ].join("\n");
}

/** The reports about it, what seems to follow, and how much such a thing says elsewhere. */
function reportedItems({ reports, proposed }: RepositorySays): string[] {
  const kinds = [...new Set(reports.map(({ kind }) => kind))];
  return [
    ...reportClauses(reports, { withTitles: true }),
    ...(proposed ? [`${proposalSentence(proposed)} It counts when somebody confirms it.`] : []),
    ...kinds.flatMap((kind) => {
      const { ratio, source } = LIKELIHOODS[kind] ?? {};
      return ratio === undefined ? [] : [`Likelihood ratio ${ratio}, which enters no estimate. ${source}`];
    }),
  ];
}

/** Everything that happened to the decision, in order. Each event is one line, with its lessons below. */
function history(decision: GetDecisionResult, terminal: Terminal): string[] {
  const events = [
    ...decision.confidence_updates.map(({ at, by, author, confidence }) => ({
      at,
      what: `${namedAuthor({ kind: author, name: by })}: confidence ${confidence}`,
      learned: [],
    })),
    ...(decision.revisions ?? []).slice(1).map(({ at, by, author, revision, changed }) => ({
      at,
      what: `${namedAuthor({ kind: author, name: by })}: edited ${changed.join(", ")} (revision ${revision})`,
      learned: [],
    })),
    ...decision.notes.map(({ at, by, author, text }) => ({
      at,
      what: `${namedAuthor({ kind: author, name: by })}: ${text}`,
      learned: [],
    })),
    ...decision.signals.map(({ recorded_at, signal_type, valence, description, metrics }) => ({
      at: recorded_at,
      what: `${signal_type} (${valence})${description ? `: ${description}` : ""}${metrics ? ` ${JSON.stringify(metrics)}` : ""}`,
      learned: [],
    })),
    ...decision.outcomes.map((outcome) => ({
      at: outcome.completed_at,
      what: [
        `${outcome.final_status} (${outcome.final_score})`,
        ...observedValues(outcome),
        ...(outcome.recorded_for ? [`recorded for ${outcome.recorded_for}`] : []),
        ...(outcome.withdrawn ? ["withdrawn since"] : []),
      ].join(", "),
      learned: outcome.lessons_learned,
    })),
    ...decision.outcomes.flatMap(({ final_status, withdrawn }) =>
      withdrawn
        ? [
            {
              at: withdrawn.at,
              what: `${namedAuthor({ kind: withdrawn.author, name: withdrawn.by })}: withdrew the ${final_status}`,
              learned: [],
            },
          ]
        : [],
    ),
  ];
  const lines = events
    .sort((a, b) => a.at.localeCompare(b.at))
    .flatMap(({ at, what, learned }) => [
      `  • ${timeText(at)}  ${foldLines(what)}`,
      ...learned.map((lesson) => `    learned: ${foldLines(lesson)}`),
    ]);
  return lines.length === 0 ? [] : ["", terminal.style("bold", "History"), ...lines];
}

/** To the minute, in UTC. */
const timeText = (at: string): string => at.slice(0, 16).replace("T", " ");
