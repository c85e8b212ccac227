/** The command audit, with the lines of the log. */

import * as z from "zod";
import { listPeople, readLog } from "../../../access/index.ts";
import type { Deps } from "../../../memory/index.ts";
import { type Call, perform } from "../../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../../shared/scope.ts";
import { oneLine } from "../../../shared/text.ts";
import type { Person } from "../../../store/log/people.ts";
import type { LoggedEntry } from "../../../store/log/read-log.ts";
import { logEntryFields } from "../../../tools/record-fields.ts";
import { isAcrossProjects, whereText } from "../../across-projects.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";
import { shorten, table } from "../../terminal.ts";

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

const LONGEST_NAME = 60;

/** Entries of the audit log, one per line. If that is too long for the terminal, who wrote it is below. */
function logLines(entries: readonly LoggedEntry[], width: number, namesProject: boolean): string {
  const rows = entries.map((entry) => ({
    facts: [timeText(entry.at), entry.action, oneLine(entry.subject, LONGEST_NAME)],
    details: detailsOf(entry, namesProject),
  }));
  const whole = table(
    rows.map(({ facts, details }) => [...facts, details]),
    Number.POSITIVE_INFINITY,
  );
  if (whole.split("\n").every((line) => line.length <= width)) return whole;
  return rows
    .flatMap(({ facts, details }) => [shorten(facts.join(" "), width), table([["", details]], width, true)])
    .join("\n");
}

/** The names are quoted, because a client may call itself anything. */
function detailsOf(entry: LoggedEntry, namesProject: boolean): string {
  const { authorKind, author, person, client, key, refs, erased, project } = entry;
  return [
    `${authorKind} ${quoted(author)}${person === undefined ? "" : ` for ${quoted(person)}`}`,
    ...(erased === "nothing" ? [] : [erased === "all" ? "erased" : "partly erased"]),
    `client ${quoted(client)}`,
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(refs.length === 0 ? [] : [`touches ${refs.length} more`]),
    ...(namesProject ? [`project ${oneLine(project, LONGEST_NAME)}`] : []),
  ].join(", ");
}

function peopleLines(people: readonly Person[], width: number): string {
  const rows = people.map(({ id, name, entries, firstAt, lastAt }) => [
    id,
    `${entries} ${entries === 1 ? "entry" : "entries"}`,
    firstAt && lastAt ? `${dayText(firstAt)} to ${dayText(lastAt)}` : "",
    name === undefined ? "(erased)" : quoted(name),
  ]);
  return table(rows, width);
}

const quoted = (name: string): string => JSON.stringify(oneLine(name, LONGEST_NAME));
const timeText = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");
const dayText = (at: Date): string => at.toISOString().slice(0, 10);
