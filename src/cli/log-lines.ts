import type { LoggedEntry } from "../domain/log/log-store.ts";
import type { Person } from "../domain/log/people-store.ts";
import { oneLine } from "../domain/shared/text.ts";
import { shorten, table } from "./terminal.ts";

const LONGEST_NAME = 60;

/** Entries of the audit log, one per line. If that is too long for the terminal, who wrote it is below. */
export function logLines(entries: readonly LoggedEntry[], width: number, namesProject: boolean): string {
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

export function peopleLines(people: readonly Person[], width: number): string {
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
