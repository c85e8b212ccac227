import * as z from "zod";
import { listDecisions } from "../../app/decisions/list-decisions.ts";
import type { Deps } from "../../app/deps.ts";
import { type Call, perform } from "../../app/shared/operation.ts";
import { currentConfidence, type Decision } from "../../domain/decisions/decision.ts";
import { wholePercent } from "../../domain/shared/percent.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { defineCommand } from "../command.ts";
import { type AskedDecisions, noDecisionsText } from "../no-decisions-text.ts";
import { table } from "../terminal.ts";

const { shape } = listDecisions.input;

export const list = defineCommand({
  name: "list",
  summary: "List the decisions of this project, the newest first.",
  positionals: [],
  input: z.strictObject({
    domain: shape.domain.describe("Only of this area"),
    status: shape.progress.describe("Only those with this progress."),
    standing: shape.standing.describe("Only those with this standing."),
    limit: shape.limit,
    cursor: shape.cursor.describe("Where the last page ended"),
  }),
  fields: { progress: "status" },
  async run({ status, ...input }, { deps, call, terminal }) {
    const [opened, ownCall] = [await deps(), await call()];
    const page = await perform(listDecisions, { ...input, progress: status }, opened, ownCall);
    const decisions = page.items.map(decisionFields);
    const more = page.cursor ? [`${page.total} in all; the next page: --cursor ${page.cursor}`] : [];
    return {
      json: { decisions, total: page.total, ...(page.cursor && { cursor: page.cursor }) },
      text:
        page.items.length === 0
          ? nothingFound({ ...input, status }, await countAll(opened, ownCall), ownCall.scope)
          : [table(page.items.map(row), terminal.width), ...more].join("\n"),
    };
  },
});

const countAll = async (deps: Deps, call: Call): Promise<number> =>
  (await perform(listDecisions, { limit: 1 }, deps, call)).total;

const nothingFound = (asked: AskedDecisions, total: number, project: string): string =>
  total === 0
    ? `No decisions yet in ${project}. Record one with: membria decide "…" --confidence 0.8`
    : noDecisionsText(asked, total);

function row(decision: Decision): string[] {
  const confidence = currentConfidence(decision);
  return [
    decision.id,
    decision.createdAt.toISOString().slice(0, 10),
    decision.standing === "active" ? decision.progress : decision.standing,
    confidence === undefined ? "–" : wholePercent(confidence),
    decision.domain,
    decision.statement,
  ];
}
