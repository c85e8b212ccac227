import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { type Threat, threatNamed } from "../../domain/threats/threat.ts";
import { defineOperation } from "../shared/operation.ts";
import type { ThreatDeps } from "./deps.ts";

export const getThreat = defineOperation({
  name: "get-threat",
  summary: "One threat pattern whole: the flaw, the attack, what helps, code and a test.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ id: boundedText(1, LIMITS.name) }),
  async run({ id }, { threats }: ThreatDeps): Promise<Threat> {
    const all = await threats.all();
    const normalisedId = id.trim().toLowerCase();
    const threat = threatNamed(normalisedId, all);
    if (threat) return threat;
    throw new Fault("not_found", `There is no threat pattern ${JSON.stringify(id.slice(0, 100))}.`, {
      field: "id",
      received: id.slice(0, 100),
      reason: "threat_not_found",
      hint: `Similar names: ${similar(normalisedId, all).join(", ")}.`,
    });
  },
});

export const listThreats = defineOperation({
  name: "list-threats",
  summary: "All threat patterns.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  run: (_, { threats }: ThreatDeps) => threats.all(),
});

const FEW = 3;

function similar(id: string, all: readonly Threat[]): string[] {
  const parts = new Set(id.split(/[^a-z0-9]+/));
  const shared = (name: string): number => name.split("-").filter((part) => parts.has(part)).length;
  return all
    .map((threat) => threat.id)
    .sort((a, b) => shared(b) - shared(a))
    .slice(0, FEW);
}
