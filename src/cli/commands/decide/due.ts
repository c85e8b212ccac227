import * as z from "zod";
import { type Decision, listDue } from "../../../decisions/index.ts";
import { quietSync, readCauses, repositorySays } from "../../../repository/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { DAY_MS } from "../../../shared/time.ts";
import { shortCheckAgain } from "../../../tools/decision-facts.ts";
import { decisionFields } from "../../../tools/membria/decision-fields.ts";
import { repositoryFields } from "../../../tools/record-fields.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../terminal.ts";
import { saysLines } from "./git-sync.ts";

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
    await quietSync(wired, ownCall);
    const { items, total } = await perform(listDue, input, wired, ownCall);
    const says = await repositorySays(items, wired, ownCall.scope);
    const now = wired.clock.now();
    const { causes: toCheck } = await readCauses(items, ownCall.scope, wired);
    return {
      json: {
        decisions: items.map((decision) => ({
          ...decisionFields(decision),
          due_at: decision.dueAt?.toISOString(),
          ...shortCheckAgain(toCheck.get(decision.id)),
          repository: repositoryFields(says.get(decision.id) ?? { reports: [] }),
        })),
        total,
      },
      text:
        items.length === 0
          ? nothingDue(input.domain, (await perform(listDue, { limit: 1 }, wired, ownCall)).total)
          : [
              ...withBelow(
                table(
                  items.map((decision) =>
                    row(decision, now, isAcrossProjects(ownCall), toCheck.has(decision.id)),
                  ),
                  terminal.width,
                ),
                items.map(({ id }) => saysLines(says.get(id), terminal)),
              ),
              `${total === 1 ? "1 decision is" : `${total} decisions are`} due${total > items.length ? "; --limit shows more" : ""}.`,
              `Record one with: membria outcome ${items[0]?.id} success`,
            ].join("\n"),
    };
  },
});

/** A table has one line for each of its rows. */
const withBelow = (rows: string, below: readonly (readonly string[])[]): string[] =>
  rows.split("\n").flatMap((line, i) => [line, ...(below[i] ?? [])]);

const nothingDue = (domain: string | undefined, total: number): string =>
  domain === undefined || total === 0
    ? "Nothing is due."
    : `Nothing about ${domain} is due (${total} in all).`;

function row(decision: Decision, now: Date, withProject: boolean, isToCheck: boolean): string[] {
  const days = Math.floor((now.getTime() - (decision.dueAt ?? now).getTime()) / DAY_MS);
  return [
    decision.id,
    `${days === 0 ? "due today" : `${days} day${days === 1 ? "" : "s"} overdue`}${isToCheck ? ", check again" : ""}`,
    ...(withProject ? [decision.project] : []),
    decision.domain,
    decision.statement,
  ];
}
