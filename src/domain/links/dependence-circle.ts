import { Fault } from "../shared/errors.ts";
import { type Dependence, dependencesFrom, pathTo } from "./check-again.ts";
import { type Link, linkSentence } from "./link.ts";

/** The ids along which one decision depends on another; undefined if it does not. */
function pathBetween(from: string, to: string, dependences: readonly Dependence[]): string[] | undefined {
  const dependsOn = dependencesFrom(dependences);
  const before = new Map<string, string | undefined>([[from, undefined]]);
  for (const id of before.keys())
    for (const next of dependsOn.get(id) ?? []) if (!before.has(next.id)) before.set(next.id, id);
  return before.has(to) ? pathTo(to, before) : undefined;
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
