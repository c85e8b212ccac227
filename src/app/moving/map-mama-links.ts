import type { LinkOrigin, LinkSourceFacts, LinkState, Relation } from "../../domain/links/link.ts";
import type { ImportedRecord } from "../../domain/moving/imported.ts";
import type { MamaRow } from "../../domain/moving/mama.ts";
import type { Author } from "../../domain/shared/actor.ts";
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

function authorOf(kind: "human" | "agent", { screen }: ImportMaking): Author {
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
