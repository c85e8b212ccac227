import * as z from "zod";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { Link } from "../../domain/links/link.ts";
import { defineOperation } from "../shared/operation.ts";
import type { LinkDeps } from "./deps.ts";

export interface Contradiction {
  readonly link: Link;
  readonly from: Decision;
  readonly to: Decision;
}

export const listContradictions = defineOperation({
  name: "list-contradictions",
  summary: "Decisions that contradict each other and both hold, the newest first.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(500).default(50) }),
  async run({ limit }, { store }: LinkDeps, { scope }): Promise<readonly Contradiction[]> {
    const links = await store.contradictions(scope, limit);
    const ids = [...new Set(links.flatMap(({ from, to }) => [from, to]))];
    const decisions = new Map((await store.decisionsById(scope, ids)).map((one) => [one.id, one]));
    return links.flatMap((link) => {
      const [from, to] = [decisions.get(link.from), decisions.get(link.to)];
      return from && to ? [{ link, from, to }] : [];
    });
  },
});
