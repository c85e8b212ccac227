import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** From a chunk of the bundle, from the bundle itself, and from the deepest source or benchmark up to the root. */
const PLACES = ["./", "../", "../dist/", "../../dist/", "../../../dist/"];

/** A file that the build puts into `dist`, found from wherever this code runs; undefined where it was not built. */
export function shippedFile(name: string): string | undefined {
  return PLACES.map((place) => fileURLToPath(new URL(place + name, import.meta.url))).find(existsSync);
}
