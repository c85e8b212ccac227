import * as z from "zod";
import {
  type Anchor,
  type Decision,
  requireDecision,
  standingAnchors,
  writeDecisionChange,
} from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { DecisionRef } from "../../shared/ids.ts";
import { actOf, defineOperation } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { linesWithin, sketchOf } from "../rules/symbols.ts";
import { anchorsOf } from "../sql/anchor-rows.ts";
import type { RepositoryDeps } from "./deps.ts";
import { type Place, readPlace } from "./explain-place.ts";
import { followQuietly } from "./follow-anchors.ts";

export const anchorDecision = defineOperation({
  name: "anchor-decision",
  summary: "Name the place in the code that a decision is about, or take it back.",
  effect: "update",
  role: "agent",
  input: z.strictObject({
    ref: DecisionRef,
    place: boundedText(1, LIMITS.name),
    remove: z.boolean().default(false),
  }),
  async run({ ref, place: named, remove }, deps: RepositoryDeps, call) {
    const decision = await requireDecision(deps, call.scope, ref);
    const place = await readPlace(named, deps.checkout);
    const anchor = remove ? await removed(decision, place, named, deps) : added(place, named, deps);
    const { after } = await writeDecisionChange(
      deps.memory,
      call.scope,
      decision.id,
      { anchor },
      actOf(deps, call),
    );
    return { decision: after, anchor };
  },
  shares: { records: ({ decision }) => [decision.id] },
});

function added(place: Place, named: string, { secrets }: RepositoryDeps): Anchor {
  const { path, line, lines, symbol } = place;
  if (!lines)
    throw new Fault("invalid", `There is no text file ${path} in the working tree.`, {
      field: "place",
      received: named,
      reason: "place_not_found",
      hint: "Name a file as it is called now, relative to the repository.",
    });
  if (line !== undefined && line > lines.length)
    throw new Fault("invalid", `${path} has ${lines.length} lines.`, {
      field: "place",
      received: named,
      reason: "line_not_found",
      hint: "Name a line that it has, or the file alone.",
    });
  const screen = startScreening(secrets);
  return {
    path: screen.required("place", path),
    ...(symbol && { symbol: screen.required("place", symbol.name) }),
    ...(line !== undefined && { line }),
    sketch: sketchOf(linesWithin(lines, symbol)),
  };
}

/** The one that was said for the place, under its name then or now. */
async function removed(
  decision: Decision,
  { path, line, symbol }: Place,
  named: string,
  deps: RepositoryDeps,
): Promise<Anchor> {
  // The file may have moved since.
  await followQuietly(decision.project, deps);
  const followed = (await anchorsOf(deps.memory, decision.project, [decision.id])).get(decision.id) ?? [];
  const saidAs = new Set(
    followed.filter((one) => one.source === "said" && one.path === path).map(({ saidPath }) => saidPath),
  );
  const there = standingAnchors(decision.anchors).filter((one) => one.path === path || saidAs.has(one.path));
  const exact = there.filter(
    (one) => one.symbol === symbol?.name || (line !== undefined && one.line === line),
  );
  const [anchor, other] = exact.length > 0 ? exact : there;
  if (anchor && !other)
    return { path: anchor.path, ...(anchor.symbol && { symbol: anchor.symbol }), sketch: "", removed: true };
  const places = standingAnchors(decision.anchors).map((one) =>
    one.symbol === undefined ? one.path : `${one.path}#${one.symbol}`,
  );
  throw new Fault(
    "invalid",
    anchor ? `${decision.id} has several places there.` : `${decision.id} was not anchored there.`,
    {
      field: "place",
      received: named,
      reason: anchor ? "several_anchors" : "anchor_not_found",
      hint:
        places.length > 0
          ? `It was anchored to ${places.join(", ")}.`
          : "Files that it cites as evidence are a part of the decision and cannot be taken back here.",
    },
  );
}
