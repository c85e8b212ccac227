import { expect, it } from "vitest";
import type { Relation } from "../../../src/decisions/rules/link.ts";
import type { Store } from "../../../src/memory/store.ts";
import type { ImportedRecord } from "../../../src/portability/rules/import-store.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { link } from "../../support/links.ts";
import { historyOf } from "../../support/outcomes.ts";

const RUN = { id: "imp_1", project: "shop", kind: "mama", source: "old.db", fingerprint: "f" } as const;

const decided = (id: string, fields: Parameters<typeof decision>[0] = {}): ImportedRecord => ({
  kind: "decision",
  decision: decision({ id, ...fields, aliases: [`old_${id}`] }),
  outcomes: [],
  signals: [],
  files: [],
});

const linked = (from: string, to: string, relation: Relation = "refines"): ImportedRecord => ({
  kind: "link",
  link: link({ id: `lnk_${from}${to}${relation}`, from, to, relation, state: "active", origin: "auto" }),
});

const checkpoint = (id: string): ImportedRecord => ({
  kind: "memory",
  memory: {
    type: "checkpoint",
    checkpoint: {
      id,
      aliases: [`old_${id}`],
      project: "shop",
      summary: screened("Half of the tests pass"),
      openFiles: [screened("a.ts")],
      nextSteps: screened("The other half"),
      author: actor().author,
      createdAt: DAY,
    },
  },
});

async function imported(
  store: Store,
  records: readonly ImportedRecord[],
  position = "1",
): Promise<readonly string[]> {
  if ((await store.listImports("shop")).length === 0) await store.beginImport(RUN, act());
  return store.writeImport(
    "shop",
    { run: RUN.id, records, position, counts: { read: records.length } },
    act(),
  );
}

const twoLinkedAndACheckpoint = () => [
  decided("dec_a"),
  decided("dec_b"),
  linked("dec_a", "dec_b"),
  checkpoint("chk_a"),
];

/** How every store runs imports. */
export function importing(opened: () => OpenedStore): void {
  it("adds what is new, and nothing twice", async () => {
    const { store } = opened();
    const records = [decided("dec_a"), decided("dec_b"), linked("old_dec_a", "dec_b"), checkpoint("chk_a")];
    expect(await store.previewImport(actor().author).add(records.slice(0, 2))).toEqual(["added", "added"]);
    expect(await imported(store, records)).toEqual(["added", "added", "added", "added"]);
    expect(await imported(store, records)).toEqual(["known", "known", "known", "known"]);
    expect((await store.findDecision("shop", "old_dec_a"))?.id).toBe("dec_a");
  });

  it("keeps a batch, its position and its counts together", async () => {
    const { store } = opened();
    await imported(store, [decided("dec_a")], "decisions.7");
    const again = await opened().reopen();
    expect((await again.listImports("shop"))[0]).toMatchObject({
      state: "running",
      position: "decisions.7",
      counts: { read: 1, "decision.added": 1 },
    });
  });

  it("supersedes decisions by imported links, and refuses a cycle", async () => {
    const { store } = opened();
    const fates = await imported(store, [
      decided("dec_a"),
      decided("dec_b"),
      decided("dec_c"),
      linked("dec_b", "dec_a", "supersedes"),
      linked("dec_c", "dec_b", "supersedes"),
      linked("dec_a", "dec_c", "supersedes"),
      linked("dec_a", "nowhere"),
      linked("dec_a", "dec_a"),
    ]);
    expect(fates.slice(3)).toEqual(["added", "added", "refused", "refused", "refused"]);
    expect((await store.findDecision("shop", "dec_b"))?.standing).toBe("superseded");
    expect((await store.findDecision("shop", "dec_c"))?.standing).toBe("active");
  });

  it("counts an imported outcome in the calibration, without a confidence nobody stated", async () => {
    const { store } = opened();
    const record = decided("dec_a") as Extract<ImportedRecord, { kind: "decision" }>;
    const outcome = {
      id: "out_a",
      decisionId: "dec_a",
      project: "shop",
      domain: "database",
      status: "failure",
      score: 0,
      at: DAY,
      reported: {},
      signals: [],
      lessons: [screened("It was too slow")],
      metrics: {},
      author: actor().author,
    } as const;
    await imported(store, [{ ...record, outcomes: [outcome] }]);
    const tally = await store.tally("shop", "database");
    expect(tally.outcomes).toBe(1);
    expect(tally.bins.every((bin) => bin.outcomes === 0)).toBe(true);
    expect((await historyOf(store, "dec_a")).outcomes[0]?.lessons).toEqual(["It was too slow"]);
    expect((await store.findDecision("shop", "dec_a"))?.outcome?.status).toBe("failure");
  });

  it("counts the last of several imported outcomes by time, then by id, in whatever order they are listed", async () => {
    const { store } = opened();
    const reported = (id: string, decisionId: string, score: number, at: Date) => ({
      id,
      decisionId,
      project: "shop",
      domain: "database",
      status: score === 1 ? ("success" as const) : ("failure" as const),
      score,
      at,
      reported: {},
      signals: [],
      lessons: [],
      metrics: {},
      author: actor().author,
    });
    const later = new Date(DAY.getTime() + 1);
    const record = (id: string) => decided(id) as Extract<ImportedRecord, { kind: "decision" }>;
    await imported(store, [
      {
        ...record("dec_a"),
        outcomes: [reported("out_a2", "dec_a", 1, later), reported("out_a1", "dec_a", 0, DAY)],
      },
      {
        ...record("dec_b"),
        outcomes: [reported("out_b2", "dec_b", 1, DAY), reported("out_b1", "dec_b", 0, DAY)],
      },
    ]);
    for (const [id, last] of [
      ["dec_a", "out_a2"],
      ["dec_b", "out_b2"],
    ] as const) {
      expect((await store.findDecision("shop", id))?.outcome?.id).toBe(last);
      expect((await historyOf(store, id)).outcomes.at(-1)?.id).toBe(last);
    }
    expect(await store.tally("shop")).toMatchObject({ outcomes: 2, score: 2 });
    expect(await store.verifyImport("shop", RUN.id, () => {})).toMatchObject({ ok: true, records: 2 });
  });

  it("queues imported decisions and notes to be embedded", async () => {
    const { store } = opened();
    await imported(store, [decided("dec_a"), decided("dec_b"), checkpoint("chk_a")]);
    expect(await store.pendingEmbeddings()).toBe(3);
  });

  it("verifies that what was read is what is stored", async () => {
    const { store } = opened();
    await imported(store, [
      decided("dec_a"),
      decided("dec_b"),
      linked("dec_a", "dec_b"),
      checkpoint("chk_a"),
    ]);
    const verified = await store.verifyImport("shop", RUN.id, () => {});
    expect(verified).toMatchObject({ ok: true, records: 4, different: 0 });
    expect(verified.checksumOfSource).toBe(verified.checksumOfMemory);
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });

  it("undoes a run as if it had never happened", async () => {
    const { store } = opened();
    await store.addDecision({ decision: decision({ id: "dec_mine" }) }, act());
    await imported(store, [decided("dec_a"), linked("dec_a", "dec_mine", "supersedes"), checkpoint("chk_a")]);
    await store.finishImport("shop", RUN.id, act());
    expect((await store.findDecision("shop", "dec_mine"))?.standing).toBe("superseded");
    const { removed, run } = await store.undoImport("shop", RUN.id, act());
    expect(removed).toEqual({ decision: 1, memory: 1, link: 1, proposal: 0 });
    expect(run.state).toBe("undone");
    expect(await store.findDecision("shop", "old_dec_a")).toBeUndefined();
    expect((await store.findDecision("shop", "dec_mine"))?.standing).toBe("active");
    expect((await store.verifyAudit()).problem).toBeUndefined();
    await expect(store.undoImport("shop", RUN.id, act())).rejects.toMatchObject({ code: "conflict" });
  });

  it("takes the vectors of an undone run along, so that no later decision is found by one of them", async () => {
    const { store } = opened();
    const vector = new Float32Array(64).fill(0.125);
    const found = async () => {
      const query = {
        scope: "shop",
        text: textQuery("nothing like it"),
        meaning: { model: "made-up", vector },
      };
      return (await store.findCandidates({ ...query, perMethod: 10 })).candidates.map(({ id }) => id);
    };
    await store.activateModel("made-up");
    await imported(store, [decided("dec_a")]);
    await store.saveVectors("made-up", [{ id: "dec_a", vector }]);
    expect(await found()).toEqual(["dec_a"]);
    await store.undoImport("shop", RUN.id, act());
    await store.addDecision({ decision: decision({ id: "dec_later" }) }, act());
    expect(await found()).toEqual([]);
  });

  it("can import again what was undone", async () => {
    const { store } = opened();
    await imported(store, [decided("dec_a")]);
    await store.undoImport("shop", RUN.id, act());
    await store.beginImport({ ...RUN, id: "imp_2" }, act());
    const batch = { run: "imp_2", records: [decided("dec_a")], position: "1", counts: {} };
    expect(await store.writeImport("shop", batch, act())).toEqual(["added"]);
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });

  it("counts what was changed since", async () => {
    const { store } = opened();
    await imported(store, [decided("dec_a"), decided("dec_b"), linked("dec_a", "dec_b", "supersedes")]);
    expect(await store.changedSinceImport("shop", RUN.id)).toBe(0);
    await store.updateDecision("shop", "dec_a", { note: screened("Still right") }, act());
    expect(await store.changedSinceImport("shop", RUN.id)).toBe(1);
  });

  it("does not import again what was erased", async () => {
    const { store } = opened();
    await imported(store, [decided("dec_a"), decided("dec_b")]);
    await store.eraseDecision("shop", "dec_a", act());
    const another = {
      ...decided("dec_x"),
      decision: decision({ id: "dec_x", aliases: ["old_dec_a"] }),
    } as ImportedRecord;
    expect(await imported(store, [another])).toEqual(["erased"]);
  });

  it("refuses to continue a run that has ended or does not exist", async () => {
    const { store } = opened();
    await imported(store, [decided("dec_a")]);
    await store.finishImport("shop", RUN.id, act());
    await expect(imported(store, [decided("dec_b")])).rejects.toMatchObject({ code: "conflict" });
    await expect(store.undoImport("shop", "imp_9", act())).rejects.toMatchObject({ code: "not_found" });
    await expect(store.undoImport("elsewhere", RUN.id, act())).rejects.toMatchObject({ code: "not_found" });
  });

  it("exports everything in an order in which it can be imported again", async () => {
    const { store } = opened();
    await imported(store, twoLinkedAndACheckpoint());
    const kinds: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await store.exportRecords("shop", cursor, 2);
      kinds.push(...page.records.map(({ kind }) => kind));
      cursor = page.cursor;
      if (cursor === undefined) break;
    }
    expect(kinds).toEqual(["decision", "decision", "memory", "link"]);
  });
}
