import { parsePlace } from "../../domain/repository/followed-anchor.ts";
import { linesOf, type SymbolLines, symbolAt, symbolsNamed } from "../../domain/repository/symbols.ts";
import { Fault } from "../../domain/shared/errors.ts";
import type { Checkout } from "../../domain/shared/ports.ts";

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
