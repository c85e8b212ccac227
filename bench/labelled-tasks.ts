import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { localEmbedder } from "../src/adapters/embedding/local-embedder.ts";
import { threatKnowledge } from "../src/adapters/knowledge/threats.ts";
import type { ThreatIndex, ThreatQuestion } from "../src/domain/threats/threat-index.ts";
import { silentLog } from "../test/support/silent-log.ts";

/** A task of a developer with the patterns that apply, as a person judged. */
export interface LabelledTask {
  readonly id: string;
  readonly question: ThreatQuestion;
  readonly patterns: readonly string[];
}

const HALVES = ["dev", "dev-unrelated", "test", "unrelated"] as const;
export type Half = (typeof HALVES)[number];

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The tasks of one half, embedded with the shipped model unless only words are compared. */
export async function labelledTasks(half: Half, byMeaning = true): Promise<LabelledTask[]> {
  const rows = readFileSync(here(`../test/knowledge/labelled/threat-tasks.${half}.jsonl`), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const vectors = byMeaning ? await embedded(rows.map(({ task }) => task)) : [];
  return rows.map(({ id, task, patterns = [], ...rest }, i) => ({
    id,
    patterns,
    question: { text: task, vector: vectors[i], ...rest },
  }));
}

export async function embedded(texts: readonly string[]): Promise<readonly Float32Array[]> {
  const embedder = localEmbedder({ idleMs: 1000, log: silentLog });
  try {
    return await embedder.embed(texts, "query");
  } finally {
    await embedder.close();
  }
}

export function builtIndex(): Promise<ThreatIndex> {
  const dist = (name: string): string => here(`../dist/${name}`);
  return threatKnowledge({ patterns: dist("threats.json"), index: dist("threat-index.json") }).index();
}
