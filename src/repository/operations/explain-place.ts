import * as z from "zod";
import { type Decision, decisionsById, hasFailed } from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { noCheckout } from "../../shared/operations/checkout.ts";
import { defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { within } from "../../shared/operations/within.ts";
import type { Checkout, LineOrigin } from "../../shared/ports.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { AnchorState } from "../rules/anchor-state.ts";
import { type FollowedAnchor, parsePlace } from "../rules/follow-history.ts";
import { byNearness, PLACED_BY, type PlacedBy, type PlacedDecision } from "../rules/placed-decision.ts";
import { linesOf, type SymbolLines, symbolAt, symbolsNamed } from "../rules/symbols.ts";
import { anchorsAt, anchorsOf, decisionsOfCommit } from "../sql/anchor-rows.ts";
import { decisionsAboutFile } from "../sql/decisions-about-file.ts";
import { reportsNaming } from "../sql/report-rows.ts";
import { checkOne } from "./check-anchors.ts";
import type { RepositoryDeps } from "./deps.ts";
import { followQuietly } from "./follow-anchors.ts";
import { carryingCommits } from "./read-repository.ts";
import { standingInstead } from "./standing-instead.ts";

export const explainPlace = defineOperation({
  name: "explain-place",
  summary:
    "The decisions that hold for a place in the code, what was ruled out there, and what carried them out.",
  effect: "read",
  role: "viewer",
  answersForTeam: true,
  input: z.strictObject({
    place: boundedText(1, LIMITS.name),
    limit: z.number().int().min(1).max(20).default(5),
  }),
  async run({ place: named, limit }, deps: RepositoryDeps, call) {
    const place = await readPlace(named, deps.checkout);
    const [{ isComplete }, lines, unread] = await Promise.all([
      followQuietly(projectOf(call), deps),
      readOrigins(place, deps),
      whyUnread(deps.checkout),
    ]);
    const origins = await writtenBy(place, lines ?? [], call.scope, deps);
    const found = nearest([...(await foundAtPlace(place, call.scope, deps)), ...origins.found]);
    const placed = await decisionsOf(found, call.scope, deps);
    const ranked = placed.sort((a, b) => byNearness(a, b, origins.writtenAt));
    const holding = ranked.filter(({ decision }) => !hasFailed(decision)).slice(0, limit);
    const failed = ranked.filter(({ decision }) => hasFailed(decision)).slice(0, limit);
    const commits = await carryingCommits(
      [...holding, ...failed].map(({ decision }) => decision),
      call.scope,
      unread === undefined ? deps : { ...deps, checkout: noCheckout },
    );
    const withCommits = (one: Placed): PlacedDecision => ({
      ...one,
      commits: commits.get(one.decision.id) ?? [],
    });
    return {
      place,
      decisions: holding.map(withCommits),
      failed: failed.map(withCommits),
      isComplete: isComplete && lines !== undefined,
      unread,
    };
  },
});

/** Why git does not read the repository. What the memory knows is an answer without it. */
async function whyUnread(checkout: Checkout): Promise<string | undefined> {
  try {
    await checkout.head();
    return undefined;
  } catch (error) {
    const fault = Fault.from(error);
    if (fault.code === "internal") throw error;
    return `The history was not read, so moved files, authors of lines and commits are missing: ${fault.sentence}`;
  }
}

type Placed = Omit<PlacedDecision, "commits">;

/** For each decision the nearest way in which it is about the place. */
function nearest(found: readonly FoundAt[]): ReadonlyMap<string, FoundAt> {
  const best = new Map<string, FoundAt>();
  const rank = (by: PlacedBy): number => PLACED_BY.indexOf(by);
  for (const one of found) {
    const known = best.get(one.decision);
    if (!known || rank(one.by) < rank(known.by)) best.set(one.decision, one);
  }
  return best;
}

/** Those that hold or failed. What was replaced is told by what holds instead. */
async function decisionsOf(
  found: ReadonlyMap<string, FoundAt>,
  scope: Scope,
  deps: RepositoryDeps,
): Promise<Placed[]> {
  const read = await decisionsById(deps.memory, scope, [...found.keys()]);
  const instead = await standingInstead(read, scope, deps);
  const placed = new Map<string, Placed>();
  const put = (decision: Decision, at: FoundAt, replaces?: string): void => {
    const known = placed.get(decision.id);
    if (known && PLACED_BY.indexOf(known.by) <= PLACED_BY.indexOf(at.by)) return;
    placed.set(decision.id, { decision, by: at.by, state: at.state, replaces });
  };
  for (const decision of read) {
    const at = found.get(decision.id) as FoundAt;
    if (decision.standing === "active" || (decision.standing !== "draft" && hasFailed(decision)))
      put(decision, at);
    const newer = instead.get(decision.id);
    if (newer) put(newer, at, decision.id);
  }
  return [...placed.values()];
}

/** A decision and by what it is known to be about a place. */
interface FoundAt {
  readonly decision: string;
  readonly by: PlacedBy;
  readonly state?: AnchorState | undefined;
}

const MOST_CITING = 20;

/** By the anchors of the file and of the folders that it is in. */
async function foundAtPlace(place: Place, scope: Scope, deps: RepositoryDeps): Promise<FoundAt[]> {
  const anchors = await anchorsAt(deps.memory, scope, place.path);
  const cited = await decisionsAboutFile(deps.memory, scope, place.path, MOST_CITING);
  const now = deps.clock.now();
  const anchored = await Promise.all(
    anchors.map(async (anchor): Promise<FoundAt> => {
      const checked = anchor.path === place.path ? await checkOne(anchor, deps.checkout, now) : undefined;
      return {
        decision: anchor.decision,
        by: nearness(anchor, place, checked?.lines),
        state: checked?.state,
      };
    }),
  );
  // What was decided where there is no repository was never followed; what was is where its anchors are.
  const known = await anchorsOf(
    deps.memory,
    scope,
    cited.map(({ id }) => id),
  );
  const others = cited.filter(({ id }) => (known.get(id) ?? []).length === 0);
  return [...anchored, ...others.map(({ id }): FoundAt => ({ decision: id, by: "file" }))];
}

function nearness(
  anchor: FollowedAnchor,
  { path, line, symbol: asked }: Place,
  lines: { readonly first: number; readonly last: number } | undefined,
): PlacedBy {
  if (anchor.path !== path) return "folder";
  if (anchor.source === "touched") return "touched";
  if (anchor.symbol === undefined) return "file";
  if (line === undefined && !asked) return "file";
  const isWithin = (at: number): boolean => lines !== undefined && lines.first <= at && at <= lines.last;
  return isWithin(line ?? asked?.first ?? 0) ? "symbol" : "beside";
}

/** A place that a caller named, as it is in the working tree. */
export interface Place {
  readonly path: string;
  readonly line?: number | undefined;
  /** What stands around the line, or has the name that was given. */
  readonly symbol?: SymbolLines | undefined;
  /** Undefined if there is no such text. */
  readonly lines?: readonly string[] | undefined;
}

/** Without a repository it is only a path. @throws Fault `invalid` for what is no place in a repository. */
export async function readPlace(place: string, checkout: Checkout): Promise<Place> {
  const named = parsePlace(place, await checkout.root());
  if (!named)
    throw new Fault("invalid", "This is no place in the repository.", {
      field: "place",
      received: place,
      reason: "place_outside",
      hint: "Name a file of the repository, such as src/pay.ts, src/pay.ts:12 or src/pay.ts#charge.",
    });
  const { path, line, symbol } = named;
  const text = await checkout.textOf(path);
  if (text === undefined) return { path, line };
  const lines = linesOf(text);
  return { path, line, lines, symbol: symbolOf(path, lines, line, symbol) };
}

function symbolOf(
  path: string,
  lines: readonly string[],
  line: number | undefined,
  name: string | undefined,
): SymbolLines | undefined {
  if (line !== undefined) return symbolAt(path, lines, line);
  return name === undefined ? undefined : symbolsNamed(path, lines, name)[0];
}

/** A longer function has many authors, and blaming it takes long. */
const MOST_LINES = 200;
const MOST_COMMITS = 8;
/** In a long history of a large file the answer would be late. */
const LONGEST_MS = 700;

interface LineOrigins {
  readonly found: readonly FoundAt[];
  /** When the line was committed. */
  readonly writtenAt?: Date | undefined;
}

/** Who wrote a line and the function around it. Undefined if that takes too long: others know something, too. */
async function readOrigins(
  { path, line, symbol, lines }: Place,
  { checkout, timers }: Pick<RepositoryDeps, "checkout" | "timers">,
): Promise<readonly LineOrigin[] | undefined> {
  const at = line ?? symbol?.first;
  if (at === undefined || !lines || at > lines.length) return [];
  const around = symbol && symbol.last - symbol.first < MOST_LINES ? symbol : { first: at, last: at };
  const read = checkout.origins(path, around.first, Math.min(around.last, lines.length));
  return within(LONGEST_MS, read, timers).catch(() => undefined);
}

/** The decisions that were carried out by the commits that wrote a line and the function around it. */
async function writtenBy(
  { line }: Place,
  origins: readonly LineOrigin[],
  scope: Scope,
  deps: RepositoryDeps,
): Promise<LineOrigins> {
  const own = line === undefined ? undefined : origins.find((one) => one.line === line)?.commit;
  const others = mostLines(origins).filter((commit) => commit !== own);
  const commits = [...(own === undefined ? [] : [own]), ...others].slice(0, MOST_COMMITS);
  const found = await Promise.all(
    commits.map(async (commit) =>
      (await decisionsWrittenBy(commit, scope, deps)).map(
        (decision): FoundAt => ({ decision, by: commit === own ? "line" : "function" }),
      ),
    ),
  );
  const [written] = own === undefined ? [] : await deps.checkout.commitsOf([own]);
  return { found: found.flat(), writtenAt: written?.at };
}

/** The commits of these lines, those of most lines first. */
function mostLines(origins: readonly LineOrigin[]): string[] {
  const counts = new Map<string, number>();
  for (const { commit } of origins)
    if (commit !== undefined) counts.set(commit, (counts.get(commit) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([commit]) => commit);
}

async function decisionsWrittenBy(
  commit: string,
  scope: Scope,
  { memory }: RepositoryDeps,
): Promise<string[]> {
  const [carried, reported] = await Promise.all([
    decisionsOfCommit(memory, scope, commit),
    scope === ALL_PROJECTS ? [] : reportsNaming(memory, scope, { commits: [commit] }),
  ]);
  return [...carried, ...reported.filter(({ kind }) => kind === "carried").map(({ decision }) => decision)];
}
