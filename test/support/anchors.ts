import type { FollowedAnchor } from "../../src/repository/rules/follow-history.ts";
import { DAY } from "./decisions.ts";

/** An anchor to `src/orders.ts`, as evidence, that was followed no further. */
export const followedAnchor = (
  fields: Partial<FollowedAnchor> & Pick<FollowedAnchor, "decision">,
): FollowedAnchor => ({
  project: "shop",
  source: "evidence",
  saidPath: "src/orders.ts",
  place: "",
  since: DAY,
  path: fields.saidPath ?? "src/orders.ts",
  trail: [],
  symbol: undefined,
  sketch: undefined,
  baseline: undefined,
  carried: "not",
  ...fields,
});
