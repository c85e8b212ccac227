import { describe, expect, it } from "vitest";
import { embedPending } from "../../src/recall/operations/embedding-service.ts";
import { recorded } from "../support/agent-memory.ts";
import { angleEmbedder } from "../support/angle-embedder.ts";
import { openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, type Json, succeed } from "../support/tools.ts";
import { meaningBy } from "../support/word-embedder.ts";

const QUESTION = "Which livestock sleeps outdoors during summer";
const LINE = "\nClosest, perhaps not what you mean:\n";

interface Ponies {
  readonly memory: TestMemory;
  /** Comes close to the question without a common word. */
  readonly close: string;
  readonly far: string;
}

async function memoryOfPonies(): Promise<Ponies> {
  const memory = await memoryOf("Polish every saddle");
  const close = await recorded(memory, { title: "Tether ponies at dusk", target: "ponies" });
  await embed(memory);
  return { memory, close, far: "dec_000001" };
}

async function memoryOf(title: string): Promise<TestMemory> {
  const embedder = angleEmbedder({ [QUESTION]: 1, ponies: 0.3 });
  const memory = { ...(await openMemory()), meaning: meaningBy(embedder) };
  await recorded(memory, { title, target: "first" });
  await embed(memory);
  return memory;
}

async function embed(memory: TestMemory): Promise<void> {
  const embedder = await memory.meaning.embedder();
  if (embedder) await embedPending(memory, embedder, new AbortController().signal);
}

/** The tools that answer a question with decisions, and where these are in the result. */
const SEARCHES: Readonly<Record<string, { argument: string; found: (structured: Json) => Json[] }>> = {
  search_decisions: { argument: "query", found: (structured) => structured["results"] as Json[] },
  suggest_decision: {
    argument: "userQuestion",
    found: (structured) => (structured["data"] as Json)["suggestions"] as Json[],
  },
  memory_search_by_context: {
    argument: "query",
    found: (structured) => (structured["data"] as Json)["memories"] as Json[],
  },
};

describe.each(Object.entries(SEARCHES))("%s", (name, { argument, found }) => {
  const ask = (memory: TestMemory) => callTool(memory, name, { [argument]: QUESTION });
  const strengths = (structured: Json) => found(structured).map(({ id, strength }) => [id, strength]);

  it("shows what comes closest, says that it is weak, and leaves out what does not come close", async () => {
    const { memory, close } = await memoryOfPonies();
    const { structured, text } = await ask(memory);
    expect(strengths(structured)).toEqual([[close, "weak"]]);
    expect(text).toContain("Found nothing that surely fits");
    expect(text.split(LINE)[1]).toContain(close);
  });

  it("puts it after what is strong, under a line of its own", async () => {
    const { memory, close } = await memoryOfPonies();
    const certain = await recorded(memory, { title: QUESTION, target: "livestock" });
    await embed(memory);
    const { structured, text } = await ask(memory);
    expect(strengths(structured)).toEqual([
      [certain, "strong"],
      [close, "weak"],
    ]);
    const [first, second] = text.split(LINE);
    expect([first?.includes(certain), first?.includes(close)]).toEqual([true, false]);
    expect([second?.includes(certain), second?.includes(close)]).toEqual([false, true]);
  });

  it("finds nothing only where nothing comes close, and suggests no mode that would find nothing either", async () => {
    const { text } = await ask(await memoryOf("Polish every saddle"));
    expect(text).toMatch(/^Found nothing/);
    expect(text).not.toMatch(/audit|balanced/);
  });
});

describe("memory_search_by_context", () => {
  it("follows no links from what only comes close", async () => {
    const { memory, close, far } = await memoryOfPonies();
    const ends = { from_id: close, to_id: far, relationship: "refines" };
    await succeed(memory, "propose_link", { ...ends, reason: "It says in detail how to do it" });
    await succeed(memory, "approve_link", ends);
    const { data } = await succeed(memory, "memory_search_by_context", { query: QUESTION });
    expect(data).not.toHaveProperty("linked");
  });
});

describe("what is given unasked", () => {
  it("membria_get_decision_context does not contain what only comes close", async () => {
    const { memory, close } = await memoryOfPonies();
    const { structured, text } = await callTool(memory, "membria_get_decision_context", {
      statement: QUESTION,
    });
    expect(JSON.stringify(structured)).not.toContain(close);
    expect(text).not.toContain(close);
  });

  it.each(["membria_get_decision", "membria_analyze_decision"])(
    "%s does not call similar what only comes close",
    async (name) => {
      const { memory, close } = await memoryOfPonies();
      const id = await recorded(memory, { title: QUESTION, target: "livestock" });
      await embed(memory);
      const { structured, text } = await callTool(memory, name, { decision_id: id });
      expect(JSON.stringify(structured)).not.toContain(close);
      expect(text).not.toContain(close);
    },
  );
});
