import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Wiring } from "../src/main/wire.ts";
import { fileModelProfiles } from "../src/recall/embedding/model-profiles.ts";
import { embedMemory } from "../src/recall/operations/embed-memory.ts";
import { searchDecisions } from "../src/recall/operations/search-decisions.ts";
import { type ModelProfiles, SHIPPED_PROFILE } from "../src/recall/rules/model-profile.ts";
import { perform } from "../src/shared/operations/operation.ts";
import type { Embedder } from "../src/shared/ports.ts";
import { callOf, openMemory, rewired } from "./memory.ts";
import { shareOf } from "./share-of.ts";
import { folder, root, smoke } from "./workplace.ts";
import { type DecisionRecord, remember } from "./young-memory/asking.ts";

const RECORDS = join(root, "..", "shared", "data", "decisions", "adrs.jsonl");

/** A model, and what is known about its cosines. */
interface Kind {
  readonly model: (shipped: Embedder) => Embedder;
  readonly profiles: "of the package" | "those of the shipped model" | "none" | "fitted";
}

const KINDS: Readonly<Record<string, Kind>> = {
  "shipped model": { model: (shipped) => shipped, profiles: "of the package" },
  "the same, as if it had to be fitted": {
    model: (shipped) => ({ ...shipped, model: "same" }),
    profiles: "fitted",
  },
  "cosines squeezed to 0.7 – 1, judged as those of the shipped model": {
    model: squeezed,
    profiles: "those of the shipped model",
  },
  "squeezed, not known": { model: squeezed, profiles: "none" },
  "squeezed, fitted": { model: squeezed, profiles: "fitted" },
};

const vectorOf = new Map<string, Float32Array>();

interface Tally {
  strong: number;
  shown: number;
  of: number;
}

if (existsSync(RECORDS)) await measure();
else
  console.log(
    "  The public decision records are not beside this checkout, so there is nothing to measure with.",
  );

async function measure(): Promise<void> {
  const read = <T>(name: string): T[] =>
    JSON.parse(readFileSync(join(root, "bench", "questions", `${name}.json`), "utf8")) as T[];
  const young = read<{ repo: string; id: string; question: string }>("young-questions");
  const foreign = read<{ question: string }>("foreign-questions").slice(0, smoke ? 4 : undefined);
  const records = readFileSync(RECORDS, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as DecisionRecord);
  const repos = [...new Set(young.map(({ repo }) => repo))].slice(0, smoke ? 1 : undefined);
  for (const [kind, { model, profiles }] of Object.entries(KINDS)) {
    const [own, unrelated]: [Tally, Tally] = [
      { strong: 0, shown: 0, of: 0 },
      { strong: 0, shown: 0, of: 0 },
    ];
    for (const repo of repos) {
      const home = join(folder, `${kind}-${repo}`.replace(/[^a-z0-9]+/gi, "-"));
      const opened = await openMemory(home);
      const shipped = await opened.meaning.embedder();
      if (!shipped) throw new Error("There is no model.");
      const embedder = model(remembering(shipped));
      const memory = rewired(opened, {
        meaning: { ...opened.meaning, embedder: async () => embedder },
        profiles: profilesFor(profiles, home, opened),
      });
      const idOf = await remember(
        records.filter((record) => record.repo === repo),
        ({ context, decision, consequences }) => ({
          reasoning: [context, decision].filter(Boolean).join("\n\n"),
          consequences: [consequences],
        }),
        memory,
      );
      if (profiles === "fitted") await perform(embedMemory, { fit: true }, memory, await callOf(memory));
      for (const { question, id } of young.filter((one) => one.repo === repo))
        count(own, await ask(question, memory), (found) => idOf.get(found) === id);
      for (const { question } of foreign) count(unrelated, await ask(question, memory), () => true);
      await opened.close();
    }
    console.log(`\n${kind}`);
    const line = (what: string, part: number, of: number): void =>
      console.log(`  ${what.padEnd(44)} ${shareOf(part, of)}`);
    line("the right one is strong", own.strong, own.of);
    line("the right one is shown", own.shown, own.of);
    line("a foreign question: nothing strong", unrelated.of - unrelated.strong, unrelated.of);
    line("a foreign question: anything shown", unrelated.shown, unrelated.of);
  }
}

function profilesFor(known: Kind["profiles"], home: string, { profiles }: Wiring): ModelProfiles {
  if (known === "of the package") return profiles;
  const kept = fileModelProfiles(join(home, "profiles"), (path) => path);
  return known === "those of the shipped model" ? { ...kept, of: async () => SHIPPED_PROFILE } : kept;
}

async function ask(question: string, memory: Wiring) {
  return (await perform(searchDecisions, { query: question }, memory, await callOf(memory))).results;
}

function count(
  tally: Tally,
  results: Awaited<ReturnType<typeof ask>>,
  isMeant: (decisionId: string) => boolean,
): void {
  const meant = results.filter(({ decision }) => isMeant(decision.id));
  tally.of++;
  if (meant.length > 0) tally.shown++;
  if (meant.some(({ strength }) => strength === "strong")) tally.strong++;
}

/** Embeds every text once for all kinds. */
function remembering(embedder: Embedder): Embedder {
  return {
    ...embedder,
    async embed(texts, kind) {
      const missing = [...new Set(texts)].filter((text) => !vectorOf.has(text));
      const vectors = await embedder.embed(missing, kind, { patient: true });
      missing.forEach((text, i) => {
        vectorOf.set(text, vectors[i]!);
      });
      return texts.map((text) => vectorOf.get(text)!);
    },
  };
}

/** The same vectors with one more dimension in which all are equal: each cosine becomes 0.7 + 0.3 times itself. */
function squeezed(embedder: Embedder): Embedder {
  return {
    ...embedder,
    model: "squeezed",
    dimensions: embedder.dimensions + 1,
    embed: async (texts, kind) =>
      (await embedder.embed(texts, kind)).map((vector) =>
        Float32Array.of(...vector.map((value) => value * Math.sqrt(0.3)), Math.sqrt(0.7)),
      ),
  };
}
