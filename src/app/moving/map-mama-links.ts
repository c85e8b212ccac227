import type { LinkOrigin, LinkSourceFacts, LinkState, Relation } from "../../domain/links/link.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import type { MamaRow } from "../../domain/moving/mama.ts";
import type { Author } from "../../domain/shared/actor.ts";
import { listOf, type RecordMaker, textOf, timeOf } from "./record-maker.ts";

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
      proposedBy: authorOf("agent", make),
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
    ...standingOf(row, relation, governed),
    reason: screen.text("reason", textOf(row["reason"])),
    evidence: evidence === "" ? undefined : screen.text("evidence", evidence),
    contextDecision: context === "" ? undefined : screen.text("decision_id", context),
    proposedBy: authorOf(row["created_by"] === "user" ? "human" : "agent", make),
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
    proposedBy: authorOf("agent", make),
    proposedAt: timeOf(row["created_at"] ?? row["rejected_at"]),
    sourceFacts: sourceFactsOf(row, relation),
  });
}

function authorOf(kind: "human" | "agent", { screen }: RecordMaker): Author {
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
function standingOf(
  row: MamaRow,
  relation: Relation,
  governed: boolean,
): { state: LinkState; origin: LinkOrigin } {
  if (relation === "supersedes") return { state: "active", origin: "governed" };
  const byItself = row["approved"] !== 1 && AUTO_LINK_REASON.test(textOf(row["reason"]));
  if (!governed || byItself) return { state: "active", origin: "auto" };
  return { state: row["approved_by_user"] === 1 ? "active" : "pending", origin: "governed" };
}
