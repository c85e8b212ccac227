import {
  type Anchor,
  type ChangeableState,
  type FirstState,
  firstStateOf,
  type JudgedAssumption,
  type OutcomeStatus,
  type Progress,
  type Standing,
} from "../../decisions/index.ts";
import type { Json } from "../../shared/canonical-json.ts";
import type { Screened } from "../../shared/text.ts";
import { type MemoryRow, readMemory } from "../../store/file/memory-row.ts";
import type { AuditAction } from "../../store/log/audit-actions.ts";
import type { StoredAuthor } from "../../store/log/people.ts";
import {
  type DecisionEvent,
  type LostPlace,
  type SettledDecision,
  settleDecision,
} from "../rules/decision-state.ts";
import { staysHere } from "../rules/leaving.ts";
import type { ClaimComponent } from "./claim-component.ts";
import { lostPlace } from "./seal-changes.ts";
import { closingOf } from "./settled-links.ts";
import type { Fields, Said, TeamEntry } from "./team-entries.ts";

export interface SettledDecisionRow extends SettledDecision<StoredAuthor> {
  readonly id: string;
  /** Set if it was made for a place that another decision had already. */
  readonly lost?: LostPlace | undefined;
}

/** Undefined if the decision is not in this memory. */
export function settledDecision(
  said: Said,
  id: string,
  around: ClaimComponent,
): SettledDecisionRow | undefined {
  const row = readMemory(said.sql, id);
  if (row?.type !== "decision") return undefined;
  const entries = said.about(id);
  const began = entries.flatMap((entry) => firstIn(said, entry, id))[0] ?? {};
  const lost = lostPlace(said, row, entries, around);
  const first = stateOf(row, lost ? { ...began, standing: "draft" } : began);
  const events = [
    ...entries.flatMap((entry) => eventsIn(said, entry, id, around)),
    ...outcomeEvents(said, id, entries),
  ];
  return { id, ...settleDecision(first, events), ...(lost && { lost }) };
}

/** How the decision began, from the entry that brought it. */
function firstIn(said: Said, entry: TeamEntry, id: string): FirstState[] {
  switch (entry.action) {
    case "decision.captured": {
      const [first] = entry.subject === id ? said.argsOf(entry) : [];
      return first ? [firstStateIn(first)] : [];
    }
    case "import.continued":
    case "record.existing":
      return said
        .argsOf(entry)
        .filter((part) => part?.["kind"] === "decision")
        .map((part) => part?.["memory"] as Fields)
        .filter((memory) => (memory["row"] ?? memory["id"]) === id)
        .map(firstStateIn);
    default:
      return [];
  }
}

/** From here it is a pointer with the state beside it, from elsewhere the row itself. */
const firstStateIn = (stored: Fields): FirstState =>
  typeof stored["row"] === "string" ? (stored as FirstState) : firstStateOf(stored as unknown as MemoryRow);

type StoredRemarks = readonly { readonly at: number; readonly by: StoredAuthor }[];

function stateOf(row: MemoryRow, first: FirstState): ChangeableState<StoredAuthor> {
  const body = first.body ?? {};
  const dated = (remarks: Json | undefined) =>
    ((remarks ?? []) as StoredRemarks).map((remark) => ({ ...remark, at: new Date(remark.at) }));
  return {
    updatedAt: new Date((first.updated_at ?? row.created_at) as number),
    standing: (first.standing ?? "active") as Standing,
    progress: (first.progress ?? "pending") as Progress,
    linkedPr: body["linked_pr"],
    linkedCommit: body["linked_commit"],
    confidenceUpdates: dated(body["confidence_updates"]),
    notes: dated(body["notes"]),
    anchors: body["anchors"] && dated(body["anchors"]),
    ...(body["assumption_states"] && { assumptionStates: dated(body["assumption_states"]) }),
  } as unknown as ChangeableState<StoredAuthor>;
}

type Event = DecisionEvent<StoredAuthor>;

function eventsIn(said: Said, entry: TeamEntry, id: string, around: ClaimComponent): Event[] {
  const { origin, seq, at, action } = entry;
  const place = { origin, seq, at };
  const isSubject = entry.subject === id;
  if (WITHOUT_STATE.has(action)) return [];
  const [args, second] = said.argsOf(entry);
  switch (action) {
    case "decision.updated":
    case "decision.retracted":
      if (!isSubject || !args || staysHere(args) || !holds(said, args)) return [];
      return [{ ...place, kind: "changed", ...changeIn(args) }];
    case "decision.edited":
      return isSubject ? [{ ...place, kind: "touched" }] : [];
    case "decision.superseded":
      return isSubject && hasWon(around, entry) ? [{ ...place, kind: "replaced" }] : [];
    case "decision.merged": {
      if (!hasWon(around, entry)) return [];
      if (isSubject) return [{ ...place, kind: "replaced" }];
      if (args?.["keep"] !== id) return [];
      const { before, after } = args["progress"] as { readonly before: string; readonly after: string };
      return [before === after ? { ...place, kind: "touched" } : withProgress(place, after)];
    }
    case "decision.restored": {
      const merge = args?.["merge"] as { readonly keep: string; readonly progress: string } | undefined;
      if (merge?.keep === id) return [withProgress(place, merge.progress)];
      if (!isSubject || !args) return [];
      const by = (second?.["by"] ?? NOBODY) as StoredAuthor;
      const standing = args["standing"] as Standing;
      return [{ ...place, kind: "changed", standing, note: second?.["note"] as Screened | undefined, by }];
    }
    case "outcome.reopened": {
      if (args?.["decision"] !== id) return [];
      const note = second?.["note"] as Screened | undefined;
      const outcomes = args["outcomes"] as readonly string[];
      return [{ ...place, kind: "reopened", outcomes, note, by: args["by"] as StoredAuthor }];
    }
    case "import.continued":
      return said.argsOf(entry).some((part) => part?.["kind"] === "superseded" && part["id"] === id)
        ? [{ ...place, kind: "changed", standing: "superseded", by: NOBODY }]
        : [];
    case "import.undone": {
      const standings = (args?.["standings"] ?? []) as readonly (readonly [string, Standing])[];
      return standings
        .filter(([one]) => one === id)
        .map(([, standing]) => ({ ...place, kind: "changed", standing, by: NOBODY }));
    }
    default:
      return [];
  }
}

/** Of these no state follows that is not read from rows. */
const WITHOUT_STATE: ReadonlySet<AuditAction> = new Set([
  "decision.captured",
  "outcome.recorded",
  "signal.recorded",
  "record.existing",
]);

/** Where no remark is added, nobody has to be named. */
const NOBODY: StoredAuthor = { kind: "agent" };

const withProgress = (place: Pick<Event, "origin" | "seq" | "at">, progress: string): Event => ({
  ...place,
  kind: "changed",
  progress: progress as Progress,
  by: NOBODY,
});

const changeIn = (args: Fields) => ({
  standing: args["standing"] as Standing | undefined,
  progress: args["progress"] as Progress | undefined,
  confidence: args["confidence"] as number | undefined,
  note: args["note"] as Screened | undefined,
  linkedPr: args["linked_pr"] as Screened | undefined,
  linkedCommit: args["linked_commit"] as Screened | undefined,
  anchor: args["anchor"] as Anchor | undefined,
  assumption: args["assumption"] as JudgedAssumption | undefined,
  by: args["by"] as StoredAuthor,
});

const hasWon = ({ claims, settled }: ClaimComponent, { change }: TeamEntry): boolean =>
  claims.some((claim) => claim.entry.change === change && settled.won.has(claim));

/** What followed from accepting or rejecting a proposal counts only if that was the first verdict on it. */
function holds(said: Said, { proposal, standing }: Fields): boolean {
  if (typeof proposal !== "string") return true;
  const verdict = closingOf(said, proposal).closed?.state;
  return verdict === undefined || (verdict === "accepted") === (standing === "active");
}

function outcomeEvents(said: Said, id: string, entries: readonly TeamEntry[]): Event[] {
  const rows = said.sql.all<{ id: string; status: OutcomeStatus; at: number }>(
    "SELECT id, status, at FROM outcomes WHERE decision_id = ? ORDER BY at, id",
    id,
  );
  return rows.map((row) => {
    const entry = entries.find(({ subject }) => subject === row.id) ?? entries[0];
    const { origin, seq } = entry ?? { origin: "", seq: 0 };
    const status = row.status;
    return { origin, seq, at: row.at, kind: "outcome", id: row.id, status };
  });
}
