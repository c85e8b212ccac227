import { Fault } from "../shared/errors.ts";
import type { Dependence } from "./check-again.ts";
import { type Link, linkSentence } from "./link.ts";

/** The ids along which one decision depends on another; undefined if it does not. */
function pathBetween(from: string, to: string, dependences: readonly Dependence[]): string[] | undefined {
  const before = new Map<string, string | undefined>([[from, undefined]]);
  // A map takes up what is added while it is walked through.
  for (const id of before.keys())
    for (const { from: own, on } of dependences) if (own === id && !before.has(on.id)) before.set(on.id, id);
  if (!before.has(to)) return undefined;
  const path: string[] = [];
  for (let at: string | undefined = to; at !== undefined; at = before.get(at)) path.unshift(at);
  return path;
}

/**
 * Nothing can rest on what rests on it. Circles are refused where a person approves; what other machines and imports bring
 * may have some, and is read all the same. `dependences` are those that begin at the end of the link.
 */
export function requireNoCircle(link: Link, dependences: readonly Dependence[]): void {
  if (link.relation !== "depends_on") return;
  const path = pathBetween(link.to, link.from, dependences);
  if (!path) return;
  throw new Fault(
    "conflict",
    `${linkSentence(link)} would close a circle: ${path.join(" depends on ")} already.`,
    {
      reason: "closes_circle",
      received: link.id,
      hint: "Nothing was changed. Either it or one of those links is wrong about what rests on what.",
      remedies: [{ remedy: "reject-pending-link" }],
    },
  );
}
