import * as z from "zod";
import { listDecisions } from "../../../decisions/index.ts";
import { embedPending, pendingEmbeddings, type Strength, searchDecisions } from "../../../recall/index.ts";
import { DecisionRef } from "../../../shared/ids.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { wholePercent } from "../../../shared/rounding.ts";
import { questionCore, searchTerms } from "../../../shared/words/search-text.ts";
import { type SearchHit, searchDecisionsTool } from "../../../tools/agent-memory/search-decisions.ts";
import { checkAgainMark, othersOnTargetLine } from "../../../tools/decision-facts.ts";
import { perhapsReplaced, WEAK_HEADING } from "../../../tools/quote.ts";
import { projectsOf } from "../../across-projects.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { emptyProjectHints } from "../../project-reports.ts";
import { shorten, type Terminal } from "../../terminal.ts";
import { useTool } from "../../use-tool.ts";

const { shape } = searchDecisions.input;
/** How long a search may spend on embedding decisions that are not embedded yet. */
const MAX_WAIT_MS = 10_000;

export const search = defineCommand({
  name: "search",
  summary: "Find decisions by their words and by what they mean.",
  positionals: ["query"],
  input: z.strictObject({
    query: shape.query.describe("What to look for"),
    also: shape.also.describe("The same question in other words, up to 4."),
    limit: shape.limit.describe("How many at most."),
    mode: shape.mode.describe("Only what holds, what holds first, or all by how well it matches."),
    explain: z.boolean().default(false).describe("Explain the ranking, and what was left out."),
    expect: DecisionRef.optional().describe(
      "The id of a decision that should be found: explain where it is, or why it is missing.",
    ),
  }),
  fields: { expected: "expect" },
  takesDecisions: ["expect"],
  async run({ query, also, limit, mode, explain, expect }, context) {
    await catchUp(context);
    const { structured } = await useTool(
      searchDecisionsTool,
      { query, also, limit, mode, explain: expect ?? explain },
      context,
    );
    const {
      results,
      message,
      notices = [],
      left_out = [],
      missed,
    } = structured as {
      results: SearchHit[];
      message: string;
      notices?: string[];
      left_out?: { id: string; relevance: number; because: string }[];
      missed?: { id: string; because: string };
    };
    const projects = await projectsOf(
      results.map(({ id }) => id),
      context,
    );
    const wordings = [query, ...also].join(" ");
    const linesWith = (strength: Strength): string[] =>
      results
        .filter((hit) => hit.strength === strength)
        .map((hit) => lineOf(hit, wordings, context.terminal, projects.get(hit.id)));
    const weak = linesWith("weak");
    return {
      json:
        projects.size === 0
          ? structured
          : { ...structured, results: results.map((hit) => ({ ...hit, project: projects.get(hit.id) })) },
      text: [
        ...linesWith("strong"),
        ...(weak.length > 0 ? [context.terminal.style("dim", WEAK_HEADING), ...weak] : []),
        ...left_out.map(({ id, relevance, because }) =>
          context.terminal.style("dim", `left out ${id} (${relevance}): ${because}`),
        ),
        ...(missed ? [`${context.terminal.style("bold", missed.id)}: ${missed.because}`] : []),
        context.terminal.style("dim", message),
        ...notices,
        ...(results.length === 0 ? await hintsIfEmpty(context) : []),
      ].join("\n"),
    };
  },
});

async function hintsIfEmpty(context: CommandContext): Promise<readonly string[]> {
  const call = await context.call();
  const { total } = await perform(listDecisions, { limit: 1 }, await context.deps(), call);
  return total === 0 ? emptyProjectHints(context, call.scope, call.notices) : [];
}

/** Without a running server nothing embeds new decisions in the background. */
async function catchUp({ deps, terminal }: CommandContext): Promise<void> {
  const wired = await deps();
  if ((await pendingEmbeddings(wired.memory)) === 0) return;
  const embedder = await wired.meaning.embedder();
  if (!embedder) return;
  const late = new AbortController();
  const inTime = wired.timers.after(MAX_WAIT_MS, () => late.abort());
  await embedPending(wired, embedder, late.signal, ({ done, left }) =>
    terminal.progress(`embedding ${done} of ${done + left}`),
  ).catch((error: unknown) => wired.log.warn("Some decisions could not be embedded.", { error }));
  inTime();
  terminal.progress("");
}

function lineOf(
  {
    id,
    status,
    outcome,
    relevance,
    preview,
    explanation,
    matched,
    perhaps_replaced_by: newer,
    check_again,
    anchors,
    others_on_target,
  }: SearchHit,
  query: string,
  terminal: Terminal,
  project: string | undefined,
): string {
  const mark = status === "active" ? terminal.style("green", "●") : terminal.style("dim", "○");
  const state = [
    ...(project === undefined ? [] : [project]),
    status,
    ...perhapsReplaced(newer),
    ...checkAgainMark(check_again),
    outcome ?? "no outcome yet",
    `relevance ${wholePercent(relevance)}`,
  ];
  return [
    `${mark} ${terminal.style("bold", id)}  ${terminal.style("dim", state.join(", "))}`,
    `  ${highlighted(shorten(preview, terminal.width * 2), query, terminal)}`,
    ...othersOnTargetLine(others_on_target).map((line) => terminal.style("dim", line)),
    ...(anchors ? [`  ${terminal.style("dim", "code:")} ${anchors.join("; ")}`] : []),
    ...(matched
      ? [`  ${terminal.style("dim", `${matched.part}:`)} ${highlighted(matched.text, query, terminal)}`]
      : []),
    ...(explanation
      ? [
          terminal.style(
            "dim",
            `  ${Object.entries(explanation)
              .map(([name, value]) => `${name} ${value}`)
              .join(", ")}`,
          ),
        ]
      : []),
  ].join("\n");
}

/** Underlines the words of the query. */
function highlighted(text: string, query: string, terminal: Terminal): string {
  const words = searchTerms(questionCore(query)).filter((word) => word.length > 2);
  if (words.length === 0) return text;
  return text.replace(new RegExp(`(?<!\\p{L})(?:${words.join("|")})`, "giu"), (word) =>
    terminal.style("underline", word),
  );
}
