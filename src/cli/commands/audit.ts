import * as z from "zod";
import type { Deps } from "../../app/deps.ts";
import { listPeople } from "../../app/log/list-people.ts";
import { readLog } from "../../app/log/read-log.ts";
import { type Call, perform } from "../../app/shared/operation.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { logEntryFields } from "../../tools/log-entry-fields.ts";
import { isAcrossProjects, whereText } from "../across-projects.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../command.ts";
import { logLines, peopleLines } from "../log-lines.ts";

const { shape } = readLog.input;
const LAST = 50;
/** An entry with what it wrote can be as large as a batch of an import. */
const EXPORTED_AT_ONCE = 10;

type Filter = Pick<z.input<typeof readLog.input>, "since" | "actor" | "record" | "action">;

export const audit = defineCommand({
  name: "audit",
  summary:
    "Show who wrote what, when, and through which program: the last entries of the audit log. With --json all of them, one per line, with what they wrote.",
  positionals: [],
  input: z.strictObject({
    since: shape.since.describe("Only from this time on: a date, or how long ago, such as 7d or 2h."),
    actor: shape.actor.describe(
      "Only by this author: human, agent or script, a person's name or id, a program, a client or the id of a key.",
    ),
    decision: shape.record.describe("Only about this decision; takes the id of any other record, too."),
    op: shape.action.describe("Only this action, such as decision.captured, or all of a kind: decision."),
    limit: shape.limit.optional().describe(`Only the last ones. Without it ${LAST}, or all with --json.`),
    all: z
      .boolean()
      .default(false)
      .describe("Of all projects, with what belongs to none, such as people and some keys."),
    people: z
      .boolean()
      .default(false)
      .describe("List the people behind all entries instead, with the ids that membria forget takes."),
  }),
  fields: { record: "decision", action: "op" },
  takesDecisions: ["decision"],
  async run({ people, all, limit, decision, op, ...rest }, context) {
    const deps = await context.deps();
    const ownCall = await context.call();
    const call = all ? { ...ownCall, scope: ALL_PROJECTS } : ownCall;
    if (people) return listed(deps, call, context);
    const filter = { ...rest, record: decision, action: op };
    const page = { ...filter, limit: limit ?? LAST, counted: true };
    const { entries, earlier } = await perform(readLog, page, deps, call);
    const [first] = entries;
    return {
      json: undefined,
      lines: exported(filter, limit === undefined || !first ? 0 : first.seq - 1, deps, call),
      text:
        entries.length === 0
          ? `Nothing like that was written in ${whereText(call)}.`
          : [
              ...(earlier > 0
                ? [`${earlier} earlier ${earlier === 1 ? "entry" : "entries"}: --limit or --json`]
                : []),
              logLines(entries, context.terminal.width, isAcrossProjects(call)),
            ].join("\n"),
    };
  },
});

/** All entries after a position, a few at a time. */
async function* exported(filter: Filter, after: number, deps: Deps, call: Call): AsyncGenerator<unknown> {
  for (let position = after; ; ) {
    const page = { ...filter, after: position, limit: EXPORTED_AT_ONCE, withChanges: true };
    const { entries } = await perform(readLog, page, deps, call);
    yield* entries.map(logEntryFields);
    const last = entries.at(-1);
    if (!last || entries.length < EXPORTED_AT_ONCE) return;
    position = last.seq;
  }
}

async function listed(deps: Deps, call: Call, { terminal }: CommandContext): Promise<CommandResult> {
  const people = await perform(listPeople, {}, deps, call);
  return {
    json: {
      people: people.map(({ id, name, entries, firstAt, lastAt }) => ({
        id,
        name: name ?? null,
        entries,
        first_at: firstAt?.toISOString() ?? null,
        last_at: lastAt?.toISOString() ?? null,
      })),
    },
    text: people.length === 0 ? "Nobody has written anything yet." : peopleLines(people, terminal.width),
  };
}
