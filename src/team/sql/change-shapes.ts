import * as z from "zod";
import type { Json } from "../../shared/canonical-json.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Sql } from "../../store/file/connection.ts";
import type { SqlValue } from "../../store/file/driver.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import { type ChangeTypes, partsOf, wholeArgs } from "../../store/log/change.ts";
import { withoutLocalFields } from "../rules/leaving.ts";
import type { SharedPart } from "../rules/member-change.ts";
import type { KnownHeader } from "./received-entry.ts";
import {
  anchor,
  by,
  decisionRow,
  id,
  ids,
  insightRow,
  judgement,
  linkRow,
  ofOneMachine,
  outcomeRow,
  progress,
  proposalRow,
  review,
  revisionRow,
  signalRow,
  standing,
  text,
  time,
} from "./row-shapes.ts";
import type { Fields } from "./team-entries.ts";

const nothing = z.looseObject({});
const note = z.looseObject({ note: text, by });
const withdrawal = z.looseObject({ at: time, by });

const updated = z.looseObject({
  standing: standing.optional(),
  progress: progress.optional(),
  confidence: z.number().min(0).max(1).optional(),
  note: text.optional(),
  linked_pr: text.optional(),
  linked_commit: text.optional(),
  captured_in: ofOneMachine,
  anchor: anchor.optional(),
  assumption: judgement.optional(),
  by,
  proposal: id.optional(),
});

const reviewed = z.looseObject({ review, origin: text });

const imported = z.discriminatedUnion("kind", [
  z.looseObject({
    kind: z.literal("decision"),
    memory: decisionRow,
    outcomes: z.array(outcomeRow),
    signals: z.array(signalRow),
    revisions: z.array(revisionRow).optional(),
    withdrawn: z.record(z.string(), withdrawal).optional(),
  }),
  z.looseObject({ kind: z.literal("note"), memory: insightRow }),
  z.looseObject({ kind: z.literal("link"), link: linkRow }),
  z.looseObject({ kind: z.literal("superseded"), id }),
  z.looseObject({ kind: z.literal("proposal"), proposal: proposalRow }),
]);

const existing = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("decision"), memory: decisionRow }),
  z.looseObject({ kind: z.literal("insight"), memory: insightRow }),
  z.looseObject({ kind: z.literal("outcomes"), row: outcomeRow }),
  z.looseObject({ kind: z.literal("signals"), row: signalRow }),
  z.looseObject({ kind: z.literal("link"), link: linkRow }),
  z.looseObject({ kind: z.literal("proposal"), proposal: proposalRow }),
]);

/** The parts of a change in their order; the last shape holds for all further ones. */
type Shapes = readonly [z.ZodType, ...z.ZodType[]];

/** What the arguments of each action have to be, part by part. An action without an entry cannot come from elsewhere. */
const SHAPES: Readonly<Partial<Record<AuditAction, Shapes>>> = {
  "decision.captured": [decisionRow],
  "decision.updated": [updated],
  "decision.retracted": [updated],
  "decision.edited": [revisionRow],
  "decision.superseded": [
    z.looseObject({ by: id, link: id, made: z.literal(true).optional() }),
    z.looseObject({ reason: text }),
  ],
  "decision.merged": [
    z.looseObject({
      keep: id,
      link: id,
      standing,
      progress: z.looseObject({ before: progress, after: progress }),
    }),
    linkRow,
  ],
  "decision.restored": [
    z.looseObject({
      standing,
      merge: z.looseObject({ keep: id, link: id, taken_over: ids, progress }).optional(),
    }),
    note,
  ],
  "decision.erased": [
    z.looseObject({
      sources: z.looseObject({ salt: z.string(), digests: z.array(z.string()) }),
      proposals: ids,
    }),
  ],
  "outcome.recorded": [outcomeRow],
  "outcome.reopened": [z.looseObject({ decision: id, outcomes: ids, by }), note],
  "signal.recorded": [signalRow],
  "proposal.drafted": [proposalRow],
  "proposal.fed": [z.looseObject({ fed_at: time, reasoning: text, evidence: ids })],
  "proposal.accepted": [nothing],
  "proposal.rejected": [nothing],
  "proposal.expired": [nothing],
  "link.proposed": [linkRow],
  "link.approved": [reviewed],
  "link.rejected": [reviewed],
  "link.cleaned": [z.looseObject({ links: ids.optional() })],
  "link.restored": [z.looseObject({ row: linkRow, place: z.number().int().nullable() })],
  "insight.saved": [insightRow],
  "insight.erased": [nothing],
  "person.erased": [nothing],
  "import.continued": [imported],
  "import.undone": [
    z.looseObject({ memories: ids, links: ids, proposals: ids, standings: z.array(z.tuple([id, standing])) }),
  ],
  "record.existing": [existing],
};

/** Whether the arguments are what an action has. Those whose text was erased say nothing, and need to be nothing. */
function haveShapeOf(action: AuditAction, args: readonly unknown[]): boolean {
  const shapes = SHAPES[action];
  if (!shapes) return false;
  return args.every(
    (value, n) => value === undefined || (shapes[n] ?? shapes.at(-1))?.safeParse(value).success,
  );
}

/** The name of a person, as a part of its own. */
const isName = (value: unknown): boolean => z.looseObject({ name: text }).safeParse(value).success;

/**
 * Whether a change is what it says it is, and concerns nothing but the project that is shared. Its author may be a member
 * and all of it signed: a member is trusted with the records of the team, and with nothing else on this machine.
 */
export function isWellFormed(
  sql: Sql,
  project: string,
  header: KnownHeader,
  parts: readonly SharedPart[],
): boolean {
  const said = parts.filter(({ person }) => person === undefined).map(({ args }) => args);
  const names = parts.filter(({ person, args }) => person !== undefined && args !== undefined);
  return (
    haveShapeOf(header.action, said) &&
    names.every(({ args }) => isName(args)) &&
    said.every((args, n) => n > 0 || args === undefined || isAboutSubject(header, args as Fields)) &&
    [header.subject, ...header.refs, ...said].every((value) => isOfProject(sql, project, value ?? null))
  );
}

/** A row that is brought under the name of another record would be erased, judged and settled by the wrong name. */
function isAboutSubject({ action, subject, refs }: KnownHeader, args: Fields): boolean {
  switch (action) {
    case "decision.captured":
    case "insight.saved":
    case "link.proposed":
    case "proposal.drafted":
      return args["id"] === subject;
    case "outcome.recorded":
    case "signal.recorded":
      return args["id"] === subject && refs.includes(args["decision_id"] as string);
    case "decision.edited":
      return args["decision_id"] === subject;
    case "decision.superseded":
      return refs.includes(args["by"] as string) && args["by"] !== subject;
    case "decision.merged":
      return refs.includes(args["keep"] as string) && args["keep"] !== subject;
    case "outcome.reopened":
      return refs.includes(args["decision"] as string);
    default:
      return true;
  }
}

const RECORDS = [
  "decision",
  "outcome",
  "signal",
  "link",
  "proposal",
  "insight",
  "checkpoint",
  "context",
] as const;
const RECORD_ID = new RegExp(`^(?:${RECORDS.map((kind) => ID_PREFIX[kind]).join("|")})_[a-z0-9]+$`);

/** What people measured has keys of their own. */
const MEASURED: ReadonlySet<string> = new Set(["metrics", "reported"]);

/** Looks at every project and every id of a record that a value names, however deep. */
function isOfProject(sql: Sql, project: string, value: Json): boolean {
  if (typeof value === "string") return !RECORD_ID.test(value) || isHere(sql, project, value);
  if (value === null || typeof value !== "object") return true;
  if (Array.isArray(value)) return value.every((item: Json) => isOfProject(sql, project, item));
  return Object.entries(value as Fields).every(([key, item]) => {
    if (key === "project") return item === project;
    return item === undefined || MEASURED.has(key) || isOfProject(sql, project, item);
  });
}

/** Whether a record is of this project, or of none that this machine has. */
const isHere = (sql: Sql, project: string, id: string): boolean =>
  sql.get(
    `SELECT 1 FROM memories WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM outcomes WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM signals WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM links WHERE id = ?1 AND project <> ?2
     UNION ALL SELECT 1 FROM proposals WHERE id = ?1 AND project <> ?2 LIMIT 1`,
    id,
    project,
  ) === undefined;

const hex = (bytes: unknown): string => Buffer.from(bytes as Uint8Array).toString("hex");

interface SharedEntry {
  readonly change: number;
  readonly action: AuditAction;
  /** Of each part, as the header has them. */
  readonly abouts: readonly (readonly string[])[];
  readonly sharesSources: boolean;
}

/** The parts of a change as the team has them. What was said elsewhere is stored as it came. */
export function wireParts(sql: Sql, entry: SharedEntry, types: ChangeTypes): SharedPart[] {
  const own = sql.all<TextRow & { part: number; person: string | null; digest: SqlValue }>(
    "SELECT * FROM team_parts WHERE change = ? ORDER BY part",
    entry.change,
  );
  if (own.length === 0) return foreignParts(sql, entry);
  return own.map((row) => ({
    about: entry.abouts[row.part] ?? [],
    ...(row.person !== null && { person: row.person }),
    digest: hex(row.digest),
    ...textOf(sql, row, entry, types),
  }));
}

function foreignParts(sql: Sql, { change, abouts }: SharedEntry): SharedPart[] {
  return partsOf(sql, change).map(({ part, person, digest, salt, args }) => ({
    about: abouts[part] ?? [],
    ...(person !== null && { person }),
    digest: hex(digest),
    ...(salt !== null && args !== undefined && { salt: hex(salt), args }),
  }));
}

type TextRow = { salt: SqlValue; args: string | null; from_part: number };

function textOf(
  sql: Sql,
  row: TextRow,
  { change, action, sharesSources }: SharedEntry,
  types: ChangeTypes,
): Pick<SharedPart, "salt" | "args"> {
  if (row.salt === null) return {};
  const salt = hex(row.salt);
  if (row.args !== null) return { salt, args: JSON.parse(row.args) as Json };
  const stored = sql.value<SqlValue | undefined>(
    "SELECT args FROM change_parts WHERE change = ? AND part = ?",
    change,
    row.from_part,
  );
  const whole =
    typeof stored === "string" ? wholeArgs(types, action, sql, JSON.parse(stored) as Json) : undefined;
  return whole === undefined ? {} : { salt, args: withoutLocalFields(whole, sharesSources) };
}
