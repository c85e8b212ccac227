import {
  isReviewable,
  type LinkRow,
  type ProposalRow,
  proposalRow,
  readLink,
  type StoredReview,
} from "../../decisions/index.ts";
import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import { DECISION_ID } from "../../shared/ids.ts";
import {
  type LinkEvent,
  type LostPlace,
  type ProposalEvent,
  replacementFor,
  type SettledProposal,
  settleLink,
  settleProposal,
} from "../rules/decision-state.ts";
import type { Placed } from "../rules/membership.ts";
import type { LostClaim } from "../rules/team-store.ts";
import type { LoggedClaim } from "./claim-component.ts";
import type { Fields, Said, TeamEntry } from "./team-entries.ts";

/** A link as it should be; without a row there should be none. */
export interface SettledLinkRow {
  readonly id: string;
  readonly row: LinkRow | undefined;
  readonly lost: readonly LostClaim[];
}

/** The link as everything that was said of it makes it; undefined if it only came with an import and stayed as it was. */
export function settledLink(said: Said, id: string, ownOrigin: string): SettledLinkRow | undefined {
  const events: (LinkEvent<LinkRow> & { readonly origin: string })[] = [];
  for (const entry of said.about(id)) {
    const found = eventIn(said, entry, id);
    if (found === "pointer") return undefined;
    if (found) events.push(found);
  }
  if (events.length === 0) return undefined;
  const { link, late } = settleLink(events, {
    stateOf: (row) => row["state"] as string,
    isOpen: (row, verdict) =>
      isReviewable(
        {
          state: row["state"] as string,
          origin: row.body["origin"] as string,
          relation: row["relation"] as string,
        },
        verdict,
      ),
  });
  const lost = [...late]
    .filter(([event, winner]) => event.origin === ownOrigin && verdictOf(event) !== winner)
    .map(([, winner]) => ({ subject: id, winner }));
  return { id, row: link, lost };
}

const verdictOf = (event: LinkEvent<LinkRow>): string | undefined =>
  event.kind === "reviewed" ? event.verdict : undefined;

function eventIn(said: Said, entry: TeamEntry, id: string): LinkEvent<LinkRow> | "pointer" | undefined {
  const { origin, seq, position } = entry;
  const place: Placed = { origin, seq, position };
  const parts = said.argsOf(entry).filter((part): part is Fields => part !== undefined);
  const stored = (row: unknown): LinkEvent<LinkRow> => ({ ...place, kind: "stored", link: row as LinkRow });
  const removed: LinkEvent<LinkRow> = { ...place, kind: "removed" };
  switch (entry.action) {
    case "link.proposed":
      return parts[0] && stored(parts[0]);
    case "link.approved":
    case "link.rejected": {
      const verdict = entry.action === "link.approved" ? "approved" : "rejected";
      const [args] = parts;
      return args && { ...place, kind: "reviewed", verdict, review: (link) => reviewed(link, args, verdict) };
    }
    case "link.cleaned":
      return ((parts[0]?.["links"] ?? []) as readonly string[]).includes(id) ? removed : undefined;
    case "import.undone":
      return ((parts[0]?.["links"] ?? []) as readonly string[]).includes(id) ? removed : undefined;
    case "link.restored": {
      const back = parts.map(({ row }) => row as unknown as LinkRow).find((row) => row.id === id);
      return back && stored(back);
    }
    case "import.continued":
    case "record.existing": {
      const links = parts.filter(({ kind }) => kind === "link");
      if (links.some(({ row }) => row === id)) return "pointer";
      const own = links
        .map(({ link }) => link as unknown as LinkRow | undefined)
        .find((link) => link?.id === id);
      return own && stored(own);
    }
    case "decision.merged": {
      const taken = parts.slice(1).find((row) => row["id"] === id);
      return taken && stored(taken);
    }
    case "decision.restored": {
      const merge = parts[0]?.["merge"] as { readonly taken_over: readonly string[] } | undefined;
      return merge?.taken_over.includes(id) ? removed : undefined;
    }
    default:
      return undefined;
  }
}

function reviewed(link: LinkRow, args: Fields, verdict: "approved" | "rejected"): LinkRow {
  const reviews = [
    ...((link.body["reviews"] ?? []) as readonly StoredReview[]),
    args["review"] as unknown as StoredReview,
  ];
  const state = verdict === "approved" ? "active" : "rejected";
  return { ...link, state, body: { ...link.body, origin: args["origin"], reviews } } as LinkRow;
}

/** The link by which one decision replaces another, if the claim holds. */
export function claimedLink(
  said: Said,
  claims: readonly LoggedClaim[],
  won: ReadonlySet<unknown>,
): SettledLinkRow[] {
  const ids = [...new Set(claims.map(({ link }) => link))];
  return ids.map((id) => {
    const holding = claims.filter((claim) => claim.link === id && won.has(claim));
    const [first] = holding;
    if (!first) return { id, row: undefined, lost: [] };
    const merging = holding.find(({ merges }) => merges && !isUndone(said, id));
    if (!merging && holding.every(({ merges }) => merges)) return { id, row: undefined, lost: [] };
    return { id, row: rowOf(said, first, merging), lost: [] };
  });
}

/** Whether a merge by this link was taken back. */
function isUndone(said: Said, link: string): boolean {
  return said.about(link).some((entry) => {
    const [args] = entry.action === "decision.restored" ? said.argsOf(entry) : [];
    return (args?.["merge"] as { readonly link: string } | undefined)?.link === link;
  });
}

const SAME_DECISION = "The same decision, recorded twice.";

function rowOf(said: Said, claim: LoggedClaim, merging: LoggedClaim | undefined): LinkRow {
  const known = readLink(said.sql, claim.link);
  const args = said.argsOf(claim.entry);
  const reason = claim.merges ? SAME_DECISION : ((args[1]?.["reason"] ?? "") as string);
  const [merge] = merging ? said.argsOf(merging.entry) : [];
  const progress = merge?.["progress"] as { readonly before: string } | undefined;
  const project = (known?.["project"] ?? projectOf(said, claim.target)) as string;
  return {
    id: claim.link,
    project,
    from_id: claim.by,
    to_id: claim.target,
    relation: "supersedes",
    state: "active",
    at: claim.entry.at,
    body: {
      schema_version: 1,
      origin: "memory",
      reason,
      proposed_by: { ...MEMORY_AUTHOR },
      reviews: [],
      ...(merge && progress && { merge: { standing: merge["standing"], progress: progress.before } }),
    },
  };
}

const projectOf = (said: Said, id: string): string =>
  said.sql.value<string | undefined>("SELECT project FROM memories WHERE id = ?", id) ?? "";

type Fed = { readonly fed_at: number; readonly reasoning: string; readonly evidence: readonly string[] };

export interface SettledProposalRow {
  readonly id: string;
  readonly row: ProposalRow | undefined;
  readonly lost: readonly LostClaim[];
}

/** Who settled a proposal first, and who came too late. */
export function closingOf(said: Said, id: string): SettledProposal<Fed> {
  return settleProposal(said.about(id).flatMap((entry) => proposalEventsIn(said, entry, id)));
}

/** The proposal as everything that was said of it makes it. `lost` is set if it follows from a place that was lost. */
export function settledProposal(
  said: Said,
  id: string,
  ownOrigin: string,
  lost?: LostPlace,
): SettledProposalRow {
  const entries = said.about(id);
  const first = entries.flatMap((entry) => firstIn(said, entry, id))[0];
  const base = first ?? (lost && proposalRow(replacementFor(lost)));
  const { fed, closed, late } = settleProposal(entries.flatMap((entry) => proposalEventsIn(said, entry, id)));
  const row = base && {
    ...base,
    ...(closed && { state: closed.state }),
    ...(fed && {
      fed_at: fed.fed_at,
      body: { ...base.body, reasoning: fed.reasoning, evidence: fed.evidence },
    }),
  };
  const tooLate = late
    .filter(
      ({ origin, state, decision }) =>
        origin === ownOrigin && (state !== closed?.state || decision !== closed.decision),
    )
    .map(() => ({ subject: id, winner: closed?.decision ?? (closed?.state as string) }));
  return { id, row, lost: tooLate };
}

function firstIn(said: Said, entry: TeamEntry, id: string): ProposalRow[] {
  if (entry.subject === id && entry.action === "proposal.drafted") {
    const [row] = said.argsOf(entry);
    return row ? [row as unknown as ProposalRow] : [];
  }
  if (entry.action !== "import.continued" && entry.action !== "record.existing") return [];
  return said
    .argsOf(entry)
    .filter((part): part is Fields => part?.["kind"] === "proposal")
    .map(({ proposal }) => proposal as unknown as ProposalRow)
    .filter((proposal) => proposal.id === id);
}

function proposalEventsIn(said: Said, entry: TeamEntry, id: string): ProposalEvent<Fed>[] {
  if (entry.subject !== id) return [];
  const { origin, seq, position, at, refs } = entry;
  const place = { origin, seq, position, at };
  switch (entry.action) {
    case "proposal.fed": {
      const [fed] = said.argsOf(entry);
      return fed ? [{ ...place, kind: "fed", fed: fed as unknown as Fed }] : [];
    }
    case "proposal.accepted":
    case "proposal.rejected":
    case "proposal.expired": {
      const state = entry.action.slice("proposal.".length) as "accepted";
      return [{ ...place, kind: "closed", state, decision: refs.find((ref) => DECISION_ID.test(ref)) }];
    }
    default:
      return [];
  }
}
