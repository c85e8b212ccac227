import { readFile } from "node:fs/promises";
import { Fault } from "../shared/errors.ts";
import type { Threat, ThreatIndex, ThreatKnowledge } from "../threats/index.ts";
import { cacheSuccess } from "./cache-success.ts";

/** The files that the build writes; undefined if they do not exist. */
export interface ThreatAssets {
  readonly patterns: string | undefined;
  readonly index: string | undefined;
}

/** As `scripts/knowledge.mjs` writes it. */
interface IndexFile {
  readonly model: string;
  readonly dimensions: number;
  readonly otherTasks: readonly string[];
  /** In base64. */
  readonly rows: string;
}

/** Reads the files of the build on first use. The build validated them, so they are not checked again. */
export function threatKnowledge(assets: ThreatAssets): ThreatKnowledge {
  const all = cacheSuccess(() => read<readonly Threat[]>(assets.patterns));
  const index = cacheSuccess(async (): Promise<ThreatIndex> => {
    const { otherTasks, rows, ...vectors } = await read<IndexFile>(assets.index);
    const bytes = Buffer.from(rows, "base64");
    // With the files, because what reads tasks takes a while to load, and most sessions ask for no threat.
    const { threatIndex } = await import("../threats/rules/threat-index.ts");
    return threatIndex(await all(), otherTasks, { ...vectors, rows: Int8Array.from(bytes) });
  });
  return { all, index };
}

async function read<T>(file: string | undefined): Promise<T> {
  try {
    if (file === undefined) throw new Error("The build did not write it.");
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch (cause) {
    throw missing(cause);
  }
}

function missing(cause: unknown): Fault {
  return new Fault("unavailable", "The threat patterns that come with Membria cannot be read.", {
    reason: "threat_knowledge",
    hint: "Install Membria again; in a checkout, run: npm run build.",
    cause,
  });
}
