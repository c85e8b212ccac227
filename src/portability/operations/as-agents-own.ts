import { type Link, withContextHash } from "../../decisions/index.ts";
import { type Author, namedAuthor } from "../../shared/actor.ts";
import type { Call } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import type { DecisionRecord, ImportedRecord } from "../rules/import-store.ts";
import type { MovingDeps } from "./deps.ts";

/**
 * The records as a known agent may bring them in: whatever the source says, a file that an agent can write is not the
 * word of a person. What a person said there becomes the agent's, and links that nobody approved here wait.
 */
export function asAgentsOwn(
  records: readonly ImportedRecord[],
  deps: MovingDeps,
  { actor: { author } }: Call,
): readonly ImportedRecord[] {
  return records.map((record) => {
    const own = withoutPeople(record, author);
    if (own.kind === "decision" && isPersons(record)) return rewritten(own, record.decision.author, deps);
    return own.kind === "link" ? { ...own, link: waiting(own.link) } : own;
  });
}

/** Whether the source calls it a decision of a person. */
export const isPersons = (record: ImportedRecord): record is DecisionRecord =>
  record.kind === "decision" && record.decision.author.kind === "human";

/** What the agent brought in of what a person is said to have decided. */
export const broughtInAsOwn = (count: number, { actor: { author } }: Call): string =>
  `${count === 1 ? "1 decision is a person's" : `${count} decisions are a person's`}, says the source, and ${count === 1 ? "comes" : "come"} in as the ${namedAuthor(author)}'s: what a person decided is brought in by a person at a terminal of their own.`;

/** Every author in it that is a person replaced, whatever the field. */
function withoutPeople<T>(value: T, by: Author): T {
  if (Array.isArray(value)) return value.map((item) => withoutPeople(item, by)) as T;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if ("kind" in value && value.kind === "human" && "name" in value) return by as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutPeople(item, by)]),
  ) as T;
}

/** With the name of the person as data, and the hashes that cover the author. */
function rewritten(own: DecisionRecord, person: Author, { secrets, clock }: MovingDeps): DecisionRecord {
  const { author, notes } = own.decision;
  const said = startScreening(secrets).text(
    "note",
    `Its source says that the ${namedAuthor(person)} decided it.`,
  );
  const decision = {
    ...withContextHash(own.decision),
    notes: [...notes, { text: said, at: clock.now(), by: author }],
  };
  const revisions = own.revisions?.map((revision) => ({
    ...revision,
    contextHash: withContextHash({ ...decision, ...revision.content }).contextHash,
  }));
  return { ...own, decision, revisions };
}

/** A link that replaces a decision needs no approval; the store refuses those that would replace a person's. */
const waiting = (link: Link): Link =>
  link.state === "active" && link.relation !== "supersedes"
    ? { ...link, state: "pending", reviews: [] }
    : link;
