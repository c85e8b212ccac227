import { type Decision, isRepositoryPath, standingAnchors } from "../../decisions/index.ts";
import type { CommittedFile, WholeCommit } from "../../shared/ports.ts";
import { DAY_MS } from "../../shared/time.ts";
import { mergedBranch, mergedPr } from "./commit-subjects.ts";

/** A change of a file within this time after a decision about it was probably made because of it. */
export const CARRIED_WITHIN_MS = 14 * DAY_MS;
/** A commit with more files moves a tree, and says nothing of a single place. */
const MOST_FILES = 100;
/** git keeps times in whole seconds. */
const SECOND_MS = 1_000;

export interface Following extends FollowedAnchor {
  /** The newest commit before it, as far as one was seen. */
  readonly before?: string | undefined;
  /** Where its file was in the commit that carried the decision out, if that was seen now. */
  readonly baselinePath?: string | undefined;
  /** What else the commits changed that touched its file. */
  readonly beside: ReadonlySet<string>;
  readonly isTouched: boolean;
}

type State = { -readonly [K in keyof Following]: Following[K] } & { beside: Set<string> };

/** Follows anchors through commits, which come oldest first. */
interface HistoryFollower {
  see(commit: WholeCommit): void;
  /** `isComplete` if there are no further commits. */
  anchors(isComplete: boolean): readonly Following[];
}

/** What a decision says of the commits that carry it out. */
export interface CarriedAs {
  /** Their beginnings. */
  readonly commits: readonly string[];
  readonly pullRequest?: number | undefined;
  readonly branch?: string | undefined;
}

/** `carriedAs` is by the id of the decision. `tip` is where the reading ends, for anchors that are newer than all of it. */
export function followHistory(
  anchors: readonly FollowedAnchor[],
  carriedAs: ReadonlyMap<string, CarriedAs>,
  tip: string,
): HistoryFollower {
  const states: State[] = anchors.map((anchor) => ({ ...anchor, beside: new Set(), isTouched: false }));
  const byPath = new Map<string, Set<State>>();
  const place = (state: State): void => {
    const there = byPath.get(state.path) ?? new Set();
    byPath.set(state.path, there.add(state));
  };
  for (const state of states) place(state);
  // In the order of time, so that each commit is compared with those alone that began in the meantime.
  const later = [...states].sort((a, b) => a.since.getTime() - b.since.getTime());
  let previous: string | undefined;

  const move = (state: State, to: string): void => {
    byPath.get(state.path)?.delete(state);
    state.trail = [...state.trail.filter((path) => path !== state.path && path !== to), state.path];
    state.path = to;
    place(state);
  };
  const touch = (state: State, commit: WholeCommit, files: readonly CommittedFile[]): void => {
    state.isTouched = true;
    for (const { path, kind } of files) if (kind !== "deleted" && path !== state.path) state.beside.add(path);
    const carries = carriedBy(state, commit, carriedAs.get(state.decision));
    if (carries !== undefined) carry(state, commit, carries);
  };
  const carry = (state: State, commit: WholeCommit, carries: Carried): void => {
    state.carried = carries;
    state.baseline = commit.id;
    state.baselinePath = state.path;
    if (state.source !== "said") state.sketch = undefined;
  };

  return {
    see(commit) {
      previous ??= commit.parents[0];
      while (later[0] && commit.at.getTime() > later[0].since.getTime()) {
        const state = later.shift() as State;
        state.before = previous;
      }
      previous = commit.id;
      const files = commit.files.length > MOST_FILES ? [] : commit.files;
      for (const file of commit.files) {
        for (const state of [...(byPath.get(file.from ?? file.path) ?? [])]) {
          if (isBefore(commit, state)) continue;
          if (file.kind === "renamed") move(state, file.path);
          touch(state, commit, files);
        }
      }
      // A merge has no files of its own: what it brings was changed by others, which may not name the decision.
      if (commit.parents.length > 1)
        for (const state of states)
          if (!isBefore(commit, state) && isNamed(state.decision, commit, carriedAs.get(state.decision)))
            carry(state, commit, "named");
    },
    anchors: (isComplete) => {
      if (isComplete) for (const state of later) state.before = previous ?? tip;
      return states;
    },
  };
}

const isBefore = ({ at }: WholeCommit, { since }: State): boolean =>
  at.getTime() < Math.floor(since.getTime() / SECOND_MS) * SECOND_MS;

/** Undefined if the commit does not carry out the decision, or another is known to. */
function carriedBy(
  { decision, source, carried, since }: State,
  commit: WholeCommit,
  as: CarriedAs | undefined,
): Carried | undefined {
  if (isNamed(decision, commit, as)) return "named";
  // Somebody who names a place may do so long after.
  if (source === "said" || carried !== "not") return undefined;
  return commit.at.getTime() <= since.getTime() + CARRIED_WITHIN_MS ? "touching" : undefined;
}

/** Whether the decision names the commit, or the commit the decision, its pull request or its branch. */
function isNamed(decision: string, commit: WholeCommit, as?: CarriedAs): boolean {
  if (`${commit.subject}\n${commit.body}`.includes(decision)) return true;
  if (!as) return false;
  if (as.commits.some((beginning) => commit.id.startsWith(beginning))) return true;
  if (as.pullRequest !== undefined && mergedPr(commit) === as.pullRequest) return true;
  return as.branch !== undefined && commit.parents.length > 1 && mergedBranch(commit) === as.branch;
}

/** How a decision came to a place, the surest first: somebody named it, it is evidence, or the session touched the file. */
export const ANCHOR_SOURCES = ["said", "evidence", "touched"] as const;
export type AnchorSource = (typeof ANCHOR_SOURCES)[number];

/** By what it is known that a commit carried out the decision. */
const CARRIED = ["not", "touching", "named"] as const;
export type Carried = (typeof CARRIED)[number];

/** A place that a decision was given, before anything is known of the history. */
export interface WantedAnchor {
  readonly decision: string;
  readonly source: AnchorSource;
  readonly saidPath: string;
  /** A line or a name within the file as it was said: `:12`, `#pay`, or nothing. */
  readonly place: string;
  readonly symbol?: string | undefined;
  readonly sketch?: string | undefined;
  /** From when on its file is followed. */
  readonly since: Date;
}

/** A place of a decision, followed through the history. It can be made again from the decision and the repository. */
export interface FollowedAnchor extends WantedAnchor {
  readonly project: string;
  /** Where the file is now. */
  readonly path: string;
  /** Where it was before, the oldest first. */
  readonly trail: readonly string[];
  /** The commit whose text the place is compared with. */
  readonly baseline?: string | undefined;
  readonly carried: Carried;
}

export const anchorKey = ({ decision, source, saidPath, place }: WantedAnchor): string =>
  [decision, source, saidPath, place].join("\n");

const PLACE = /^(.*?)(?::(\d{1,7})(?:[:-]\d+)?|#L(\d{1,7})(?:-.*)?|#([\p{L}_$][\p{L}\p{N}_$.]*))?$/u;

/** `src/a.ts:12`, `src/a.ts#L12` and `src/a.ts#pay` name a place in a file. Undefined for what is outside the repository. */
export function parsePlace(
  ref: string,
  root?: string,
): { readonly path: string; readonly line?: number; readonly symbol?: string } | undefined {
  const [, file = "", line, lineOfLink, name] = PLACE.exec(ref.trim()) ?? [];
  const named = Number(line ?? lineOfLink ?? 0);
  const path = relativePath(file, root);
  if (path === undefined) return undefined;
  return {
    path,
    ...(named > 0 && { line: named }),
    ...(name !== undefined && { symbol: name }),
  };
}

function relativePath(file: string, root: string | undefined): string | undefined {
  const slashed = file.replaceAll("\\", "/").replace(/\/+$/, "");
  const top = root?.replaceAll("\\", "/").replace(/\/+$/, "");
  const inside = top !== undefined && slashed.startsWith(`${top}/`) ? slashed.slice(top.length + 1) : slashed;
  const path = inside.replace(/^(?:\.\/+)+/, "");
  return isRepositoryPath(path) ? path : undefined;
}

/** All places that a decision has: said, as evidence, and the files that its session touched. */
export function wantedAnchors(decision: Decision, root?: string): readonly WantedAnchor[] {
  const { id, createdAt, evidence, capturedIn } = decision;
  const wanted = [
    ...standingAnchors(decision.anchors).map(({ path, symbol, sketch, at }): WantedAnchor => {
      const place = symbol === undefined ? "" : `#${symbol}`;
      return { decision: id, source: "said", saidPath: path, place, symbol, sketch, since: at };
    }),
    ...evidence
      .filter(({ kind }) => kind === "file")
      .flatMap(({ ref }): WantedAnchor[] => {
        const named = parsePlace(ref, root);
        if (!named) return [];
        const { path, line, symbol } = named;
        const place = line !== undefined ? `:${line}` : symbol !== undefined ? `#${symbol}` : "";
        return [{ decision: id, source: "evidence", saidPath: path, place, symbol, since: createdAt }];
      }),
    ...(capturedIn?.files ?? []).filter(isRepositoryPath).map(
      (path): WantedAnchor => ({
        decision: id,
        source: "touched",
        saidPath: path,
        place: "",
        since: createdAt,
      }),
    ),
  ];
  return [...new Map(wanted.map((anchor) => [anchorKey(anchor), anchor])).values()];
}

/** Files under the names that they have had, one history at a time. */
interface FollowedFiles {
  /** Whether a commit changes one of them. One that only gives them other names changes none. */
  touches(files: readonly CommittedFile[]): boolean;
  /** Call it with each commit, oldest first. */
  follow(files: readonly CommittedFile[]): void;
}

/** Files and folders. */
export function followedFiles(named: readonly string[]): FollowedFiles {
  const paths = new Set(named);
  const isOne = (path: string): boolean => {
    if (paths.has(path)) return true;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      if (paths.has(path.slice(0, end))) return true;
    return false;
  };
  return {
    touches: (files) => files.some(({ path, kind }) => kind !== "renamed" && isOne(path)),
    follow(files) {
      for (const { path, kind, from } of files)
        if (kind === "renamed" && from !== undefined && isOne(from)) paths.add(path);
    },
  };
}
