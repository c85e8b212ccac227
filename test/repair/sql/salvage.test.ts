import { readFileSync, writeFileSync } from "node:fs";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import type { Recovery } from "../../../src/repair/rules/memory-files.ts";
import { checkCoverage } from "../../../src/repair/sql/coverage.ts";
import { describeMemory } from "../../../src/repair/sql/describe-file.ts";
import { kindOfId } from "../../../src/repair/sql/known-records.ts";
import { salvageFile } from "../../../src/repair/sql/salvage-file.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import {
  type Damage,
  flippedBytes,
  HEADER,
  largerMemory,
  noise,
  PAGE,
  truncated,
  zeroedPages,
} from "../../support/damage.ts";
import { DAY } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const RUNS = SOAK ? 1_000 : 6;
const PATIENCE = SOAK ? 3_600_000 : 240_000;
const KINDS = { decision: "decisions", outcome: "outcomes", signal: "signals", link: "links" } as const;
const TABLES = { decision: "memories", outcome: "outcomes", signal: "signals", link: "links" } as const;
const ERASED = ["dec_n10", "dec_n11", "dec_n150"];

type Rows = ReadonlyMap<string, string>;

let sound: Buffer;
let original: Readonly<Record<keyof typeof TABLES, Rows>>;

/** What is said in the rows of a file, by id. The row number and what is derived do not matter. */
async function rowsIn(path: string): Promise<typeof original> {
  const read = (kind: keyof typeof TABLES): Promise<Rows> =>
    raw(path, (db) => {
      const rows = db.prepare(`SELECT * FROM ${TABLES[kind]}`).all() as Record<string, unknown>[];
      return new Map(
        rows
          .filter(({ id }) => kindOfId(id as string) === kind)
          .map(({ seq, counts, outcome, outcome_score, outcome_id, outcome_at, ...said }) => [
            said["id"] as string,
            JSON.stringify(said),
          ]),
      );
    });
  return {
    decision: await read("decision"),
    outcome: await read("outcome"),
    signal: await read("signal"),
    link: await read("link"),
  };
}

beforeAll(async () => {
  sound = await largerMemory();
  const folder = await temporaryFolder();
  writeFileSync(folder.file("membria.db"), sound);
  original = await rowsIn(folder.file("membria.db"));
  await folder.remove();
}, PATIENCE);

interface Salvaged {
  readonly recovery: Omit<Recovery, "setAside"> | undefined;
  readonly path: string;
}

async function salvaged(folder: TemporaryFolder, { name, damage }: Damage): Promise<Salvaged> {
  const [path, target] = [folder.file("damaged.db"), folder.file("recovered.db")];
  const bytes = damage(Buffer.from(sound));
  writeFileSync(path, bytes);
  const recovery = await salvageFile(path, target, DAY, () => {});
  expect(readFileSync(path).equals(bytes), `${name}: the damaged file is untouched`).toBe(true);
  return { recovery, path: target };
}

/** The recovered file opens, is in order, and has what the counts say, and nothing that was erased. */
async function expectTrueCounts(folder: TemporaryFolder, damage: Damage): Promise<void> {
  const { recovery, path } = await salvaged(folder, damage);
  if (!recovery) return;
  const memory = await openMemoryFile(path, silentLog);
  const { facts } = await describeMemory(memory);
  expect(facts["integrity"], damage.name).toBe("ok");
  await verifyAudit(memory);
  await memory.close();
  const rows = await rowsIn(path);
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    const counted = recovery.kinds.find((one) => one.kind === KINDS[kind]);
    const { recovered = 0, madeAgain = 0, lost = 0 } = counted ?? {};
    const there = rows[kind];
    const about = `${damage.name}, ${KINDS[kind]}`;
    expect(recovered + madeAgain, about).toBe(there.size);
    if (damage.alters) continue;
    for (const [id, row] of there) expect(row, `${about}, ${id}`).toBe(original[kind].get(id));
    const missing = original[kind].size - there.size;
    if (recovery.mayLackMore) expect(lost, about).toBeLessThanOrEqual(missing);
    else expect(lost, about).toBe(missing);
  }
  for (const id of ERASED) expect(rows.decision.has(id), `${damage.name}: ${id} was erased`).toBe(false);
}

async function checkEach(damages: readonly Damage[]): Promise<void> {
  for (const damage of damages) {
    const folder = await temporaryFolder();
    try {
      await expectTrueCounts(folder, damage);
    } finally {
      await folder.remove();
    }
  }
}

describe("What is salvaged of a damaged file is counted truly", () => {
  it("nothing is lost where nothing is damaged, and the log still verifies", async () => {
    const folder = await folderOfTest();
    const nothing: Damage = { name: "nothing", alters: false, damage: (bytes) => bytes };
    const { recovery, path } = await salvaged(folder, nothing);
    expect(recovery).toMatchObject({ mayLackMore: false, lostIds: [], alteredIds: [] });
    for (const { kind, lost } of recovery?.kinds ?? []) expect([kind, lost]).toEqual([kind, 0]);
    expect(await rowsIn(path)).toEqual(original);
    const memory = await openMemoryFile(path, silentLog);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    expect((await checkCoverage(memory)).uncovered).toEqual([]);
    await memory.close();
  });

  it("without a header, or with a wrong one, everything else is read", async () => {
    for (const damage of HEADER) {
      const folder = await temporaryFolder();
      const { recovery, path } = await salvaged(folder, damage);
      expect(recovery?.lostIds, damage.name).toEqual([]);
      expect((await rowsIn(path)).decision.size, damage.name).toBe(original.decision.size);
      await folder.remove();
    }
  });

  it(
    "when any page is zeroed",
    async () => {
      const pages = sound.length / PAGE;
      const step = SOAK ? 1 : Math.ceil(pages / 8);
      await checkEach(Array.from({ length: Math.ceil(pages / step) }, (_, n) => zeroedPages(1 + n * step)));
    },
    PATIENCE,
  );

  it(
    "when the file is truncated",
    () =>
      checkEach(
        [0, 1, 99, 100, 511, PAGE, PAGE * 3 + 7, sound.length >> 2, sound.length >> 1, sound.length - 1].map(
          truncated,
        ),
      ),
    PATIENCE,
  );

  it(
    "when bytes are flipped at random, or pages are overwritten",
    async () => {
      const flips = fc
        .array(fc.nat({ max: sound.length - 1 }), { minLength: 1, maxLength: 60 })
        .map(flippedBytes);
      const pages = sound.length / PAGE;
      const overwritten = fc
        .tuple(fc.integer({ min: 1, max: pages }), fc.integer({ min: 1, max: 255 }))
        .map(([page, value]) => noise(page, value));
      const several = fc
        .uniqueArray(fc.integer({ min: 1, max: pages }), { minLength: 2, maxLength: 12 })
        .map((chosen) => zeroedPages(...chosen));
      await fc.assert(
        fc.asyncProperty(fc.oneof(flips, overwritten, several), (damage) => checkEach([damage])),
        { numRuns: RUNS },
      );
    },
    PATIENCE,
  );
});

describe("What is lost", () => {
  it("is made again where the log has it whole: links", async () => {
    const folder = await folderOfTest();
    const pages = await pagesOf("links");
    const { recovery, path } = await salvaged(folder, zeroedPages(...pages));
    const links = recovery?.kinds.find(({ kind }) => kind === "links");
    expect(links).toMatchObject({ recovered: 0, madeAgain: original.link.size, lost: 0 });
    expect(await rowsIn(path)).toEqual(original);
  });

  it("is named where the log only points at it: decisions, with what depended on them", async () => {
    const folder = await folderOfTest();
    const pages = await pagesOf("memories");
    const { recovery, path } = await salvaged(folder, zeroedPages(...pages.slice(0, 6)));
    const decisions = recovery?.kinds.find(({ kind }) => kind === "decisions");
    expect(decisions?.lost).toBeGreaterThan(0);
    expect(recovery?.lostIds[0]).toMatch(/^(?:dec|out|sig|lnk|chk|ins|ctx)_/);
    const memory = await openMemoryFile(path, silentLog);
    expect((await verifyAudit(memory)).problem, "a gap is reported").toContain(
      "is gone without having been erased",
    );
    await memory.close();
  });

  it("of the log itself is a gap that stays visible", async () => {
    const folder = await folderOfTest();
    const [first] = await pagesOf("audit");
    const { recovery, path } = await salvaged(folder, zeroedPages(first as number));
    const log = recovery?.kinds.find(({ kind }) => kind === "entries of the log");
    expect(log?.lost).toBeGreaterThan(0);
    const memory = await openMemoryFile(path, silentLog);
    expect((await verifyAudit(memory)).problem).toMatch(/is missing|was changed/);
    await memory.close();
    expect((await rowsIn(path)).decision.size, "the decisions do not need the log").toBe(
      original.decision.size,
    );
  });

  it("does not come back from pages that were given free, even if they were not overwritten", async () => {
    const folder = await folderOfTest();
    const path = folder.file("membria.db");
    writeFileSync(path, sound);
    await raw(path, (db) =>
      db.exec(`PRAGMA secure_delete = OFF; PRAGMA foreign_keys = OFF;
        DROP TRIGGER notes_text_gone; DELETE FROM signals`),
    );
    await salvageFile(path, folder.file("recovered.db"), DAY, () => {});
    expect((await rowsIn(folder.file("recovered.db"))).signal.size).toBe(0);
  });

  it("is not made of a part of the log that makes no sense any more", async () => {
    const folder = await folderOfTest();
    const pointer = sound.indexOf('{"row":"out_made');
    const { recovery, path } = await salvaged(folder, flippedBytes([pointer + 3]));
    expect(recovery?.lostIds).toEqual([]);
    const memory = await openMemoryFile(path, silentLog);
    expect((await verifyAudit(memory)).problem).toMatch(/^what entry \d+ wrote was changed$/);
    await memory.close();
    const damaged = await openMemoryFile(folder.file("damaged.db"), silentLog);
    expect((await verifyAudit(damaged)).problem).toMatch(/^outcome \S+ was changed after it was written$/);
    await damaged.close();
  });

  it("is an altered text where a byte of it was flipped", async () => {
    const folder = await folderOfTest();
    const at = sound.indexOf("Reason number 77");
    const { recovery } = await salvaged(folder, flippedBytes([at + 1]));
    expect(recovery?.alteredIds).toEqual(["dec_n77"]);
  });
});

/** The leaf pages of a table in the sound file. */
async function pagesOf(table: string): Promise<number[]> {
  const folder = await temporaryFolder();
  const path = folder.file("membria.db");
  writeFileSync(path, sound);
  const pages = await raw(path, (db) =>
    db
      .prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno")
      .all(table)
      .map((row) => Number((row as { pageno: number }).pageno)),
  );
  await folder.remove();
  return pages;
}
