import { readFile } from "node:fs/promises";
import type { AntipatternExamples, ExampleVectors } from "../decisions/index.ts";
import { Fault } from "../shared/errors.ts";
import { cacheSuccess } from "./cache-success.ts";

/** As `scripts/knowledge.mjs` writes it. */
interface IndexFile extends Omit<ExampleVectors, "rows"> {
  /** In base64. */
  readonly rows: string;
}

/** Reads the file of the build on first use; undefined if it does not exist. */
export function readAntipatternExamples(file: string | undefined): () => Promise<AntipatternExamples> {
  return cacheSuccess(async () => {
    const { rows, ...vectors } = await read(file);
    // With the file, because what reads statements takes a while to load.
    const { antipatternExamples } = await import("../decisions/rules/antipattern-examples.ts");
    return antipatternExamples({ ...vectors, rows: new Int8Array(Buffer.from(rows, "base64")) });
  });
}

async function read(file: string | undefined): Promise<IndexFile> {
  try {
    if (file === undefined) throw new Error("The build did not write it.");
    return JSON.parse(await readFile(file, "utf8")) as IndexFile;
  } catch (cause) {
    throw new Fault("unavailable", "The examples of antipatterns that come with Membria cannot be read.", {
      reason: "antipattern_examples",
      hint: "Install Membria again; in a checkout, run: npm run build.",
      cause,
    });
  }
}
