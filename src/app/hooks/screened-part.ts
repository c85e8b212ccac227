import { startScreening } from "../../domain/shared/screening.ts";
import type { Screened } from "../../domain/shared/text.ts";
import type { HookDeps } from "./deps.ts";

/** Nobody writes more than this himself. */
const MOST_SCREENED = 100_000;

/** The beginning of a text. It is screened whole, because half a secret does not look like one. */
export function screenedPart(
  field: string,
  text: string,
  most: number,
  { secrets }: Pick<HookDeps, "secrets">,
): Screened {
  const screened = startScreening(secrets).text(field, text.slice(0, MOST_SCREENED));
  return screened.slice(0, most).replace(/[\ud800-\udbff]$/, "") as Screened;
}
