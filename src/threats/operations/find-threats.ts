import * as z from "zod";
import { type CandidateQuery, embedStatement } from "../../recall/index.ts";
import { Fault } from "../../shared/errors.ts";
import { defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { spelledOut } from "../rules/spelled-out.ts";
import { type Threat, threatNamed } from "../rules/threat.ts";
import type { FoundThreat } from "../rules/threat-index.ts";
import type { ThreatDeps } from "./deps.ts";

/** The text that somebody is about to write or decide, and in which file. */
interface ThreatSubject {
  readonly statement: string;
  /** The path of the file that will be changed. */
  readonly file?: string | undefined;
  /** The vector of the statement, if it was embedded already. */
  readonly meaning?: CandidateQuery["meaning"];
}

interface FoundThreats {
  /** The patterns that apply, most relevant first. */
  readonly found: readonly FoundThreat[];
  /** The number of patterns that apply, including those beyond the limit. */
  readonly total: number;
  /** The kinds of flaws that there are patterns about. */
  readonly lookedFor: readonly string[];
  readonly byMeaning: boolean;
  /** A message for the reply, if the search was limited in some way. */
  readonly notice?: string | undefined;
}

/** All searches for threats go through here, so that they give the same results. */
export async function findThreats(
  deps: ThreatDeps,
  { statement, file, meaning }: ThreatSubject,
  limit: number,
): Promise<FoundThreats> {
  const index = await deps.threats.index();
  const task = spelledOut(statement);
  const known = task === statement ? meaning : undefined;
  const { vector, missing } = await embedStatement(task, index.model, known, deps);
  const found = index.find({ text: statement, vector, file });
  return {
    found: found.slice(0, limit),
    total: found.length,
    lookedFor: index.kinds,
    byMeaning: vector !== undefined,
    notice: missing && NOTICES[missing],
  };
}

const NOTICES = {
  "no-model": "Searched by words only: no embedding model is in use.",
  "other-model": "Searched by words only: the patterns are embedded with the model that is shipped.",
  failed: "Searched by words only: the context could not be embedded.",
};

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
