import { inTeamOrder, type Placed } from "./membership.ts";

/** A change that lets one decision take the place of another. Of two that want the same place, the first one gets it. */
export interface Claim extends Placed {
  readonly by: string;
  readonly target: string;
  readonly link: string;
  /** Set if `by` was made for this: it holds only if it gets all places that it was made for. */
  readonly made: boolean;
}

/** A change that gives the place back, as when a merge is undone. */
export interface Release extends Placed {
  readonly target: string;
  readonly link: string;
}

export interface SettledClaims {
  /** The claims that hold. */
  readonly won: ReadonlySet<Claim>;
  /** The others, with the decision that was first, or that the claim would have replaced in a circle. */
  readonly lost: ReadonlyMap<Claim, string>;
}

/**
 * Who takes whose place, from all claims on decisions that have to do with each other. It depends on their positions
 * alone, and not on the order in which they arrived. No decision is replaced twice, and none in a circle.
 */
export function settleClaims(claims: readonly Claim[], releases: readonly Release[]): SettledClaims {
  const won = new Set<Claim>();
  const lost = new Map<Claim, string>();
  const holders = new Map<string, Claim>();
  for (const event of inOrder(claims, releases)) {
    if ("release" in event) {
      const { target, link } = event.release;
      if (holders.get(target)?.link === link) holders.delete(target);
      continue;
    }
    const first = event.claims.map((claim) => inTheWay(claim, holders)).find((other) => other !== undefined);
    for (const claim of event.claims) {
      if (first !== undefined) {
        lost.set(claim, first);
        continue;
      }
      won.add(claim);
      if (!holders.has(claim.target)) holders.set(claim.target, claim);
    }
  }
  return { won, lost };
}

type Event = Placed & ({ readonly claims: readonly Claim[] } | { readonly release: Release });

/** The claims of a decision that was made for them stand together, at the place of the first of them. */
function inOrder(claims: readonly Claim[], releases: readonly Release[]): Event[] {
  const together = new Map<string, Claim[]>();
  for (const claim of [...claims].sort(inTeamOrder)) {
    const group = claim.made ? claim.by : `${claim.origin}:${claim.seq}:${claim.link}`;
    together.set(group, [...(together.get(group) ?? []), claim]);
  }
  const groups = [...together.values()].map(
    (group): Event => ({ ...placeOf(group[0] as Claim), claims: group }),
  );
  return [...groups, ...releases.map((release): Event => ({ ...placeOf(release), release }))].sort(
    inTeamOrder,
  );
}

const placeOf = ({ origin, seq, position }: Placed): Placed => ({ origin, seq, position });

/** The decision that keeps a claim from holding. */
function inTheWay({ by, target }: Claim, holders: ReadonlyMap<string, Claim>): string | undefined {
  const holder = holders.get(target);
  if (holder) return holder.by === by ? undefined : holder.by;
  const seen = new Set<string>();
  for (let above: string | undefined = by; above !== undefined && !seen.has(above); ) {
    if (above === target) return target;
    seen.add(above);
    above = holders.get(above)?.by;
  }
  return undefined;
}
