import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** A file may be typed as it is called from the current folder; otherwise it counts from the top of the repository. */
export function typedPlace(place: string): string {
  const [, file = place, rest = ""] = /^(.*?)((?::\d+|#[^/]*)?)$/.exec(place) ?? [];
  const absolute = resolve(file);
  return existsSync(absolute) ? `${absolute}${rest}` : place;
}
