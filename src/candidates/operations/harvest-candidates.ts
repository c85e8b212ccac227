import * as z from "zod";
import { decisionPage } from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { type Screening, startScreening } from "../../shared/screening.ts";
import { beginningOf, boundedText, LIMITS, type Screened } from "../../shared/text.ts";
import { sinceTime } from "../../shared/time.ts";
import type { Memory } from "../../store/file/memory.ts";
import { type Citation, candidateDigest, type DecisionCandidate } from "../rules/candidate.ts";
import {
  type AdrFolderFound,
  type FoundWriting,
  HARVEST_SOURCES,
  type HarvestSource,
  type Place,
  statedAlready,
  surestFirst,
} from "../rules/written-choice.ts";
import { addCandidates, openCandidates, settledAmong } from "../sql/candidate-rows.ts";
import type { HarvestDeps } from "./deps.ts";
import { readFiles, readHistory, readNamed } from "./read-writings.ts";

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
    if (!dryRun && candidates.length > 0) await addCandidates(deps.memory, candidates);
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
async function sift(found: readonly FoundWriting[], project: string, { memory, secrets }: HarvestDeps) {
  const screen = startScreening(secrets);
  const sorted = [...found].sort(surestFirst).flatMap((one) => screenWriting(one, screen) ?? []);
  const different = withoutRepetitions(sorted);
  const { items } = await openCandidates(memory, project, MOST_WAITING);
  const open = new Set(items.flatMap((one) => (one.kind === "decision" ? [candidateDigest(one.quote)] : [])));
  const settled = await settledAmong(memory, project, [...different.keys()]);
  const isStated = statedAlready(await statementsOf(project, memory));
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

async function statementsOf(project: string, memory: Memory): Promise<string[]> {
  const statements: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await decisionPage(memory, { scope: project }, DECISIONS_AT_ONCE, cursor);
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

/** In place of the client that a session has. */
const HARVEST = "harvest";
const MOST_OF_SUBJECT = 120;

/** A found choice with its words screened, which is what others are compared with. */
interface ScreenedWriting {
  readonly writing: FoundWriting;
  readonly quote: Screened;
  readonly statement: Screened;
}

/** Undefined if screening leaves nothing to read. */
function screenWriting(writing: FoundWriting, screen: Screening): ScreenedWriting | undefined {
  const quote = screen.text("quote", writing.quote);
  const statement = screen.text("statement", writing.statement);
  return quote.trim() === "" || statement.trim() === "" ? undefined : { writing, quote, statement };
}

async function makeCandidate(
  { writing, quote, statement }: ScreenedWriting,
  project: string,
  { ids, clock, secrets, checkout }: HarvestDeps,
): Promise<DecisionCandidate> {
  const screen = startScreening(secrets);
  const { origin, alternatives, reasoning, place, source } = writing;
  const there = await Promise.all(
    writing.files.map(async (path) => ((await checkout.textOf(path)) === undefined ? [] : [path])),
  );
  return {
    kind: "decision",
    id: ids.next(ID_PREFIX.candidate),
    project,
    client: HARVEST,
    session: screen.text("session", place.file ?? source),
    at: clock.now(),
    origin,
    quote,
    statement,
    alternatives: screen.list("alternatives", alternatives),
    reasoning: screen.optional("reasoning", reasoning),
    files: screen.list("files", there.flat()),
    citation: cited(place, screen),
  };
}

function cited({ commit, subject, pr, file, line, isOutside, at }: Place, screen: Screening): Citation {
  // Cut after it was screened, because half a secret does not look like one.
  const title = subject === undefined ? undefined : screen.text("subject", subject);
  return {
    ...(commit !== undefined && { commit }),
    ...(title !== undefined && { subject: cut(title) }),
    ...(pr !== undefined && { pr: screen.text("pr", pr) }),
    ...(file !== undefined && { file: screen.text("file", file) }),
    ...(line !== undefined && { line }),
    ...(isOutside && { isOutside }),
    ...(at !== undefined && { at }),
  };
}

const cut = (text: Screened): Screened =>
  text.length <= MOST_OF_SUBJECT ? text : (`${beginningOf(text, MOST_OF_SUBJECT - 1)}…` as Screened);
