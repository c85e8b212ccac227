import type { Checkout, RepositoryChange } from "../../shared/ports.ts";
import type { Following } from "../rules/follow-history.ts";
import { isMostlyLeft, linesOf, linesWithin, symbolsIn, symbolsNamed } from "../rules/symbols.ts";
import type { AnchorDeps } from "./deps.ts";

/** Of each anchor; a change of more files moves more than one function. */
const MOST_FILES = 30;

/** A function that is no longer in its file may be in another one that was changed together with it. */
export async function findMovedSymbols(
  anchors: readonly Following[],
  head: string,
  { checkout }: AnchorDeps,
): Promise<Following[]> {
  const asked = anchors.filter(
    ({ symbol, sketch, isTouched, beside }) =>
      symbol !== undefined && sketch !== undefined && isTouched && beside.size > 0,
  );
  if (asked.length === 0) return [...anchors];
  const paths = new Set(asked.flatMap(({ path, beside }) => [path, ...[...beside].slice(-MOST_FILES)]));
  const files = [...paths].map((path) => ({ commit: head, path }));
  const texts = await checkout.textsAt(files);
  const linesAt = new Map(files.map(({ path }, n) => [path, linesOf(texts[n] ?? "")]));
  return anchors.map((anchor) => (asked.includes(anchor) ? moved(anchor, linesAt) : anchor));
}

function moved(anchor: Following, linesAt: ReadonlyMap<string, readonly string[]>): Following {
  const { path, symbol = "", sketch = "", beside } = anchor;
  const here = linesAt.get(path) ?? [];
  if (symbolsNamed(path, here, symbol).length > 0 || isMostlyLeft(sketch, here)) return anchor;
  const name = lastName(symbol);
  for (const other of [...beside].slice(-MOST_FILES).reverse()) {
    const lines = linesAt.get(other) ?? [];
    const found = symbolsIn(other, lines).find(
      (one) => lastName(one.name) === name && isMostlyLeft(sketch, linesWithin(lines, one)),
    );
    if (found) return { ...anchor, path: other, trail: [...anchor.trail, path], symbol: found.name };
  }
  return anchor;
}

const lastName = (symbol: string): string => symbol.slice(symbol.lastIndexOf(".") + 1);

/** The text of a file in the new state of a change. */
export async function textAfter(
  path: string,
  { tip }: RepositoryChange,
  checkout: Checkout,
): Promise<string | undefined> {
  if (tip === undefined) return checkout.textOf(path);
  const [text] = await checkout.textsAt([{ commit: tip, path }]);
  return text;
}
