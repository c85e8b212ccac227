import * as z from "zod";
import { listDue } from "../../app/decisions/list-due.ts";
import { perform } from "../../app/shared/operation.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import { decisionFields } from "../../tools/membria/decision-fields.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { table } from "../terminal.ts";

const { shape } = listDue.input;

export const due = defineCommand({
  name: "due",
  summary: "List the decisions whose outcome should be known by now.",
  positionals: [],
  input: z.strictObject({
    domain: shape.domain.describe("Only of this area"),
    limit: shape.limit.describe("How many at most."),
  }),
  async run(input, { deps, call, terminal }) {
    const wired = await deps();
    const ownCall = await call();
    const { items, total } = await perform(listDue, input, wired, ownCall);
    const now = wired.clock.now();
    return {
      json: {
        decisions: items.map((decision) => ({
          ...decisionFields(decision),
          due_at: decision.dueAt?.toISOString(),
        })),
        total,
      },
      text:
        items.length === 0
          ? nothingDue(input.domain, (await perform(listDue, { limit: 1 }, wired, ownCall)).total)
          : [
              table(
                items.map((decision) => row(decision, now, isAcrossProjects(ownCall))),
                terminal.width,
              ),
              `${total === 1 ? "1 decision is" : `${total} decisions are`} due${total > items.length ? "; --limit shows more" : ""}.`,
              `Record one with: membria outcome ${items[0]?.id} success`,
            ].join("\n"),
    };
  },
});

const nothingDue = (domain: string | undefined, total: number): string =>
  domain === undefined || total === 0
    ? "Nothing is due."
    : `Nothing about ${domain} is due (${total} in all).`;

function row(decision: Decision, now: Date, withProject: boolean): string[] {
  const days = Math.floor((now.getTime() - (decision.dueAt ?? now).getTime()) / DAY_MS);
  return [
    decision.id,
    days === 0 ? "due today" : `${days} day${days === 1 ? "" : "s"} overdue`,
    ...(withProject ? [decision.project] : []),
    decision.domain,
    decision.statement,
  ];
}
