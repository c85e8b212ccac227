import { expect, it } from "vitest";
import { readTally } from "../../../src/calibration/sql/tallies.ts";
import type { Relation } from "../../../src/decisions/rules/link.ts";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import type { ImportedRecord } from "../../../src/portability/rules/import-store.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { exportRecords } from "../../../src/portability/sql/exports.ts";
import { previewImport } from "../../../src/portability/sql/import-preview.ts";
import {
  beginImport,
  changedSinceImport,
  finishImport,
  readImports,
  takeBackImport,
  verifyImport,
  writeImport,
} from "../../../src/portability/sql/imports.ts";
import { activateModel, pendingEmbeddings, saveVectors } from "../../../src/recall/sql/embeddings.ts";
import { findCandidates } from "../../../src/recall/sql/search.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
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
  store: Memory,
  records: readonly ImportedRecord[],
  position = "1",
): Promise<readonly string[]> {
  if ((await readImports(store, "shop")).length === 0) await beginImport(store, RUN, act());
  return writeImport(
    store,
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
    const { memory: store } = opened();
    const records = [decided("dec_a"), decided("dec_b"), linked("old_dec_a", "dec_b"), checkpoint("chk_a")];
    expect(await previewImport(store, actor().author).add(records.slice(0, 2))).toEqual(["added", "added"]);
    expect(await imported(store, records)).toEqual(["added", "added", "added", "added"]);
    expect(await imported(store, records)).toEqual(["known", "known", "known", "known"]);
    expect((await findDecision(store, "shop", "old_dec_a"))?.id).toBe("dec_a");
  });

  it("keeps a batch, its position and its counts together", async () => {
    const { memory: store } = opened();
    await imported(store, [decided("dec_a")], "decisions.7");
    const again = await opened().reopen();
    expect((await readImports(again, "shop"))[0]).toMatchObject({
      state: "running",
      position: "decisions.7",
      counts: { read: 1, "decision.added": 1 },
    });
  });

  it("supersedes decisions by imported links, and refuses a cycle", async () => {
    const { memory: store } = opened();
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
    expect((await findDecision(store, "shop", "dec_b"))?.standing).toBe("superseded");
    expect((await findDecision(store, "shop", "dec_c"))?.standing).toBe("active");
  });

  it("counts an imported outcome in the calibration, without a confidence nobody stated", async () => {
    const { memory: store } = opened();
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
    const tally = await readTally(store, "shop", "database");
    expect(tally.outcomes).toBe(1);
    expect(tally.bins.every((bin) => bin.outcomes === 0)).toBe(true);
    expect((await historyOf(store, "dec_a")).outcomes[0]?.lessons).toEqual(["It was too slow"]);
    expect((await findDecision(store, "shop", "dec_a"))?.outcome?.status).toBe("failure");
  });

  it("counts the last of several imported outcomes by time, then by id, in whatever order they are listed", async () => {
    const { memory: store } = opened();
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
      expect((await findDecision(store, "shop", id))?.outcome?.id).toBe(last);
      expect((await historyOf(store, id)).outcomes.at(-1)?.id).toBe(last);
    }
    expect(await readTally(store, "shop")).toMatchObject({ outcomes: 2, score: 2 });
    expect(await verifyImport(store, "shop", RUN.id, () => {})).toMatchObject({ ok: true, records: 2 });
  });

  it("queues imported decisions and notes to be embedded", async () => {
    const { memory: store } = opened();
    await imported(store, [decided("dec_a"), decided("dec_b"), checkpoint("chk_a")]);
    expect(await pendingEmbeddings(store)).toBe(3);
  });

  it("verifies that what was read is what is stored", async () => {
    const { memory: store } = opened();
    await imported(store, [
      decided("dec_a"),
      decided("dec_b"),
      linked("dec_a", "dec_b"),
      checkpoint("chk_a"),
    ]);
    const verified = await verifyImport(store, "shop", RUN.id, () => {});
    expect(verified).toMatchObject({ ok: true, records: 4, different: 0 });
    expect(verified.checksumOfSource).toBe(verified.checksumOfMemory);
    expect((await verifyAudit(store)).problem).toBeUndefined();
  });

  it("undoes a run as if it had never happened", async () => {
    const { memory: store } = opened();
    await addDecision(store, { decision: decision({ id: "dec_mine" }) }, act());
    await imported(store, [decided("dec_a"), linked("dec_a", "dec_mine", "supersedes"), checkpoint("chk_a")]);
    await finishImport(store, "shop", RUN.id, act());
    expect((await findDecision(store, "shop", "dec_mine"))?.standing).toBe("superseded");
    const { removed, run } = await takeBackImport(store, "shop", RUN.id, act());
    expect(removed).toEqual({ decision: 1, memory: 1, link: 1, proposal: 0 });
    expect(run.state).toBe("undone");
    expect(await findDecision(store, "shop", "old_dec_a")).toBeUndefined();
    expect((await findDecision(store, "shop", "dec_mine"))?.standing).toBe("active");
    expect((await verifyAudit(store)).problem).toBeUndefined();
    await expect(takeBackImport(store, "shop", RUN.id, act())).rejects.toMatchObject({ code: "conflict" });
  });

  it("takes the vectors of an undone run along, so that no later decision is found by one of them", async () => {
    const { memory: store } = opened();
    const vector = new Float32Array(64).fill(0.125);
    const found = async () => {
      const query = {
        scope: "shop",
        text: textQuery("nothing like it"),
        meaning: { model: "made-up", vector },
      };
      return (await findCandidates(store, { ...query, perMethod: 10 })).candidates.map(({ id }) => id);
    };
    await activateModel(store, "made-up");
    await imported(store, [decided("dec_a")]);
    await saveVectors(store, "made-up", [{ id: "dec_a", vector }]);
    expect(await found()).toEqual(["dec_a"]);
    await takeBackImport(store, "shop", RUN.id, act());
    await addDecision(store, { decision: decision({ id: "dec_later" }) }, act());
    expect(await found()).toEqual([]);
  });

  it("can import again what was undone", async () => {
    const { memory: store } = opened();
    await imported(store, [decided("dec_a")]);
    await takeBackImport(store, "shop", RUN.id, act());
    await beginImport(store, { ...RUN, id: "imp_2" }, act());
    const batch = { run: "imp_2", records: [decided("dec_a")], position: "1", counts: {} };
    expect(await writeImport(store, "shop", batch, act())).toEqual(["added"]);
    expect((await verifyAudit(store)).problem).toBeUndefined();
  });

  it("counts what was changed since", async () => {
    const { memory: store } = opened();
    await imported(store, [decided("dec_a"), decided("dec_b"), linked("dec_a", "dec_b", "supersedes")]);
    expect(await changedSinceImport(store, "shop", RUN.id)).toBe(0);
    await writeDecisionChange(store, "shop", "dec_a", { note: screened("Still right") }, act());
    expect(await changedSinceImport(store, "shop", RUN.id)).toBe(1);
  });

  it("does not import again what was erased", async () => {
    const { memory: store } = opened();
    await imported(store, [decided("dec_a"), decided("dec_b")]);
    await eraseDecision(store, "shop", "dec_a", act());
    const another = {
      ...decided("dec_x"),
      decision: decision({ id: "dec_x", aliases: ["old_dec_a"] }),
    } as ImportedRecord;
    expect(await imported(store, [another])).toEqual(["erased"]);
  });

  it("refuses to continue a run that has ended or does not exist", async () => {
    const { memory: store } = opened();
    await imported(store, [decided("dec_a")]);
    await finishImport(store, "shop", RUN.id, act());
    await expect(imported(store, [decided("dec_b")])).rejects.toMatchObject({ code: "conflict" });
    await expect(takeBackImport(store, "shop", "imp_9", act())).rejects.toMatchObject({ code: "not_found" });
    await expect(takeBackImport(store, "elsewhere", RUN.id, act())).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("exports everything in an order in which it can be imported again", async () => {
    const { memory: store } = opened();
    await imported(store, twoLinkedAndACheckpoint());
    const kinds: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await exportRecords(store, "shop", cursor, 2);
      kinds.push(...page.records.map(({ kind }) => kind));
      cursor = page.cursor;
      if (cursor === undefined) break;
    }
    expect(kinds).toEqual(["decision", "decision", "memory", "link"]);
  });
}
