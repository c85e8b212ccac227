import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const product = join(root, "dist", "membria.js");

/** A small run to check that the benchmark works; its figures mean nothing. */
export const smoke = process.argv.includes("--smoke");

/** A folder for this run on the disk of TMPDIR, on which the cost of a durable write depends. */
export const folder = mkdtempSync(join(tmpdir(), "membria-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
