import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Relative to a chunk of the bundle, to the bundle itself, and to sources and benchmarks. */
const PLACES = ["./", "../", "../dist/", "../../dist/", "../../../dist/"];

/** Finds a file that the build puts into `dist`, from the bundle or from the sources; undefined if it was not built. */
export function shippedFile(name: string): string | undefined {
  return PLACES.map((place) => fileURLToPath(new URL(place + name, import.meta.url))).find(existsSync);
}
