import { isRepositoryPath, standingAnchors } from "../decisions/anchor.ts";
import type { Decision } from "../decisions/decision.ts";

/** How a decision came to a place, the surest first: somebody named it, it is evidence, or the session touched the file. */
export const ANCHOR_SOURCES = ["said", "evidence", "touched"] as const;
export type AnchorSource = (typeof ANCHOR_SOURCES)[number];

/** By what it is known that a commit carried out the decision. */
export const CARRIED = ["not", "touching", "named"] as const;
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
