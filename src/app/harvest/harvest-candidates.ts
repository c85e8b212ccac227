import * as z from "zod";
import {
  type FoundWriting,
  HARVEST_SOURCES,
  type HarvestSource,
  surestFirst,
} from "../../domain/harvest/found-writing.ts";
import { statedAlready } from "../../domain/harvest/stated-already.ts";
import type { AdrFolderFound } from "../../domain/harvest/written-places.ts";
import type { DecisionCandidate } from "../../domain/hooks/candidate.ts";
import { candidateDigest } from "../../domain/hooks/candidate-digest.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { boundedText, LIMITS } from "../../domain/shared/text.ts";
import { sinceTime } from "../../domain/shared/time-text.ts";
import { defineOperation, projectOf } from "../shared/operation.ts";
import type { HarvestDeps } from "./deps.ts";
import { makeCandidate, type ScreenedWriting, screenWriting } from "./make-candidates.ts";
import { readFiles } from "./read-files.ts";
import { readHistory } from "./read-history.ts";
import { readNamed } from "./read-named.ts";

const MOST_AT_ONCE = 500;
/** Of what waits, in whatever state the queue is. */
const MOST_WAITING = 10_000;
const DECISIONS_AT_ONCE = 500;

export interface Harvest {
  /** The new ones, the surest first. They wait for a person, unless it was a dry run. */
  readonly candidates: readonly DecisionCandidate[];
  readonly commits: number;
  readonly bySource: Readonly<Record<HarvestSource, number>>;
  /** Why the others that were found are not among them. */
  readonly waiting: number;
  readonly reviewed: number;
  readonly inMemory: number;
  /** More than the limit. */
  readonly leftOut: number;
  readonly adr: readonly AdrFolderFound[];
  readonly dryRun: boolean;
}

export const harvestCandidates = defineOperation({
  name: "harvest-candidates",
  summary: "Find decisions in what is written already, for a person to review.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    since: boundedText(1, 40).optional(),
    paths: z.array(boundedText(1, LIMITS.name)).max(LIMITS.listItems).default([]),
    /** Files outside of the repository, which nobody looks at unless they are named. */
    from: z.array(boundedText(1, LIMITS.name)).max(LIMITS.listItems).default([]),
    limit: z.number().int().min(1).max(MOST_AT_ONCE).default(200),
    dryRun: z.boolean().default(false),
  }),
  async run({ since, paths, from, limit, dryRun }, deps: HarvestDeps, call): Promise<Harvest> {
    const project = projectOf(call);
    const after = since === undefined ? undefined : sinceTime(since, deps.clock.now());
    const asked = paths.map((path) => path.replace(/^\.\/+|\/+$/g, "") || ".");
    // The named files first: one that does not exist is better known before a long walk.
    const named: FoundWriting[] = [];
    for (const path of from) named.push(...(await readNamed(path, deps)));
    if (from.length === 0 && (await deps.checkout.root()) === undefined) throw noRepository();
    const history = await readHistory({ since: after, paths: asked }, deps, call);
    const files = await readFiles(history, { paths: asked, isLimited: after !== undefined }, deps);
    const sifted = await sift([...history.found, ...files.found, ...named], project, deps);
    const chosen = sifted.fresh.slice(0, limit);
    const candidates: DecisionCandidate[] = [];
    for (const one of chosen) candidates.push(await makeCandidate(one, project, deps));
    if (!dryRun && candidates.length > 0) await deps.store.addCandidates(candidates);
    const { waiting, reviewed, inMemory, fresh } = sifted;
    return {
      candidates,
      commits: history.commits,
      bySource: countsOf(chosen),
      waiting,
      reviewed,
      inMemory,
      leftOut: fresh.length - chosen.length,
      adr: files.adr,
      dryRun,
    };
  },
});

/** What is new among what was found, the surest first, and why the rest is not. */
async function sift(found: readonly FoundWriting[], project: string, { store, secrets }: HarvestDeps) {
  const screen = startScreening(secrets);
  const sorted = [...found].sort(surestFirst).flatMap((one) => screenWriting(one, screen) ?? []);
  const different = withoutRepetitions(sorted);
  const { items } = await store.openCandidates(project, MOST_WAITING);
  const open = new Set(items.flatMap((one) => (one.kind === "decision" ? [candidateDigest(one.quote)] : [])));
  const settled = await store.settledAmong(project, [...different.keys()]);
  const isStated = statedAlready(await statementsOf(project, store));
  const counts = { waiting: 0, reviewed: 0, inMemory: 0 };
  const fresh: ScreenedWriting[] = [];
  for (const [digest, one] of different) {
    if (open.has(digest)) counts.waiting++;
    else if (settled.has(digest)) counts.reviewed++;
    else if (isStated(one.statement)) counts.inMemory++;
    else fresh.push(one);
  }
  return { ...counts, fresh };
}

/** By digest. The same words stand in a commit, in its merge, in a squash and in a changelog. */
function withoutRepetitions(sorted: readonly ScreenedWriting[]): Map<string, ScreenedWriting> {
  const statements = new Set<string>();
  const different = new Map<string, ScreenedWriting>();
  for (const one of sorted) {
    const [digest, statement] = [candidateDigest(one.quote), candidateDigest(one.statement)];
    if (different.has(digest) || statements.has(statement)) continue;
    statements.add(statement);
    different.set(digest, one);
  }
  return different;
}

async function statementsOf(project: string, store: HarvestDeps["store"]): Promise<string[]> {
  const statements: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.listDecisions({ scope: project }, DECISIONS_AT_ONCE, cursor);
    statements.push(...page.items.map(({ statement }) => statement));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return statements;
}

function countsOf(chosen: readonly ScreenedWriting[]): Record<HarvestSource, number> {
  const counts = Object.fromEntries(HARVEST_SOURCES.map((source) => [source, 0])) as Record<
    HarvestSource,
    number
  >;
  for (const { writing } of chosen) counts[writing.source]++;
  return counts;
}

function noRepository(): Fault {
  return new Fault("invalid", "There is no git repository here that belongs to this project.", {
    field: "from",
    reason: "no_repository",
    hint: "Nothing was changed. Go to the folder of the repository, or name files to read.",
  });
}
