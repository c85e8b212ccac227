import type { Decision } from "../../decisions/index.ts";
import { decisionsById } from "../../decisions/index.ts";
import type { HistoryQuery, WholeCommit } from "../../shared/ports.ts";
import { startScreening } from "../../shared/screening.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { AnchorReading, AnchorsRead } from "../rules/anchor-state.ts";
import { mayBelong, ownBranch, prNumber } from "../rules/commit-subjects.ts";
import {
  anchorKey,
  type CarriedAs,
  type FollowedAnchor,
  type Following,
  followHistory,
  wantedAnchors,
} from "../rules/follow-history.ts";
import { linesOf, linesWithin, sketchOf, symbolAt, symbolsNamed } from "../rules/symbols.ts";
import { anchorReading, decisionsToFollow, followedAnchors } from "../sql/anchor-rows.ts";
import type { AnchorDeps } from "./deps.ts";
import { readManifestChanges } from "./manifest-changes.ts";
import { findMovedSymbols } from "./moved-symbols.ts";

/** A reader waits no longer for the history; what is left is read with the next question. */
const FOR_A_READER_MS = 300;

/** A pull request that is open for longer is rare. */
const OPEN_FOR_MS = 90 * DAY_MS;

export interface Patience {
  /** Reads to the end, for whoever has the time. */
  readonly patient?: boolean;
}

/** The places of decisions as the history has them now. */
interface AnchorsNow {
  /** False if there was no time to read the whole history. */
  readonly isComplete: boolean;
  /** All of the project, and what is new about them. Undefined if nothing is. */
  readonly news?: { readonly anchors: readonly FollowedAnchor[]; readonly read: AnchorsRead } | undefined;
}

/**
 * Reads where the places of decisions are after what was committed and decided since the last time, and writes nothing.
 * Where neither the memory nor HEAD has moved it costs one look at each.
 */
export async function readAnchors(
  project: string,
  deps: AnchorDeps,
  { patient = false }: Patience = {},
): Promise<AnchorsNow> {
  const { memory, checkout, timers } = deps;
  const head = await checkout.head();
  if (!head) return { isComplete: true };
  const reading = await anchorReading(memory, project);
  const changed = await decisionsToFollow(memory, project, reading);
  if (reading?.commit === head.id && changed.decisions.length === 0) return { isComplete: true };

  const known = await followedAnchors(memory, project);
  const remotes = await checkout.remotes();
  const open = await stillOpen(project, known, changed.decisions, deps);
  const named = carriedAs([...open, ...changed.decisions], remotes);
  const anchors = join(known, changed.decisions, project, await checkout.root());
  const follower = followHistory(anchors, named, head.id);
  const seen: WholeCommit[] = [];
  let [isComplete, isLate] = [true, false];
  const inTime = timers.after(FOR_A_READER_MS, () => {
    isLate = !patient;
  });
  for await (const commit of checkout.history(
    rangeFor({
      reading,
      changed,
      anchors,
      known: new Set(known),
      named: carriedAs(changed.decisions, remotes),
    }),
  )) {
    if (isLate) {
      isComplete = false;
      break;
    }
    follower.see(commit);
    seen.push(commit);
  }
  inTime();
  const last = isComplete ? head : seen.at(-1);
  if (!last) return { isComplete };
  const sketched = await sketchBaselines(follower.anchors(isComplete).map(keepPath(deps)), deps);
  const followed = await findMovedSymbols(sketched, last.id, deps);
  const wanted = new Set(followed.map(anchorKey));
  const read = {
    reading: { commit: last.id, at: last.at, entry: changed.entry, memory: changed.memory },
    anchors: changedOnly(known, followed),
    dropped: known.filter((anchor) => !wanted.has(anchorKey(anchor))),
    ...(await readManifestChanges(project, seen, deps)),
  };
  return { isComplete, news: { anchors: followed, read } };
}

/** The known anchors with those of new and changed decisions. */
function join(
  known: readonly FollowedAnchor[],
  decisions: readonly Decision[],
  project: string,
  root: string | undefined,
): FollowedAnchor[] {
  const byKey = new Map(known.map((anchor) => [anchorKey(anchor), anchor]));
  const changed = new Set(decisions.map(({ id }) => id));
  const wanted = decisions
    .filter(({ standing }) => standing !== "draft")
    .flatMap((decision) => wantedAnchors(decision, root))
    .map((anchor): FollowedAnchor => {
      const before = byKey.get(anchorKey(anchor));
      // A place that was said again is followed from then on.
      const isSame = before && before.since.getTime() === anchor.since.getTime();
      return isSame ? before : { ...anchor, project, path: anchor.saidPath, trail: [], carried: "not" };
    });
  return [...known.filter(({ decision }) => !changed.has(decision)), ...wanted];
}

interface ToRead {
  readonly reading: AnchorReading | undefined;
  readonly changed: { readonly decisions: readonly Decision[]; readonly added: ReadonlySet<string> };
  readonly anchors: readonly FollowedAnchor[];
  readonly known: ReadonlySet<FollowedAnchor>;
  readonly named: ReadonlyMap<string, CarriedAs>;
}

/** From where the last reading ended, or from the first decision or place on that it did not know. */
function rangeFor({ reading, changed, anchors, known, named }: ToRead): HistoryQuery {
  const isUnread = (anchor: FollowedAnchor): boolean =>
    !known.has(anchor) || (anchor.carried !== "named" && named.has(anchor.decision));
  const added = changed.decisions.filter(({ id, standing }) => changed.added.has(id) && standing !== "draft");
  const since = earliest([
    ...added.map(({ createdAt }) => createdAt),
    ...anchors.filter(isUnread).map((anchor) => anchor.since),
  ]);
  if (reading?.commit === undefined) return since ? { since } : { limit: 0 };
  if (since !== undefined && (reading.at === undefined || since < reading.at)) return { since };
  return { after: reading.commit, since: earliest(anchors.map((anchor) => anchor.since)) };
}

const earliest = (times: readonly Date[]): Date | undefined =>
  times.reduce<Date | undefined>((first, at) => (first === undefined || at < first ? at : first), undefined);

/** Known decisions of which no commit is known for sure yet, and one may still come. */
async function stillOpen(
  project: string,
  known: readonly FollowedAnchor[],
  changed: readonly Decision[],
  { memory, clock }: AnchorDeps,
): Promise<readonly Decision[]> {
  const after = clock.now().getTime() - OPEN_FOR_MS;
  const read = new Set(changed.map(({ id }) => id));
  const open = known.filter(
    ({ decision, carried, since }) => carried !== "named" && since.getTime() > after && !read.has(decision),
  );
  const ids = [...new Set(open.map(({ decision }) => decision))];
  return ids.length === 0 ? [] : decisionsById(memory, project, ids);
}

/** By the id of each decision, if it says something of it. */
const carriedAs = (
  decisions: readonly Decision[],
  remotes: readonly string[],
): ReadonlyMap<string, CarriedAs> =>
  new Map(
    decisions.flatMap(({ id, linkedCommit, linkedPr, evidence, capturedIn }) => {
      const cited = evidence.filter(({ kind }) => kind === "commit").map(({ ref }) => ref);
      const commits = [...(linkedCommit === undefined ? [] : [linkedCommit]), ...cited].filter((commit) =>
        /^[0-9a-f]{7,64}$/i.test(commit),
      );
      const isOurs = linkedPr !== undefined && mayBelong(linkedPr, remotes);
      const pullRequest = isOurs ? prNumber(linkedPr) : undefined;
      const branch = ownBranch(capturedIn?.branch);
      const isKnown = commits.length > 0 || pullRequest !== undefined || branch !== undefined;
      return isKnown ? [[id, { commits, pullRequest, branch }] as const] : [];
    }),
  );

/** A name that looks like a secret is not stored, so such a move is not followed. */
const keepPath =
  ({ secrets }: AnchorDeps) =>
  (anchor: Following): Following =>
    startScreening(secrets).text("path", anchor.path) === anchor.path
      ? anchor
      : { ...anchor, path: anchor.trail.at(-1) ?? anchor.saidPath, trail: anchor.trail.slice(0, -1) };

function changedOnly(
  before: readonly FollowedAnchor[],
  after: readonly FollowedAnchor[],
): readonly FollowedAnchor[] {
  const known = new Map(before.map((anchor) => [anchorKey(anchor), JSON.stringify(stored(anchor))]));
  return after.map(stored).filter((anchor) => known.get(anchorKey(anchor)) !== JSON.stringify(anchor));
}

const stored = (anchor: FollowedAnchor): FollowedAnchor => ({
  project: anchor.project,
  decision: anchor.decision,
  source: anchor.source,
  saidPath: anchor.saidPath,
  place: anchor.place,
  since: anchor.since,
  path: anchor.path,
  trail: anchor.trail,
  symbol: anchor.symbol,
  sketch: anchor.sketch,
  baseline: anchor.baseline,
  carried: anchor.carried,
});

/**
 * Keeps what stood at the place of each anchor in the commit that carried the decision out, or before the decision if no
 * commit did. Files that a session only touched need none: they say too little.
 */
async function sketchBaselines(
  anchors: readonly Following[],
  { checkout }: AnchorDeps,
): Promise<Following[]> {
  const needed = anchors.flatMap((anchor) => {
    const commit = anchor.baseline ?? anchor.before;
    const isNeeded = anchor.source === "evidence" && anchor.sketch === undefined && commit !== undefined;
    return isNeeded ? [{ anchor, commit, path: pathAt(anchor) }] : [];
  });
  const texts = await checkout.textsAt(needed);
  const sketched = new Map(
    needed.map(({ anchor, commit, path }, n) => [anchor, withSketch(anchor, commit, path, texts[n])]),
  );
  return anchors.map((anchor) => sketched.get(anchor) ?? anchor);
}

/** Before the decision the file had its first name. */
const pathAt = ({ baselinePath, saidPath }: Following): string => baselinePath ?? saidPath;

function withSketch(anchor: Following, baseline: string, path: string, text: string | undefined): Following {
  if (text === undefined) return { ...anchor, baseline };
  const lines = linesOf(text);
  const line = /^:(\d+)$/.exec(anchor.place)?.[1];
  const symbol =
    line !== undefined
      ? symbolAt(path, lines, Number(line))
      : anchor.symbol !== undefined
        ? symbolsNamed(path, lines, anchor.symbol)[0]
        : undefined;
  return {
    ...anchor,
    baseline,
    symbol: symbol?.name ?? anchor.symbol,
    sketch: sketchOf(linesWithin(lines, symbol)),
  };
}
