import type { Checkpoint } from "../../domain/continuity/checkpoint.ts";
import { withContextHash } from "../../domain/decisions/context-hash.ts";
import {
  Confidence,
  type DecisionMeaning,
  type Note,
  type Standing,
} from "../../domain/decisions/decision.ts";
import { detectDomain } from "../../domain/decisions/detect-domain.ts";
import type { Outcome, OutcomeStatus } from "../../domain/decisions/outcome.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import type { MamaRow } from "../../domain/moving/mama.ts";
import type { Author } from "../../domain/shared/actor.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Screening } from "../../domain/shared/screening.ts";
import { LIMITS, type Screened } from "../../domain/shared/text.ts";
import { DAY_MS } from "../../domain/shared/time.ts";
import { fitText, listOf, type RecordMaker, splitLong, textOf, timeOf } from "./record-maker.ts";

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
