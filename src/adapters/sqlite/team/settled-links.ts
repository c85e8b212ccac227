import { isReviewable } from "../../../domain/links/link.ts";
import { MEMORY_AUTHOR } from "../../../domain/shared/actor.ts";
import type { Placed } from "../../../domain/team/positions.ts";
import { type LinkEvent, settleLink } from "../../../domain/team/review-state.ts";
import type { LostClaim } from "../../../domain/team/team-store.ts";
import { type LinkRow, readLink, type StoredReview } from "../links/link-rows.ts";
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
  (said.sql.get("SELECT project FROM memories WHERE id = ?", id)?.["project"] ?? "") as string;
