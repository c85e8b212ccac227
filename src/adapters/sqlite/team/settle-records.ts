import { DECISION_ID, ID_PREFIX, LINK_ID } from "../../../domain/shared/ids.ts";
import { replacementId } from "../../../domain/team/replacement.ts";
import type { LostClaim } from "../../../domain/team/team-store.ts";
import type { Sql } from "../shared/connection.ts";
import { type ClaimComponent, claimsAround } from "./claim-component.ts";
import { type SettledDecisionRow, settledDecision } from "./settled-decisions.ts";
import { claimedLink, type SettledLinkRow, settledLink } from "./settled-links.ts";
import { type SettledProposalRow, settledProposal } from "./settled-proposals.ts";
import { type Said, saidIn } from "./team-entries.ts";

/** The state that records have by everything that is known of them. */
export interface SettledRecords {
  readonly decisions: readonly SettledDecisionRow[];
  readonly links: readonly SettledLinkRow[];
  readonly proposals: readonly SettledProposalRow[];
  readonly lost: readonly LostClaim[];
}

const PROPOSAL_ID = new RegExp(`^${ID_PREFIX.proposal}_`);

/** Works out the state of these records, and of those whose state follows from theirs. Reads only. */
export function settledRecords(sql: Sql, records: Iterable<string>, ownOrigin: string): SettledRecords {
  const said = saidIn(sql);
  const touched = new Set(records);
  const components: ClaimComponent[] = [];
  const around = new Map<string, ClaimComponent>();
  const links = new Map<string, SettledLinkRow>();
  for (const id of touched) {
    if (!DECISION_ID.test(id) || around.has(id) || isAsCaptured(sql, id)) continue;
    const component = claimsAround(said, id);
    components.push(component);
    for (const one of component.decisions) around.set(one, component);
    for (const link of claimedLink(said, component.claims, component.settled.won)) links.set(link.id, link);
  }
  for (const id of touched) {
    if (!LINK_ID.test(id) || links.has(id)) continue;
    const link = settledLink(said, id, ownOrigin);
    if (link) links.set(id, link);
  }
  const decisions = [...around].flatMap(([id, component]) => settledDecision(said, id, component) ?? []);
  const places = new Map(decisions.map(({ id, lost }) => [id, lost]));
  const proposals = new Map<string, SettledProposalRow>();
  // Also of decisions that are erased: whoever erased one may not have known that it had lost its place.
  for (const id of around.keys()) {
    const [proposal, lost] = [replacementId(id), places.get(id)];
    if (lost || touched.has(proposal) || isStored(sql, proposal))
      proposals.set(proposal, settledProposal(said, proposal, ownOrigin, lost));
  }
  for (const id of touched)
    if (PROPOSAL_ID.test(id) && !proposals.has(id)) proposals.set(id, settledAlone(said, id, ownOrigin));
  const all = [...proposals.values()];
  return {
    decisions,
    links: [...links.values()],
    proposals: all,
    lost: [
      ...lostBy(decisions, components, ownOrigin),
      ...[...links.values(), ...all].flatMap(({ lost }) => lost),
    ],
  };
}

/** Of most decisions that come in nothing is known but that they were made: they are as they came. */
function isAsCaptured(sql: Sql, decision: string): boolean {
  const [first, ...others] = sql.all("SELECT seq, action FROM audit WHERE subject = ? LIMIT 2", decision);
  if (first?.["action"] !== "decision.captured" || others.length > 0) return false;
  const touched = "SELECT 1 FROM change_refs WHERE record = ? AND change <> ? LIMIT 1";
  return sql.get(touched, decision, first["seq"] as number) === undefined;
}

/** A proposal that may follow from a lost place of a decision that was not touched itself. */
function settledAlone(said: Said, id: string, ownOrigin: string): SettledProposalRow {
  const draft = id.replace(PROPOSAL_ID, `${ID_PREFIX.decision}_`);
  const lost = settledDecision(said, draft, claimsAround(said, draft))?.lost;
  return settledProposal(said, id, ownOrigin, lost);
}

const isStored = (sql: Sql, proposal: string): boolean =>
  sql.get("SELECT 1 FROM proposals WHERE id = ?", proposal) !== undefined;

/** Places that this machine wanted and that others have. */
function lostBy(
  decisions: readonly SettledDecisionRow[],
  components: readonly ClaimComponent[],
  ownOrigin: string,
): LostClaim[] {
  return components.flatMap(({ claims, settled }) =>
    claims.flatMap((claim) => {
      const winner = settled.lost.get(claim);
      if (winner === undefined || claim.origin !== ownOrigin) return [];
      const isDraft = claim.made && decisions.some(({ id, lost }) => id === claim.by && lost);
      return [
        {
          subject: claim.target,
          winner,
          ...(isDraft && { draft: claim.by, proposal: replacementId(claim.by) }),
        },
      ];
    }),
  );
}
