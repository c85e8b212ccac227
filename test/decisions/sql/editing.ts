import { expect, it } from "vitest";
import { contextHash } from "../../../src/decisions/rules/decision-fields.ts";
import type { DecisionEdit } from "../../../src/decisions/rules/revision.ts";
import { addDecision, findDecision, revisionsOf } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { embedPending } from "../../../src/recall/operations/embedding-service.ts";
import { activateModel, claimUnembedded, saveVectors, vectorOf } from "../../../src/recall/sql/embeddings.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { checkCoverage } from "../../../src/repair/sql/coverage.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { setClock } from "../../support/clock.ts";
import { act, actor, DAY, decision, fullDecision, screened } from "../../support/decisions.ts";
import { fakeProcesses } from "../../support/fake-processes.ts";
import { matchWords } from "../../support/match-words.ts";
import { outcome } from "../../support/outcomes.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

const embedder = wordEmbedder("contract", {});
let made = 0;
const edit = (memory: Memory, id: string, changes: DecisionEdit, at = DAY, by = actor()) =>
  storeEdit(memory, "shop", id, { id: `rev_made${++made}`, edit: changes }, act(at, by));
const found = async (memory: Memory, words: string): Promise<string[]> =>
  (await matchWords(memory, "shop", words, 10)).map((match) => match.decision.id);

export function editing(current: () => OpenedStore): void {
  it("shows the newest words and keeps all others, each with its number, time, author and hash", async () => {
    const opened = current();
    const first = fullDecision();
    await addDecision(opened.memory, { decision: first }, act());
    await addOutcome(opened.memory, "shop", first.id, outcome(1), act());
    const settled = await findDecision(opened.memory, "shop", first.id);
    const human = actor("human");
    const later = new Date(DAY.getTime() + 60_000);
    const changes = {
      statement: screened("Use MySQL for the orders"),
      reasoning: undefined,
      alternatives: [screened("PostgreSQL")],
      riskLevel: undefined,
      domain: "api",
    };
    const edited = await edit(opened.memory, first.id, changes, later, human);
    expect(edited).toMatchObject({
      before: settled,
      revision: 2,
      changed: ["statement", "domain", "reasoning", "alternatives", "riskLevel"],
    });
    expect(edited.after).toEqual({
      ...settled,
      ...changes,
      updatedAt: later,
      contextHash: contextHash(edited.after),
    });
    // The clock went back, and the last edit is still the newest.
    await edit(opened.memory, first.id, { topic: undefined }, DAY);

    const memory = await opened.reopen();
    const shown = await findDecision(memory, "shop", first.id);
    expect(shown).toMatchObject({ topic: "mysql_orders", topicStated: false, aliases: first.aliases });
    const revisions = await revisionsOf(memory, "shop", first.id);
    expect(revisions.map(({ number, at, author }) => [number, at, author.kind])).toEqual([
      [1, DAY, "human"],
      [2, later, "human"],
      [3, new Date(later.getTime() + 1), "agent"],
    ]);
    expect(revisions.map((one) => one.contextHash)).toEqual([
      first.contextHash,
      edited.after.contextHash,
      shown?.contextHash,
    ]);
    for (const { content, contextHash: hash } of revisions)
      expect(contextHash({ ...first, ...content })).toBe(hash);
    expect(revisions[0]?.content).toMatchObject({ statement: first.statement, reasoning: first.reasoning });
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("is found by its new words, also by meaning, and no longer by the old ones", async () => {
    const { memory } = current();
    const one = decision({
      statement: "Feed the zebra, the Striped Animal Pony (SAP)",
      topic: "zebra",
      evidence: [{ kind: "file", ref: "stable/zebra.md" }],
      questions: ["Who gets hay?"],
    });
    await addDecision(memory, { decision: one }, act());
    await addOutcome(memory, "shop", one.id, outcome(1, { lessons: ["Ponies eat apples"] }), act());
    const { signal } = new AbortController();
    const deps = { memory, clock: setClock(), processes: fakeProcesses() };
    const embed = () => embedPending(deps, embedder, signal);
    await embed();
    await edit(memory, one.id, {
      statement: screened("Water the giraffe"),
      topic: screened("giraffe"),
      evidence: [],
      questions: [],
    });
    expect(await vectorOf(memory, "shop", one.id)).toBeUndefined();
    await embed();
    expect(await vectorOf(memory, "shop", one.id)).toMatchObject({
      vector: (await embedder.embed(["Water the giraffe"], "passage"))[0],
    });
    expect(await found(memory, "giraffe")).toEqual([one.id]);
    expect(await found(memory, "zebra")).toEqual([]);
    const inPassages = async (words: string): Promise<readonly unknown[]> =>
      (
        await findCandidates(memory, {
          scope: "shop",
          text: textQuery(words),
          perMethod: 9,
          withPassages: true,
        })
      ).candidates;
    expect(await inPassages("hay stable")).toEqual([]);
    expect(await inPassages("apples")).toHaveLength(1);
    const { words, vectors, tallies } = await rebuildDerived(memory, false, act());
    expect({ words: words.mended, vectors: vectors.mended, tallies: tallies.mended }).toEqual({
      words: 0,
      vectors: 0,
      tallies: 0,
    });
  });

  it("does not take the vector of its old words for that of the new ones, if it was edited meanwhile", async () => {
    const { memory } = current();
    const one = decision({ statement: "Feed the zebra" });
    await addDecision(memory, { decision: one }, act());
    await activateModel(memory, embedder.model);
    const claim = { by: "slow", now: DAY, leaseMs: 60_000 };
    const [claimed] = await claimUnembedded(memory, 1, claim);
    await edit(memory, one.id, { statement: screened("Water the giraffe") });
    const [vector] = await embedder.embed([claimed?.text ?? ""], "passage");
    await saveVectors(memory, embedder.model, [
      { id: one.id, contextHash: claimed?.contextHash, vector: vector as Float32Array },
    ]);
    expect(await vectorOf(memory, "shop", one.id)).toBeUndefined();
    expect(await claimUnembedded(memory, 1, claim)).toMatchObject([{ text: "Water the giraffe" }]);
  });

  it("writes nothing if nothing would change, or somebody else edited it since", async () => {
    const opened = current();
    const second = await opened.second();
    const one = fullDecision();
    await addDecision(opened.memory, { decision: one }, act());
    const same = { statement: one.statement, risks: one.risks, reasoning: one.reasoning };
    await expect(edit(opened.memory, one.id, same)).rejects.toMatchObject({ reason: "nothing_to_edit" });
    await edit(second, one.id, { statement: screened("Theirs is this") });
    const mine = { id: "rev_mine", edit: { statement: screened("Mine is this") }, basedOn: 1 };
    await expect(storeEdit(opened.memory, "shop", one.id, mine, act())).rejects.toMatchObject({
      code: "conflict",
      reason: "edited_meanwhile",
      received: 1,
    });
    expect(await opened.memory.position()).toBe(2);
    expect(await storeEdit(opened.memory, "shop", one.id, { ...mine, basedOn: 2 }, act())).toMatchObject({
      revision: 3,
    });
  });

  it("takes a capture that is sent again for the decision that was edited since", async () => {
    const { memory } = current();
    const one = decision();
    await addDecision(memory, { decision: one }, act());
    await edit(memory, one.id, { statement: screened("Keep orders elsewhere") });
    const again = { ...one, id: "dec_again" };
    expect(await addDecision(memory, { decision: again, repeatedSince: DAY }, act())).toMatchObject({
      repeated: true,
      decision: { id: one.id, statement: "Keep orders elsewhere" },
    });
  });

  it("is erased with all its words", async () => {
    const { memory } = current();
    const one = decision({ statement: "Feed the zebra" });
    await addDecision(memory, { decision: one }, act());
    await edit(memory, one.id, { statement: screened("Water the giraffe") });
    await eraseDecision(memory, "shop", one.id, act());
    expect(await revisionsOf(memory, "shop", one.id)).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    expect((await checkCoverage(memory)).uncovered).toEqual([]);
  });
}
