import type { LinkOrigin, LinkState, Relation } from "../../domain/links/link.ts";
import type { ImportedLink, ImportedRecord } from "../../domain/moving/imported.ts";
import type { MamaRow } from "../../domain/moving/mama.ts";
import { type ImportMaking, listOf, textOf, timeOf } from "./import-making.ts";

/** The relations MAMA knows, as the three there are here. The word it had is kept with the link. */
const RELATION: Readonly<Record<string, Relation>> = {
  supersedes: "supersedes",
  refines: "refines",
  contradicts: "contradicts",
  builds_on: "refines",
  synthesizes: "refines",
  debates: "contradicts",
};

/** The reasons that MAMA's own linking gave. */
const MADE_BY_ITSELF = /similarity:|Refines previous approach|\bauto\b|auto-/i;

type Link = Extract<ImportedRecord, { kind: "link" }>;

/** From the columns in which a decision names others. Ends that do not exist are for the caller to leave out. */
export function mapMamaRelated(row: MamaRow, make: ImportMaking): Link[] {
  const own = textOf(row["id"]);
  const at = timeOf(row["created_at"]);
  const link = (from: string, to: string, relation: Relation): Link =>
    make.link({
      from,
      to,
      relation,
      state: "active",
      at,
      body: bodyOf(make, { origin: "governed", proposedBy: "agent" }),
    });
  return [
    ...[textOf(row["supersedes"])].filter(Boolean).map((to) => link(own, to, "supersedes")),
    ...[textOf(row["superseded_by"])].filter(Boolean).map((from) => link(from, own, "supersedes")),
    ...listOf(row["refined_from"]).map((to) => link(own, to, "refines")),
  ];
}

/** Undefined for a relation nobody knows. */
export function mapMamaEdge(row: MamaRow, governed: boolean, make: ImportMaking): Link | undefined {
  const word = textOf(row["relationship"]);
  const relation = RELATION[word];
  if (relation === undefined) return undefined;
  const { state, origin } = standingOf(row, relation, governed);
  return make.link({
    from: textOf(row["from_id"]),
    to: textOf(row["to_id"]),
    relation,
    state,
    at: timeOf(row["created_at"]),
    body: bodyOf(make, {
      origin,
      reason: textOf(row["reason"]),
      evidence: textOf(row["evidence"]),
      proposedBy: row["created_by"] === "user" ? "human" : "agent",
      ...(word !== relation && { original: word }),
      ...(typeof row["weight"] === "number" && row["weight"] !== 1 && { weight: row["weight"] }),
      ...(typeof row["approved_at"] === "number" && { approvedAt: timeOf(row["approved_at"]).getTime() }),
      ...(textOf(row["decision_id"]) !== "" && { context: textOf(row["decision_id"]) }),
    }),
  });
}

/**
 * A database without approval has auto links only. With it, a link that MAMA made by itself is one too, because an early
 * version of MAMA marked all of those as approved; unless its log says that the user did approve it.
 */
function standingOf(
  row: MamaRow,
  relation: Relation,
  governed: boolean,
): { state: LinkState; origin: LinkOrigin } {
  if (relation === "supersedes") return { state: "active", origin: "governed" };
  const byItself = row["approved"] !== 1 && MADE_BY_ITSELF.test(textOf(row["reason"]));
  if (!governed || byItself) return { state: "active", origin: "auto" };
  return { state: row["approved_by_user"] === 1 ? "active" : "pending", origin: "governed" };
}

interface LinkFacts {
  readonly origin: LinkOrigin;
  readonly reason?: string;
  readonly evidence?: string;
  readonly proposedBy: "human" | "agent";
  readonly original?: string;
  readonly weight?: number;
  readonly approvedAt?: number;
  readonly context?: string;
}

function bodyOf({ screen }: ImportMaking, facts: LinkFacts): ImportedLink["body"] {
  const { origin, reason = "", evidence = "", proposedBy, original, weight, approvedAt, context } = facts;
  return {
    schema_version: 1,
    origin,
    reason: screen.text("reason", reason),
    ...(evidence !== "" && { evidence: screen.text("evidence", evidence) }),
    proposed_by: { kind: proposedBy, name: proposedBy === "human" ? "MAMA user" : "MAMA agent" },
    ...(original !== undefined && { original }),
    ...(weight !== undefined && { weight }),
    ...(approvedAt !== undefined && { approved_at: approvedAt }),
    ...(context !== undefined && { context_decision: screen.text("contextDecision", context) }),
  };
}
