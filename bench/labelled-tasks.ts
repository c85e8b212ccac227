import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { threatKnowledge } from "../src/knowledge/threats.ts";
import { localEmbedder } from "../src/recall/embedding/local-embedder.ts";
import { spelledOut } from "../src/threats/rules/spelled-out.ts";
import type { ThreatIndex, ThreatQuestion } from "../src/threats/rules/threat-index.ts";
import { silentLog } from "../test/support/silent-log.ts";

export const LENGTHS = ["long", "short"] as const;
export type Length = (typeof LENGTHS)[number];

/** Patterns and weights are fitted on one set. Nobody looks at the other one, which tells how good the search is. */
export type TaskSet = "fitted" | "held";

/** A task of a developer with the patterns that apply, as a person judged. */
export interface LabelledTask {
  readonly id: string;
  readonly length: Length;
  readonly question: ThreatQuestion;
  /** None if the task is harmless. */
  readonly patterns: readonly string[];
}

interface Row {
  readonly id: string;
  readonly task: string;
  readonly length: Length;
  readonly file?: string;
  readonly patterns?: readonly string[];
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const FOLDERS: Readonly<Record<TaskSet, string>> = {
  fitted: here("../test/knowledge/labelled"),
  held: here("../test/knowledge/labelled/held"),
};

/** A number below `folds`, by the words of a task alone, so that it stays the same whatever is added or moved. */
export function foldOf(task: string, folds: number): number {
  const words = task.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return createHash("sha256").update(words.join(" ")).digest().readUInt32BE() % folds;
}

function rowsOf(folder: string): Row[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl") && !name.includes("uncovered"))
    .toSorted((a, b) => (a < b ? -1 : 1))
    .flatMap((name) => readFileSync(`${folder}/${name}`, "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as Row);
}

/** The tasks of a set, embedded with the shipped model unless only words are compared. */
export async function labelledTasks(set: TaskSet, byMeaning = true): Promise<LabelledTask[]> {
  const rows = rowsOf(FOLDERS[set]);
  const vectors = byMeaning ? await embedded(rows.map(({ task }) => spelledOut(task))) : [];
  return rows.map(({ id, task, length, file, patterns = [] }, i) => ({
    id,
    length,
    patterns,
    question: { text: task, vector: vectors[i], file },
  }));
}

export const isHarmless = ({ patterns }: LabelledTask): boolean => patterns.length === 0;

/** The same tasks in a file of each stack, as its projects name such files. */
export const FILES_OF_STACKS: Readonly<Record<string, string>> = {
  python: "app/views.py",
  typescript: "src/routes/index.ts",
  javascript: "server/index.js",
  ruby: "app/controllers/application_controller.rb",
  go: "internal/server/handler.go",
  java: "src/main/java/com/example/ApiController.java",
  php: "app/Http/Controllers/ApiController.php",
  csharp: "Controllers/ApiController.cs",
};

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
