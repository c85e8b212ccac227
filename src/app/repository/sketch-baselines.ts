import type { Following } from "../../domain/repository/follow-history.ts";
import { sketchOf } from "../../domain/repository/sketch.ts";
import { linesOf, linesWithin, symbolAt, symbolsNamed } from "../../domain/repository/symbols.ts";
import type { AnchorDeps } from "./deps.ts";

/**
 * Keeps what stood at the place of each anchor in the commit that carried the decision out, or before the decision if no
 * commit did. Files that a session only touched need none: they say too little.
 */
export async function sketchBaselines(
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
