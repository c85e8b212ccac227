import { type Claim, type Release, type SettledClaims, settleClaims } from "../rules/claims.ts";
import { inTeamOrder } from "../rules/membership.ts";
import type { Said, TeamEntry } from "./team-entries.ts";

/** A claim with what the log says of it. */
export interface LoggedClaim extends Claim {
  readonly entry: TeamEntry;
  readonly merges: boolean;
}

/** Decisions that took each other's places, directly or through others, and who holds which place. */
export interface ClaimComponent {
  readonly decisions: ReadonlySet<string>;
  readonly claims: readonly LoggedClaim[];
  readonly settled: SettledClaims;
}

/** Enough for any history of a topic; a longer chain is settled in pieces of this size. */
const MOST_DECISIONS = 2_000;

/** Everything that has to be known to settle who replaced this decision, or was replaced by it. */
export function claimsAround(said: Said, decision: string): ClaimComponent {
  const decisions = new Set<string>();
  const claims = new Map<number, LoggedClaim>();
  const releases: Release[] = [];
  for (const queue = [decision]; queue.length > 0 && decisions.size < MOST_DECISIONS; ) {
    const id = queue.shift() as string;
    if (decisions.has(id)) continue;
    decisions.add(id);
    for (const entry of said.about(id)) {
      const release = entry.subject === id ? releaseIn(said, entry) : undefined;
      if (release) releases.push(release);
      if (claims.has(entry.change)) continue;
      const claim = claimIn(said, entry);
      if (!claim) continue;
      claims.set(entry.change, claim);
      queue.push(claim.by, claim.target);
    }
  }
  // Which of them was found first depends on where the search began, and on the order in which they came here.
  const all = [...claims.values()].sort(inTeamOrder);
  return { decisions, claims: all, settled: settleClaims(all, releases) };
}

function claimIn(said: Said, entry: TeamEntry): LoggedClaim | undefined {
  if (entry.action !== "decision.superseded" && entry.action !== "decision.merged") return undefined;
  const [args] = said.argsOf(entry);
  if (!args) return undefined;
  const { origin, seq, position, subject: target } = entry;
  const merges = entry.action === "decision.merged";
  const by = (merges ? args["keep"] : args["by"]) as string;
  const made = args["made"] === true;
  return { origin, seq, position, by, target, link: args["link"] as string, made, entry, merges };
}

function releaseIn(said: Said, entry: TeamEntry): Release | undefined {
  if (entry.action !== "decision.restored") return undefined;
  const [args] = said.argsOf(entry);
  const merge = args?.["merge"] as { readonly link: string } | undefined;
  // What was replaced before it was merged stays so.
  if (args?.["standing"] === "superseded") return undefined;
  const { origin, seq, position, subject: target } = entry;
  return merge && { origin, seq, position, target, link: merge.link };
}
