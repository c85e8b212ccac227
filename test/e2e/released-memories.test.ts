import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { PortableRecord } from "../../src/portability/operations/portable-records.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { commandLineOn, runProgram, type TestCommandLine } from "../support/command-line.ts";
import { folderOfTest, openMemory } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { expectSameWhenReplayed } from "../support/replayed.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));
/** Made from other tables, and made anew when they are: the index of words. */
const INDEX_OF_WORDS = /_text(?:_|$)/;
/** Tables that a later format has put elsewhere, with the reason. What became of their rows needs a test of its own. */
const MOVED_TABLES: Readonly<Record<string, string>> = {
  audit_head: "It moves with every entry, and the upgrade adds some.",
  tally_bins:
    "Outcomes are summed by author as well. That the sums follow from the outcomes is tested with the other tallies.",
  tally_spans: "Outcomes are summed by time in tally_times, because row numbers only say what arrived first.",
};
/**
 * What differs in its last digits since values are rounded to 2⁻³² before they are summed, so that the sums do not depend
 * on an order: the variance, which is reported with all its digits.
 */
const ROUNDED = { answers: ["calibration"], digits: 8 };
/** What a calibration says about confidence. Since 0.3.0 it follows from the recommended confidence. */
const JUDGED = ["status", "recommendation", "recommended_confidence", "overall_calibration"];

/** What is said about a skill, and how sure it is, is told in other words and figures since 0.3.0, and sorted by them. */
const REDESCRIBED = ["confidence", "recommendation", "when_to_use", "antipattern"];
/** After a rebuild a decision that replaced another is no longer in its group. This is the only skill with one. */
const REGROUPED = {
  skill: /^sk_0mdu0uq/,
  fields: ["evidence", "severity", "success_rate", "total_outcomes", "because", "outcomes", "transitions"],
};

/** In the memories of these releases it then has fewer outcomes than a skill needs. */
const DISSOLVED = ["0.2.1"];

/** Answers that changed on purpose, by release and project: the fields that say something else now, and why. */
const CHANGED_ANSWERS: Readonly<Record<string, { readonly because: string; readonly now: Json }>> = {
  "0.1.0, warehouse: calibration": {
    because: "These outcomes were imported in another order than that of their times, which counts now.",
    now: { trend: "stable", last_updated: "2025-06-23T08:00:00.000Z" },
  },
};

/** These releases did not export what was asked about. */
const WITHOUT_GUIDANCE = ["0.1.0", "0.2.0"];

/** The program is started several times. */
const PATIENCE = 240_000;

type Json = Readonly<Record<string, unknown>>;

/** What the release that wrote a memory said about it; `scripts/memory-fixture.mjs` wrote it down. */
interface Said {
  readonly version: string;
  readonly asked_at: string;
  readonly doctor: { readonly ok: boolean; readonly audit: { readonly found: string } };
  readonly search: { readonly project: string; readonly words: string; readonly finds: string };
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly answers: readonly { readonly project: string; readonly ask: string[]; readonly answer: Json }[];
  readonly exports: Readonly<Record<string, Exported>>;
}

interface Doctor {
  readonly checks: readonly { readonly name: string; readonly ok: boolean }[];
}

interface Exported {
  readonly records: readonly (Json & {
    readonly kind: string;
    readonly memory?: { readonly type: string };
  })[];
}

/** Guidance is exported to be read, and nothing imports it. */
const readBack = (record: Exported["records"][number]): unknown =>
  record.kind === "guidance" ? record : JSON.parse(JSON.stringify(PortableRecord.parse(record)));

/** Names of people stand apart since 0.2.0. That they are still known is shown by the exports. */
const withoutPeople = ({ author, person: _, body, context_hash, ...row }: Json): Json => ({
  ...row,
  ...(row["author_kind"] !== "human" && { author }),
  // The hashes of notes had the name in them.
  ...(row["type"] === "decision" && { context_hash }),
  ...(!String(body).includes('"human"') && { body }),
});
/** The same value with other values of the fields that have changed, wherever they are. */
function withChanged(value: unknown, now: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => withChanged(one, now));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name in now ? now[name] : withChanged(one, now)]),
  );
}

/** The answer of a release, as far as it has to be the same now. */
function expected(
  version: string,
  project: string,
  ask: readonly string[],
  answer: Json,
  compared: (answer: Json) => Json = (same) => same,
): object {
  const changed = CHANGED_ANSWERS[`${version}, ${project}: ${ask[0]}`];
  const then = compared(withChanged(answer, changed?.now ?? {}) as Json);
  return ROUNDED.answers.includes(ask[0] ?? "") ? nearly(without(JUDGED, then)) : then;
}

function without(names: readonly string[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => without(names, one));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, without(names, one)]));
}

/** Skills, in a list by their id, with what is to be the same; any other answer as it is. */
function comparable(answer: Json, isRebuilt: boolean, isDissolved = (_id: unknown): boolean => false): Json {
  const same = (skill: Json): Json => {
    const isRegrouped = isRebuilt && REGROUPED.skill.test(String(skill["skill_id"]));
    return without([...REDESCRIBED, ...(isRegrouped ? REGROUPED.fields : [])], skill) as Json;
  };
  if ("skill_id" in answer) return same(answer);
  const { skills, antipatterns, ...rest } = answer;
  if (!Array.isArray(skills) || !Array.isArray(antipatterns)) return answer;
  const byId = (list: readonly Json[]): Json =>
    Object.fromEntries(
      list.filter(({ skill_id }) => !isDissolved(skill_id)).map((one) => [one["skill_id"], same(one)]),
    );
  return { ...rest, skills: byId(skills), antipatterns: byId(antipatterns) };
}

/** Matches the same value with slightly other numbers. */
function nearly(value: unknown): object {
  if (typeof value === "number") return expect.closeTo(value, ROUNDED.digits) as object;
  if (Array.isArray(value)) return value.map(nearly);
  if (typeof value !== "object" || value === null) return value as object;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, nearly(one)]));
}

/** Other sentences of a reply may have changed since. */
const withoutNotices = ({ notices: _, ...answer }: Json): Json => answer;

/** A rebuilt skill is as old as its outcome, which is a moment older than the reply to it. */
const toTheSecond = (answer: Json): Json =>
  JSON.parse(JSON.stringify(answer).replace(/(T\d\d:\d\d:\d\d)\.\d{3}Z/g, "$1Z")) as Json;

const releases = (await readdir(FIXTURES)).filter((name) => name.endsWith(".db"));

it("There is a memory of every release, with the answers of that release", async () => {
  const changes = await readFile(new URL("../../CHANGELOG.md", import.meta.url), "utf8");
  const versions = [...changes.matchAll(/^## (\d+\.\d+\.\d+)$/gm)].map(([, version]) => version);
  expect(versions).toContain("0.1.0");
  const needed = versions.flatMap((version) => [`memory-${version}.db`, `memory-${version}.json`]);
  expect(await readdir(FIXTURES)).toEqual(expect.arrayContaining(needed));
});

type Rows = readonly Record<string, unknown>[];

/** Tables in which an upgrade adds rows between those that were there, and the key of their rows. */
const ADDED_BETWEEN: Readonly<Record<string, string>> = {
  embedding_queue: "memory",
  sqlite_sequence: "name",
};

function stillThere(table: string, before: Rows, after: Rows): Rows {
  const key = ADDED_BETWEEN[table];
  if (key === undefined) return after.slice(0, before.length);
  return after.filter((row) => before.some((one) => one[key] === row[key]));
}

describe.each(releases)("%s", (name) => {
  const release = name.replace(/^memory-|\.db$/g, "");

  it("keeps every row that was in it when it is opened", async () => {
    const { path } = await openMemory(undefined, await released());
    const before = await rowsIn((await released()).path);
    const after = await rowsIn(path);
    for (const [table, rows] of before) {
      if (table in MOVED_TABLES) continue;
      // The upgrade adds entries to the log, after those that were there, and queues what was not embedded until now.
      const now = stillThere(table, rows, after.get(table) ?? []);
      expect(now.map(withoutPeople), table).toMatchObject(rows.map(withoutPeople));
    }
  });

  it("exports all that it exported then, with every field", async () => {
    const { exports } = await said();
    const { exportOf } = await open();
    for (const [project, then] of Object.entries(exports)) {
      const now = await exportOf(project);
      expect(now.records, project).toHaveLength(then.records.length);
      // Later formats store some records differently, but they have to read back the same.
      expect(now.records.map(readBack), project).toMatchObject(then.records.map(readBack));
    }
  });

  it("holds as many records of each kind in each project", async () => {
    const { counts } = await said();
    const { exportOf } = await open();
    for (const [project, then] of Object.entries(counts)) {
      expect(countKinds(await exportOf(project)), project).toEqual(then);
    }
  });

  it("gives the same answers: calibrations, links, proposals, skills, imports, keys and what is due", async () => {
    const { version, answers } = await said();
    const { lineIn } = await open();
    for (const { project, ask, answer } of answers) {
      const { out, err } = await lineIn(project).run(...ask, "--json");
      expect(err, ask.join(" ")).toBe("");
      const compared = (one: Json): Json => comparable(one, false);
      expect(compared(JSON.parse(out)), `${project}: membria ${ask.join(" ")}`).toMatchObject(
        expected(version, project, ask, withoutNotices(answer), compared),
      );
    }
  });

  it("gives the same answers after it was rebuilt", async () => {
    const { version, answers, search } = await said();
    const { lineIn } = await open();
    const rebuilt = JSON.parse(
      (await lineIn(search.project).run("doctor", "--rebuild", "--json")).out,
    ) as Json;
    const nothing = { mended: 0 };
    // Outcomes that came with an import are learned from only now, so there may be more skills.
    expect(rebuilt["rebuilt"]).toMatchObject({
      words: nothing,
      outcomes: nothing,
      tallies: nothing,
      vectors: nothing,
    });
    const isDissolved = (id: unknown): boolean =>
      DISSOLVED.includes(version) && REGROUPED.skill.test(String(id));
    for (const { project, ask, answer } of answers.filter((one) => !isDissolved(one.ask.at(-1)))) {
      const { out } = await lineIn(project).run(...ask, "--json");
      const compared = (one: Json): Json => comparable(toTheSecond(one), true, isDissolved);
      expect(compared(JSON.parse(out)), `${project}: membria ${ask.join(" ")}`).toMatchObject(
        expected(version, project, ask, withoutNotices(answer), compared),
      );
    }
  });

  it("has a complete audit log that goes on from the same head", async () => {
    const { doctor } = await said();
    const { memory: store, path } = await openMemory(undefined, await released());
    expect((await verifyAudit(store)).problem).toBeUndefined();
    const [, entries] = /(\d+) entries/.exec(doctor.audit.found) ?? [];
    const last = await raw(path, (db) =>
      db.prepare("SELECT hash FROM audit WHERE seq = ?").get(Number(entries)),
    );
    expect(doctor.audit.found).toContain(String(last?.["hash"]).slice(0, 16));
  });

  it("says the same when all its changes are made again in an empty memory", async () => {
    const { memory: store, path } = await openMemory(undefined, await released());
    expect((await verifyAudit(store)).problem).toBeUndefined();
    await expectSameWhenReplayed(path);
  });

  it(
    "can be worked with: a decision is found by its words, and a new one and its outcome are kept",
    async () => {
      const { exports, search, asked_at } = await said();
      const { path } = await released();
      const env = {
        MEMBRIA_DB_PATH: path,
        MEMBRIA_HOME: join(path, ".."),
        MEMBRIA_PROJECT: search.project,
        MEMBRIA_EMBEDDING: "off",
        MEMBRIA_LOG_LEVEL: "error",
      };
      const json = async (...argv: string[]): Promise<Json> => {
        const { code, out, err } = await runProgram([...argv, "--json"], { env });
        expect(code, err).toBe(0);
        return JSON.parse(out) as Json;
      };
      expect(JSON.stringify(await json("search", search.words))).toContain(search.finds);
      expect(
        await json("outcome", search.finds, "failure", "--lesson", "Another browser forgot it"),
      ).toMatchObject({
        decision_id: search.finds,
      });
      const captured = await json("decide", "Keep the baskets of guests on paper", "--confidence", "0.3");
      expect(await json("outcome", String(captured["decision_id"]), "success")).toBeDefined();
      const doctor = JSON.parse((await runProgram(["doctor", "--json"], { env })).out) as Doctor;
      // The keys of a team are in files beside the memory.
      expect(doctor.checks.filter(({ name: check, ok }) => !ok && check !== "team")).toEqual([]);

      const memory = await openMemory(undefined, { path, now: new Date(asked_at) });
      const now = await exportFrom(commandLineOn(memory, search.project), release);
      const then = exports[search.project]?.records.filter(({ kind }) => kind === "decision").length ?? 0;
      expect(countKinds(now)["decision"]).toBe(then + 1);
      expect((await verifyAudit(memory)).problem).toBeUndefined();
    },
    PATIENCE,
  );

  const said = async (): Promise<Said> =>
    JSON.parse(await readFile(join(FIXTURES, name.replace(/\.db$/, ".json")), "utf8")) as Said;

  /** A copy, and the time of the release's answers, because what is due and aged depends on it. */
  async function released(): Promise<{ path: string; now: Date }> {
    const path = (await folderOfTest()).file("membria.db");
    await copyFile(join(FIXTURES, name), path);
    return { path, now: new Date((await said()).asked_at) };
  }

  async function open() {
    const memory = await openMemory(undefined, await released());
    const lineIn = (project: string): TestCommandLine => commandLineOn(memory, project);
    return { lineIn, exportOf: (project: string) => exportFrom(lineIn(project), release) };
  }
});

async function exportFrom({ run }: TestCommandLine, version: string): Promise<Exported> {
  const file = (await folderOfTest()).file("export.json");
  const { code, err } = await run("export", "json", file);
  expect(code, err).toBe(0);
  const exported = JSON.parse(await readFile(file, "utf8")) as Exported;
  if (!WITHOUT_GUIDANCE.includes(version)) return exported;
  return { ...exported, records: exported.records.filter(({ kind }) => kind !== "guidance") };
}

function countKinds({ records }: Exported): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { outcomes: 0, signals: 0, files: 0 };
  const add = (kind: string, n: number): void => {
    counts[kind] = (counts[kind] ?? 0) + n;
  };
  for (const record of records) {
    add(record.memory?.type ?? record.kind, 1);
    for (const part of ["outcomes", "signals", "files"]) {
      add(part, (record[part] as readonly unknown[] | undefined)?.length ?? 0);
    }
  }
  return counts;
}

/** The rows of each table, as any program would read them. */
function rowsIn(path: string): Promise<ReadonlyMap<string, readonly Json[]>> {
  return raw(path, (db) => {
    const tables = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .all()
      .map(({ name }) => name as string);
    return new Map(
      tables
        .filter((table) => !INDEX_OF_WORDS.test(table))
        .map((table) => [table, db.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all() as Json[]]),
    );
  });
}
