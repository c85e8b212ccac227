import type { LostPlace } from "../../../domain/team/replacement.ts";
import type { MemoryRow } from "../shared/memory-row.ts";
import type { ClaimComponent } from "./claim-component.ts";
import { closingOf } from "./settled-proposals.ts";
import type { Said, TeamEntry } from "./team-entries.ts";

/** The place that a decision was made for and did not get. */
export function lostPlace(
  said: Said,
  { id, project, domain, created_at }: MemoryRow,
  entries: readonly TeamEntry[],
  { claims, settled }: ClaimComponent,
): LostPlace | undefined {
  const place = { project, draft: id, domain: domain as string, at: created_at as number };
  const own = claims.filter((claim) => claim.by === id && claim.made && settled.lost.has(claim));
  const [first] = own;
  if (first)
    return { ...place, winner: settled.lost.get(first) as string, wanted: own.map(({ target }) => target) };
  for (const entry of entries) {
    if (entry.action !== "proposal.accepted" || entry.subject === id) continue;
    const { closed } = closingOf(said, entry.subject);
    // A draft that was accepted by two is the same decision; one that was made from a proposal twice is not.
    const target = said.sql.get("SELECT target FROM proposals WHERE id = ?", entry.subject)?.["target"];
    if (!closed || target === id || (closed.origin === entry.origin && closed.seq === entry.seq)) continue;
    if (closed.decision === id) continue;
    return { ...place, winner: closed.decision ?? closed.state, wanted: [entry.subject] };
  }
  return undefined;
}
