import { readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { fileModelProfiles } from "../../src/recall/embedding/model-profiles.ts";
import { commandLineOn, type TestCommandLine } from "../support/command-line.ts";
import { act, decision } from "../support/decisions.ts";
import { folderOfTest, openMemory } from "../support/memory.ts";
import { englishModel } from "../support/simulated-models.ts";
import { meaningBy } from "../support/word-embedder.ts";

const SUBJECTS = "orders invoices prices pages logs backups tests queues keys limits".split(" ");

/** A memory with a model that nobody knows yet, and what its progress line showed. */
async function withOwnModel(decisions: number): Promise<TestCommandLine & { readonly shown: string[] }> {
  const folder = (await folderOfTest()).file("profiles");
  const memory = {
    ...(await openMemory()),
    profiles: fileModelProfiles(folder, (path) => path),
    meaning: meaningBy(englishModel({})),
  };
  for (const subject of SUBJECTS.slice(0, decisions)) {
    const reasoning = `The team knows how ${subject} work. Whoever changes ${subject} later finds ${subject} in one place.`;
    const made = decision({ statement: `Keep ${subject} in one place`, reasoning, topicStated: false });
    await addDecision(memory.memory, { decision: made }, act());
  }
  const shown: string[] = [];
  return { ...commandLineOn(memory, "shop", {}, { progress: (line) => void shown.push(line) }), shown };
}

const meaningIn = async ({ run }: TestCommandLine) => {
  const { checks } = JSON.parse((await run("doctor", "--json")).out) as { checks: { name: string }[] };
  return checks.find(({ name }) => name === "meaning");
};

describe("membria embed", () => {
  it("says that nobody knows yet how close texts are by the model, and what to do", async () => {
    const { run } = await withOwnModel(10);
    const { code, out } = await run("embed");
    expect(code).toBe(0);
    expect(out).toContain(
      "Search uses words only: how close texts are by the model english/1 is not known yet. `membria embed --fit` finds out.",
    );
  });

  it("finds it out with --fit, shows how far it is, and says what it found", async () => {
    const { run, shown, memory } = await withOwnModel(10);
    const { code, out } = await run("embed", "--fit");
    expect(code).toBe(0);
    expect(shown).toContain("texts compared: 10 of 270");
    expect(out.split("\n")).toEqual([
      "Embedded 10 decisions with english/1.",
      "How close texts are by this model was found out on 2026-02-12 with 10 decisions.",
      expect.stringMatching(/^ {2}Questions about other things that find nothing: (?:9\d|100) %$/),
      expect.stringMatching(/^ {2}Questions made from the decisions that find theirs: \d+ %$/),
      "  Reads: Latin letters",
      expect.stringMatching(/^ {2}Saved in .*english-1-[0-9a-f]{12}\.json$/),
    ]);
    expect(await memory.profiles.of("english/1")).toBeDefined();
    const again = JSON.parse((await run("embed", "--json")).out);
    expect(again).toMatchObject({
      embedded: 0,
      profile: { origin: "fitted", decisions: 10, fitted_at: "2026-02-12T10:30:00.000Z", reads: [] },
      notices: [],
    });
  });

  it("says how many decisions --fit needs", async () => {
    const { run } = await withOwnModel(3);
    const { code, err } = await run("embed", "--fit");
    expect(code).not.toBe(0);
    expect(err).toContain("That needs 10 decisions with reasons, and this memory has 3.");
  });
});

describe("membria doctor", () => {
  it("says which profile the model has", async () => {
    const line = await withOwnModel(10);
    expect(await meaningIn(line)).toMatchObject({
      ok: true,
      found: "english/1, test, not known how close texts are by it, 10 decisions not embedded yet",
      remedy: "Search uses words only. `membria embed --fit` finds out.",
    });
    await line.run("embed", "--fit");
    expect(await meaningIn(line)).toEqual({
      name: "meaning",
      ok: true,
      found: "english/1, test, profile of 2026-02-12",
    });
  });

  it("says that a profile is damaged, and how to get another", async () => {
    const line = await withOwnModel(10);
    const { profile } = JSON.parse((await line.run("embed", "--fit", "--json")).out);
    await writeFile(profile.file, (await readFile(profile.file, "utf8")).slice(10));
    expect(await meaningIn(line)).toMatchObject({
      ok: false,
      found: `english/1, test, profile ${profile.file} is damaged`,
      remedy: "Search uses words only. `membria embed --fit` finds out.",
    });
    expect((await line.run("embed")).out).toContain(`The profile ${profile.file} is damaged.`);
  });
});
