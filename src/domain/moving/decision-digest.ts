import { createHash } from "node:crypto";
import { EXPORTED_FIELDS } from "../decisions/decision-fields.ts";
import type { DecisionRecord } from "./imported.ts";

/** All that is exported of a decision and its history, so that nothing of it can be lost on the way unnoticed. */
export function decisionDigest({ decision, outcomes, signals, files }: DecisionRecord): string {
  // A store gives aliases back in an order of its own.
  const aliases = [...decision.aliases].sort((a, b) => (a < b ? -1 : 1));
  const fields = EXPORTED_FIELDS.map((name) => (name === "aliases" ? aliases : decision[name]));
  const known = files
    // How the file stands to the memory is noted down after the import, when its links are in.
    .map(({ memoryHash: _, ...file }) => file)
    .sort((a, b) => (`${a.folder}\n${a.path}` < `${b.folder}\n${b.path}` ? -1 : 1));
  const text = JSON.stringify([fields, outcomes, signals, known], inOrder);
  return createHash("sha256").update(text).digest("hex");
}

/** The two sides of an import write the keys of an object in different orders. */
function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
