/** The command list, with its table, and with what it says when nothing was found. */

import * as z from "zod";
import { readLog } from "../../../access/index.ts";
import {
  type CheckAgainById,
  currentConfidence,
  type Decision,
  listDecisions,
  NO_OUTCOME,
  type OutcomeStatus,
  type Progress,
  type Standing,
} from "../../../decisions/index.ts";
import type { Deps } from "../../../memory/index.ts";
import { readCauses } from "../../../repository/index.ts";
import { type Call, perform } from "../../../shared/operations/operation.ts";
import { wholePercent } from "../../../shared/rounding.ts";
import { foldLines } from "../../../shared/text.ts";
import { sinceTime } from "../../../shared/time.ts";
import { shortCheckAgain } from "../../../tools/decision-facts.ts";
import { decisionFields } from "../../../tools/membria/decision-fields.ts";
import { isAcrossProjects, whereText } from "../../across-projects.ts";
import { type CommandContext, defineCommand } from "../../command.ts";
import { ageText, counted } from "../../figures.ts";
import { emptyProjectHints } from "../../project-reports.ts";
import { NARROWEST_COLUMN, shorten, type Terminal, table } from "../../terminal.ts";
import { OutcomeFilter } from "../decide/outcome.ts";

const { shape } = listDecisions.input;

export const list = defineCommand({
  name: "list",
  summary: "List the decisions of this project, the newest first.",
  positionals: [],
  input: z.strictObject({
    domain: shape.domain.describe("Only of this area"),
    topic: shape.topic.describe("Only on this topic"),
    text: shape.text.describe("Only those with this text in their statement or reasoning"),
    author: shape.author.describe("Only by this author: human, agent or script, a person or a program"),
    since: readLog.input.shape.since.describe(
      "Only from this time on: a date, or how long ago, such as 7d or 2h",
    ),
    outcome: OutcomeFilter.describe("Only those that worked out so."),
    status: shape.progress.describe("Only those with this progress."),
    standing: shape.standing.describe("Only those with this standing."),
    limit: shape.limit.describe("How many at most."),
    cursor: shape.cursor.describe("Where the last page ended"),
  }),
  fields: { progress: "status" },
  async run({ limit, cursor, ...asked }, context) {
    const { deps, call, terminal } = context;
    const [opened, ownCall] = [await deps(), await call()];
    const now = opened.clock.now();
    const { status, since, ...filter } = asked;
    const page = await perform(
      listDecisions,
      {
        ...filter,
        progress: status,
        since: since === undefined ? undefined : sinceTime(since, now),
        limit,
        cursor,
      },
      opened,
      ownCall,
    );
    const { causes: toCheck } = await readCauses(page.items, ownCall.scope, opened);
    const decisions = page.items.map((decision) => ({
      ...decisionFields(decision),
      ...shortCheckAgain(toCheck.get(decision.id)),
    }));
    const more = page.cursor ? [`${page.total} in all; the next page: --cursor ${page.cursor}`] : [];
    return {
      json: { decisions, total: page.total, ...(page.cursor && { cursor: page.cursor }) },
      text:
        page.items.length === 0
          ? await nothingFound(asked, ownCall, context)
          : [
              decisionTable(page.items, now, terminal, {
                project: isAcrossProjects(ownCall),
                checkAgain: toCheck,
              }),
              ...toCheckText(toCheck),
              ...more,
            ].join("\n"),
    };
  },
});

function toCheckText(toCheck: CheckAgainById): string[] {
  const [first] = toCheck.keys();
  return first === undefined
    ? []
    : [
        `${counted(toCheck.size, "decision is", "decisions are")} to be checked again: membria show ${first} says why.`,
      ];
}

const countAll = async (deps: Deps, call: Call): Promise<number> =>
  (await perform(listDecisions, { limit: 1 }, deps, call)).total;

async function nothingFound(asked: AskedDecisions, call: Call, context: CommandContext): Promise<string> {
  const total = await countAll(await context.deps(), call);
  if (total > 0) return noDecisionsText(asked, total);
  return [
    `No decisions yet in ${whereText(call)}. Record one with: membria decide "…" --confidence 0.8`,
    ...(isAcrossProjects(call) ? [] : await emptyProjectHints(context, call.scope, call.notices)),
  ].join("\n");
}

const UNCUT = Number.POSITIVE_INFINITY;
const FACTS = ["ID", "AGE", "STATE", "OUTCOME", "CONF."];

/** A header and a line for each decision, or two where the terminal is narrow. What is no terminal gets them whole. */
function decisionTable(
  decisions: readonly Decision[],
  now: Date,
  terminal: Terminal,
  shown: { readonly project?: boolean; readonly checkAgain?: CheckAgainById } = {},
): string {
  const width = terminal.cutsLines ? terminal.width : UNCUT;
  const facts = [
    [...FACTS, ...(shown.project ? ["PROJECT"] : [])],
    ...decisions.map((decision) => [
      ...factsOf(decision, now, shown.checkAgain?.has(decision.id)),
      ...(shown.project ? [decision.project] : []),
    ]),
  ];
  const subjects = ["DOMAIN", ...decisions.map(({ domain }) => domain)];
  const statements = ["DECISION", ...decisions.map(({ statement }) => statement)];
  const before = linesOf(facts.map((row, i) => [...row, subjects[i] ?? "", "|"]));
  const [header = "", ...lines] =
    (before[0]?.length ?? 0) + NARROWEST_COLUMN <= width
      ? linesOf(
          facts.map((row, i) => [...row, subjects[i] ?? "", statements[i] ?? ""]),
          width,
        )
      : linesOf(facts).map((line, i) =>
          i === 0 ? line : `${line}\n  ${shorten(`${subjects[i]}: ${statements[i]}`, width - 2)}`,
        );
  return [terminal.style("dim", header), ...lines].join("\n");
}

const linesOf = (rows: readonly (readonly string[])[], width = UNCUT): string[] =>
  table(rows, width).split("\n");

function factsOf(decision: Decision, now: Date, isToCheck = false): string[] {
  const confidence = currentConfidence(decision);
  return [
    decision.id,
    ageText(decision.createdAt, now),
    `${decision.standing === "active" ? decision.progress : decision.standing}${isToCheck ? ", check again" : ""}`,
    decision.outcome?.status ?? "–",
    confidence === undefined ? "–" : wholePercent(confidence),
  ];
}

/** The filters that a list of decisions was limited by. */
interface AskedDecisions {
  readonly domain?: string | undefined;
  readonly topic?: string | undefined;
  readonly standing?: Standing | undefined;
  readonly status?: Progress | undefined;
  readonly outcome?: OutcomeStatus | typeof NO_OUTCOME | undefined;
  readonly author?: string | undefined;
  readonly since?: string | undefined;
  readonly text?: string | undefined;
}

/** Says that a list is empty because of its filters: `No draft decisions about database (44 in all).` */
function noDecisionsText(asked: AskedDecisions, total: number): string {
  const { domain, topic, standing, status, outcome, author, since, text } = asked;
  const when = (value: string | undefined, words: (value: string) => string): string[] =>
    value === undefined ? [] : [words(value)];
  const words = [
    "No",
    ...[standing, status].filter((word) => word !== undefined),
    "decisions",
    ...when(domain, (name) => `about ${name}`),
    ...when(topic, (name) => `on the topic ${JSON.stringify(name)}`),
    ...when(author, (name) => `by ${JSON.stringify(name)}`),
    ...when(since, (time) => `since ${time}`),
    ...when(outcome, (name) => (name === NO_OUTCOME ? "without an outcome" : `with the outcome ${name}`)),
    ...when(text, (part) => `that contain ${JSON.stringify(part)}`),
  ];
  return `${foldLines(words.join(" "))} (${total} in all).`;
}
