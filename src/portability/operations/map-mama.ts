import {
  Confidence,
  type DecisionMeaning,
  detectDomain,
  type LinkOrigin,
  type LinkSourceFacts,
  type LinkState,
  type Note,
  type Outcome,
  type OutcomeStatus,
  type Relation,
  type Standing,
  withContextHash,
} from "../../decisions/index.ts";
import type { Checkpoint } from "../../sessions/index.ts";
import type { Author } from "../../shared/actor.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Screening } from "../../shared/screening.ts";
import { LIMITS, type Screened } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { MamaRow } from "../rules/external-files.ts";
import type { ImportedRecord } from "../rules/import-store.ts";
import { fitText, listOf, type RecordMaker, splitLong, textOf, timeOf } from "./run-import.ts";

/** Columns that map to a field of a decision. All others are kept in notes. */
const MAPPED_COLUMNS = new Set(
  `row_number replaced id topic decision reasoning outcome failure_reason limitation session_id supersedes superseded_by
   refined_from confidence created_at updated_at evidence alternatives risks kind status duration_days user_involvement summary`.split(
    /\s+/,
  ),
);

const OUTCOMES: Readonly<Record<string, readonly [OutcomeStatus, number]>> = {
  SUCCESS: ["success", 1],
  PARTIAL: ["partial", 0.5],
  FAILED: ["failure", 0],
};

/** MAMA's mark for decisions saved through a tool call. It may be in any of the texts. */
const VIA_MCP = /\[via MCP/;

/**
 * An agent if the text is marked as saved over MCP. Otherwise the column decides: a human if the user asked for or
 * approved it, and else an agent.
 */
function authorOf(row: MamaRow, screen: Screening): Author {
  const viaMcp = [row["topic"], row["decision"], row["reasoning"]].some((text) => VIA_MCP.test(textOf(text)));
  const human = !viaMcp && ["requested", "approved"].includes(textOf(row["user_involvement"]));
  return human
    ? { kind: "human", name: screen.text("author", "MAMA user") }
    : { kind: "agent", name: screen.text("author", "MAMA agent") };
}

/** Undefined for a row without any text. */
export function mapMamaDecision(row: MamaRow, make: RecordMaker): ImportedRecord | undefined {
  const { screen } = make;
  const text = textOf(row["decision"]).trim() === "" ? textOf(row["topic"]) : textOf(row["decision"]);
  const [statement, ...more] = splitLong(screen.text("decision", text), LIMITS.statement);
  if (statement === undefined || statement.trim() === "") return undefined;
  const [reasoning, ...evenMore] = splitLong(screen.text("reasoning", textOf(row["reasoning"])), LIMITS.text);
  const topic = fitText(screen.text("topic", textOf(row["topic"])), LIMITS.name);
  const confidence = Confidence.safeParse(row["confidence"]);
  const author = authorOf(row, screen);
  const createdAt = timeOf(row["created_at"] ?? row["updated_at"]);
  const meaning: DecisionMeaning = {
    project: make.project,
    statement,
    topic: topic.trim() === "" ? statement : topic,
    topicStated: topic.trim() !== "",
    reasoning: reasoning === "" ? undefined : reasoning,
    domain: detectDomain(statement, [topic, reasoning ?? "", ...listOf(row["alternatives"])]),
    confidence: confidence.success ? confidence.data : undefined,
    // MAMA changes the number after outcomes and does not tell a stated confidence from a default.
    confidenceStated: false,
    alternatives: screen.list("alternatives", listOf(row["alternatives"])),
    assumptions: [],
    risks: screen.list("risks", listOf(row["risks"])),
    evidence: screen.list("evidence", listOf(row["evidence"])).map((ref) => ({ kind: "note" as const, ref })),
    consequences: [],
    label: labelOf(row, screen),
    author,
  };
  const id = make.ids.next(ID_PREFIX.decision);
  const outcome = outcomeOf(row, { id, meaning, createdAt }, make);
  const note = (words: Screened): Note => ({ text: words, at: createdAt, by: author });
  return {
    kind: "decision",
    decision: {
      ...withContextHash(meaning),
      id,
      aliases: [textOf(row["id"])],
      createdAt,
      updatedAt: timeOf(row["updated_at"] ?? row["created_at"]),
      standing: standingOf(row),
      progress: outcome === undefined ? "pending" : outcome.status === "failure" ? "failed" : "completed",
      dueAt: new Date(createdAt.getTime() + make.dueDays * DAY_MS),
      sessionId: screen.optional("sessionId", textOf(row["session_id"]) || undefined),
      questions: [],
      confidenceUpdates: [],
      notes: [...more, ...evenMore, ...leftoverNotes(row, screen)].map(note),
      supersedes: [],
      supersededBy: [],
    },
    outcomes: outcome === undefined ? [] : [outcome],
    signals: [],
    files: [],
  };
}

function labelOf(row: MamaRow, screen: Screening): Screened | undefined {
  const kind = textOf(row["kind"]);
  return screen.optional(
    "label",
    (kind === "decision" ? "" : kind) || textOf(row["user_involvement"]) || undefined,
  );
}

function standingOf(row: MamaRow): Standing {
  if (row["replaced"] === 1 || row["status"] === "superseded") return "superseded";
  const given = ["stale", "contradicted"].includes(textOf(row["status"]));
  return given || row["user_involvement"] === "rejected" ? "deprecated" : "active";
}

/** Keeps the columns that a decision has no field for. */
function leftoverNotes(row: MamaRow, screen: Screening): Screened[] {
  const rest = Object.entries(row).filter(
    ([name, value]) => !MAPPED_COLUMNS.has(name) && value !== null && value !== 0 && value !== "",
  );
  const summary = textOf(row["summary"]);
  const involvement = textOf(row["user_involvement"]);
  const notes = [
    ...(summary !== "" && summary !== row["decision"] ? [summary] : []),
    ...(involvement === "rejected" ? ["The user rejected it."] : []),
    ...(row["status"] === "stale" || row["status"] === "contradicted"
      ? [`MAMA had it as ${row["status"]}.`]
      : []),
    ...(rest.length > 0 ? [`MAMA kept besides: ${JSON.stringify(Object.fromEntries(rest))}`] : []),
  ];
  return notes.flatMap((words) => splitLong(screen.text("note", words), LIMITS.text));
}

function outcomeOf(
  row: MamaRow,
  decision: { id: string; meaning: DecisionMeaning; createdAt: Date },
  { screen, ids }: RecordMaker,
): Outcome | undefined {
  const known = OUTCOMES[textOf(row["outcome"]).toUpperCase()];
  if (!known) return undefined;
  const [status, score] = known;
  const days = row["duration_days"];
  return {
    id: ids.next(ID_PREFIX.outcome),
    decisionId: decision.id,
    project: decision.meaning.project,
    domain: decision.meaning.domain,
    status,
    score,
    at:
      typeof days === "number"
        ? new Date(decision.createdAt.getTime() + days * DAY_MS)
        : timeOf(row["updated_at"] ?? row["created_at"]),
    reported: {},
    signals: [],
    lessons: [row["failure_reason"], row["limitation"]]
      .map(textOf)
      .filter((words) => words.trim() !== "")
      .flatMap((words) => splitLong(screen.text("lessons", words), LIMITS.text)),
    metrics: {},
    author: decision.meaning.author,
  };
}

/** The alias contains the time, because MAMA restarts the numbers of checkpoints in every file. */
export function mapMamaCheckpoint(row: MamaRow, make: RecordMaker): ImportedRecord {
  const { screen } = make;
  const createdAt = timeOf(row["timestamp"]);
  const conversation = listOf(row["recent_conversation"]);
  const recentConversation =
    conversation.length > 0 ? screen.list("recentConversation", conversation) : undefined;
  const status = typeof row["status"] === "string" ? screen.text("status", row["status"]) : undefined;
  const checkpoint: Checkpoint = {
    id: make.ids.next(ID_PREFIX.checkpoint),
    aliases: [`mama-checkpoint-${row["id"]}-${createdAt.getTime()}`],
    project: make.project,
    summary: screen.text("summary", textOf(row["summary"])),
    openFiles: screen.list("openFiles", listOf(row["open_files"])),
    nextSteps: screen.text("nextSteps", textOf(row["next_steps"])),
    author: { kind: "agent", name: screen.text("author", "MAMA agent") },
    createdAt,
    sourceFacts: recentConversation || status ? { recentConversation, status } : undefined,
  };
  return { kind: "memory", memory: { type: "checkpoint", checkpoint } };
}

/** Maps the relations of MAMA to ours. The original name is kept with the link. */
const RELATION: Readonly<Record<string, Relation>> = {
  supersedes: "supersedes",
  refines: "refines",
  contradicts: "contradicts",
  builds_on: "refines",
  synthesizes: "refines",
  debates: "contradicts",
};

/** Matches the reasons of links that MAMA created by itself. */
const AUTO_LINK_REASON = /similarity:|Refines previous approach|\bauto\b|auto-/i;

type Link = Extract<ImportedRecord, { kind: "link" }>;

/** Links from the columns in which a decision refers to others. The caller has to drop links to missing decisions. */
export function mapMamaRelated(row: MamaRow, make: RecordMaker): Link[] {
  const ownId = textOf(row["id"]);
  const proposedAt = timeOf(row["created_at"]);
  const link = (from: string, to: string, relation: Relation): Link =>
    make.link({
      from,
      to,
      relation,
      state: "active",
      origin: "governed",
      reason: make.screen.text("reason", ""),
      proposedBy: authorOfLink("agent", make),
      proposedAt,
    });
  return [
    ...[textOf(row["supersedes"])].filter(Boolean).map((to) => link(ownId, to, "supersedes")),
    ...[textOf(row["superseded_by"])].filter(Boolean).map((from) => link(from, ownId, "supersedes")),
    ...listOf(row["refined_from"]).map((to) => link(ownId, to, "refines")),
  ];
}

/** Undefined for an unknown relation. */
export function mapMamaEdge(row: MamaRow, governed: boolean, make: RecordMaker): Link | undefined {
  const word = textOf(row["relationship"]);
  const relation = RELATION[word];
  if (relation === undefined) return undefined;
  const { screen } = make;
  const evidence = textOf(row["evidence"]);
  const context = textOf(row["decision_id"]);
  return make.link({
    from: textOf(row["from_id"]),
    to: textOf(row["to_id"]),
    relation,
    ...standingOfLink(row, relation, governed),
    reason: screen.text("reason", textOf(row["reason"])),
    evidence: evidence === "" ? undefined : screen.text("evidence", evidence),
    contextDecision: context === "" ? undefined : screen.text("decision_id", context),
    proposedBy: authorOfLink(row["created_by"] === "user" ? "human" : "agent", make),
    proposedAt: timeOf(row["created_at"]),
    sourceFacts: sourceFactsOf(row, relation),
  });
}

/** A link that a user rejected, so that it is not proposed again as if nobody had seen it. */
export function mapMamaRejection(row: MamaRow, make: RecordMaker): Link | undefined {
  const word = textOf(row["relationship"]);
  const relation = RELATION[word];
  if (relation === undefined || relation === "supersedes") return undefined;
  const words = textOf(row["rejection"]);
  const rejection = `Rejected in MAMA${words === "" ? "." : `: ${words}`}`;
  const reason = [textOf(row["reason"]), rejection].filter((text) => text !== "").join("\n");
  return make.link({
    from: textOf(row["from_id"]),
    to: textOf(row["to_id"]),
    relation,
    state: "rejected",
    origin: "governed",
    reason: make.screen.text("reason", reason),
    proposedBy: authorOfLink("agent", make),
    proposedAt: timeOf(row["created_at"] ?? row["rejected_at"]),
    sourceFacts: sourceFactsOf(row, relation),
  });
}

function authorOfLink(kind: "human" | "agent", { screen }: RecordMaker): Author {
  return { kind, name: screen.text("author", kind === "human" ? "MAMA user" : "MAMA agent") };
}

function sourceFactsOf(row: MamaRow, relation: Relation): LinkSourceFacts | undefined {
  const word = textOf(row["relationship"]);
  const facts: LinkSourceFacts = {
    ...(word !== relation && { relation: word }),
    ...(typeof row["weight"] === "number" && row["weight"] !== 1 && { weight: row["weight"] }),
    ...(typeof row["approved_at"] === "number" && { approvedAt: timeOf(row["approved_at"]) }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/**
 * In a database without approvals all links are auto links. Otherwise a link that MAMA created by itself is an auto link
 * too, because an early version marked all of those as approved, unless the log has an approval by the user.
 */
function standingOfLink(
  row: MamaRow,
  relation: Relation,
  governed: boolean,
): { state: LinkState; origin: LinkOrigin } {
  if (relation === "supersedes") return { state: "active", origin: "governed" };
  const byItself = row["approved"] !== 1 && AUTO_LINK_REASON.test(textOf(row["reason"]));
  if (!governed || byItself) return { state: "active", origin: "auto" };
  return { state: row["approved_by_user"] === 1 ? "active" : "pending", origin: "governed" };
}
