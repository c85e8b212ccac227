import * as z from "zod";
import { listDecisions } from "../../app/decisions/list-decisions.ts";
import type { Deps } from "../../app/deps.ts";
import { readLog } from "../../app/log/read-log.ts";
import { readCauses } from "../../app/repository/read-causes.ts";
import { type Call, perform } from "../../app/shared/operation.ts";
import type { CheckAgainById } from "../../domain/links/check-again.ts";
import { sinceTime } from "../../domain/shared/time-text.ts";
import { shortCheckAgain } from "../../tools/check-again-words.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { isAcrossProjects, whereText } from "../across-projects.ts";
import { type CommandContext, defineCommand } from "../command.ts";
import { counted } from "../counted.ts";
import { decisionTable } from "../decision-table.ts";
import { type AskedDecisions, noDecisionsText } from "../no-decisions-text.ts";
import { emptyProjectHints } from "../other-names.ts";
import { OutcomeFilter } from "../outcome-word.ts";

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
