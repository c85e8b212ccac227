import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type Run, runProgram } from "../support/command-line.ts";
import {
  type Damage,
  flippedBytes,
  HEADER,
  largerMemory,
  noise,
  PAGE,
  truncated,
  zeroedPages,
} from "../support/damage.ts";
import { folderOfTest } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { startServer } from "../support/stdio-client.ts";
import type { TemporaryFolder } from "../support/temporary-folder.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const PATIENCE = SOAK ? 1_800_000 : 240_000;
const OLDER_COPY = "membria.db.v12.bak";

let sound: Buffer;
beforeAll(async () => {
  sound = await largerMemory();
}, PATIENCE);

interface Home {
  readonly folder: TemporaryFolder;
  readonly env: Record<string, string>;
  run(...argv: string[]): Promise<Run>;
}

async function homeWith(files: Readonly<Record<string, Buffer>>): Promise<Home> {
  const folder = await folderOfTest();
  const env = {
    MEMBRIA_HOME: folder.path,
    MEMBRIA_PROJECT: "shop",
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_LOG_LEVEL: "error",
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(folder.file(name), bytes, { mode: 0o600 });
  return { folder, env, run: (...argv) => runProgram(argv, { env }) };
}

const damaged = ({ damage }: Damage): Promise<Home> => homeWith({ "membria.db": damage(Buffer.from(sound)) });

/** A sentence for a person: no trace of the program's insides, and none of the driver's words. */
function expectSentence({ out, err }: Run, about: string): void {
  for (const text of [out, err]) {
    expect(text, about).not.toMatch(/^\s+at /m);
    expect(text, about).not.toMatch(/Something went wrong|malformed|SQLITE_|ERR_|not a database|Error:/);
  }
}

const actionsIn = (path: string): Promise<unknown[]> =>
  raw(path, (db) =>
    db
      .prepare("SELECT action FROM audit")
      .all()
      .map((row) => (row as { action: string }).action),
  );

const pagesFrom = (share: number): number => Math.floor((sound.length / PAGE) * share) + 1;

describe("A damaged memory file", () => {
  it(
    "is answered with a sentence by every command, wherever it is damaged",
    async () => {
      const damages: Damage[] = [
        ...HEADER,
        truncated(50),
        truncated(PAGE * 9 + 100),
        zeroedPages(1),
        ...[0.1, 0.3, 0.5, 0.7, 0.9].map((share) => zeroedPages(pagesFrom(share))),
        noise(pagesFrom(0.4), 77),
        flippedBytes(Array.from({ length: 300 }, (_, n) => (n * 7_919 * 13) % sound.length)),
      ];
      for (const damage of SOAK ? damages : damages.filter((_, n) => n % 4 === 0)) {
        const { run } = await damaged(damage);
        for (const argv of [["list"], ["search", "orders"], ["decide", "Keep it"], ["stats"]]) {
          const found = await run(...argv);
          expectSentence(found, `${damage.name}: ${argv.join(" ")}`);
          if (found.code !== 0)
            expect(found.err, damage.name).toMatch(/membria doctor|not a Membria memory|newer Membria/);
        }
        for (const argv of [["doctor"], ["recover"]]) {
          expectSentence(await run(...argv), `${damage.name}: ${argv.join(" ")}`);
        }
      }
    },
    PATIENCE,
  );

  it(
    "is recognised where SQLite reads the row, but what is in it makes no sense",
    async () => {
      const body = sound.indexOf('{"schema_version":1,"reasoning":"Reason number 77.');
      const { run } = await damaged(flippedBytes([body]));
      const { code, err } = await run("show", "dec_n77");
      expect(code).toBe(6);
      expect(err).toMatch(/membria\.db is damaged\.\n`membria doctor` says/);
      expect((await run("show", "dec_n78")).code).toBe(0);
    },
    PATIENCE,
  );

  it(
    "is examined by doctor, which names the damage, the copies and the ways back, and changes nothing",
    async () => {
      const bytes = zeroedPages(pagesFrom(0.5), pagesFrom(0.6)).damage(Buffer.from(sound));
      const { run, folder } = await homeWith({
        "membria.db": bytes,
        [OLDER_COPY]: sound,
        "membria.db.v11.bak": sound.subarray(0, 5_000),
      });
      const { code, out } = await run("doctor");
      expect(code).toBe(1);
      expect(out).toContain("is damaged");
      expect(out).toMatch(/Damaged (?:tables|indexes): /);
      expect(out).toMatch(/\d of \d+ pages are damaged: \d+/);
      expect(out).toMatch(/membria\.db\.v12\.bak: of \d{4}-\d\d-\d\d \d\d:\d\d, in order, 306 decisions/);
      expect(out).toMatch(/membria\.db\.v11\.bak: of .*, (?:cannot be opened|damaged)/);
      expect(out).toMatch(/membria recover --from \S*membria\.db\.v12\.bak/);
      const json = JSON.parse((await run("doctor", "--json")).out);
      expect(json.damage).toMatchObject({ state: "damaged", copies: [{ whole: expect.any(Boolean) }, {}] });
      expect(readFileSync(folder.file("membria.db")).equals(bytes)).toBe(true);
    },
    PATIENCE,
  );

  it(
    "is recovered only with --yes, keeps the damaged file, and opens again",
    async () => {
      const bytes = zeroedPages(1).damage(Buffer.from(sound));
      const { run, folder } = await homeWith({ "membria.db": bytes });
      const shown = await run("recover");
      expect(shown).toMatchObject({ code: 0, err: "" });
      expect(shown.out).toMatch(/^decisions +306 read/m);
      expect(shown.out).toContain("Nothing was changed.");
      expect(readdirSync(folder.path)).toEqual(["membria.db"]);

      const done = await run("recover", "--yes");
      expect(done).toMatchObject({ code: 0, err: "" });
      expect(done.out).toContain("The damaged file is now ");
      expect(readFileSync(folder.file("membria.db.damaged")).equals(bytes)).toBe(true);
      const { code, out } = await run("doctor");
      expect(out).toMatch(/✓ memory .*decisions 306/);
      expect(out).toMatch(/✓ audit /);
      expect(code).toBe(0);
      expect(await actionsIn(folder.file("membria.db"))).toContain("memory.recovered");
      const again = await run("recover");
      expect(again.code).toBe(4);
      expect(again.err).toContain("nothing to recover");
    },
    PATIENCE,
  );

  it(
    "is replaced by a copy in one command, which asks first and keeps both",
    async () => {
      const bytes = truncated(PAGE).damage(Buffer.from(sound));
      const { run, folder } = await homeWith({ "membria.db": bytes, [OLDER_COPY]: sound });
      const copy = folder.file(OLDER_COPY);
      const asked = await run("recover", "--from", copy);
      expect(asked.out).toContain(`membria recover --from ${copy} --yes`);
      expect(readFileSync(folder.file("membria.db")).equals(bytes)).toBe(true);
      const done = await run("recover", "--from", copy, "--yes");
      expect(done).toMatchObject({ code: 0, err: "" });
      expect(readFileSync(folder.file("membria.db.damaged")).equals(bytes)).toBe(true);
      expect(readFileSync(copy).equals(sound)).toBe(true);
      expect((await run("list", "--json")).code).toBe(0);
      const damagedCopy = await run("recover", "--from", folder.file("membria.db.damaged"), "--yes");
      expect(damagedCopy.code).toBe(4);
      expect(damagedCopy.err).toContain("Nothing was changed");
    },
    PATIENCE,
  );

  it(
    "is not replaced while a client has it open",
    async () => {
      const { run, env, folder } = await homeWith({ "membria.db": sound, [OLDER_COPY]: sound });
      const server = startServer({ env });
      await server.initialize();
      const refused = await run("recover", "--from", folder.file(OLDER_COPY), "--yes");
      expect(refused.code).toBe(6);
      expect(refused.err).toContain("Another process has the memory file");
      expect(
        readdirSync(folder.path).filter((name) => name.includes("damaged") || name.includes("tmp")),
      ).toEqual([]);
      await server.close();
      expect((await run("recover", "--from", folder.file(OLDER_COPY), "--yes")).code).toBe(0);
    },
    PATIENCE,
  );

  it(
    "is told to a client in every answer, until it is back",
    async () => {
      const { run, env } = await damaged(zeroedPages(1));
      const server = startServer({ env });
      expect((await server.initialize())?.result).toBeDefined();
      const refused = await server.request("tools/call", {
        name: "search_decisions",
        arguments: { query: "orders" },
      });
      expect(refused?.result).toMatchObject({ isError: true });
      expect(JSON.stringify(refused)).toMatch(/is damaged\. Ask the person to run: membria doctor/);
      const read = await server.request("resources/read", { uri: "membria://decisions/due" });
      expect(read?.error?.message).toContain("is damaged");
      expect(server.stderr()).not.toMatch(/ {4}at /);
      expect((await run("recover", "--yes")).code).toBe(0);
      expect(await server.call("search_decisions", { query: "orders" })).toBeDefined();
      expect(await server.close()).toBe(0);
    },
    PATIENCE,
  );
});

describe("A memory file that is gone, or empty, beside what is left of it", () => {
  it.each([
    ["missing", {}],
    ["empty", { "membria.db": Buffer.alloc(0) }],
  ])(
    "(%s) is not silently a new memory",
    async (what, files) => {
      const { run, env, folder } = await homeWith({ ...files, [OLDER_COPY]: sound });
      const memories = (): string[] =>
        readdirSync(folder.path).filter((name) => name.startsWith("membria.db"));
      const before = memories();
      for (const argv of [["list"], ["decide", "Begin anew"]]) {
        const { code, err } = await run(...argv);
        expect(code).toBe(4);
        expect(err).toContain(`is ${what}, but there is ${OLDER_COPY} beside it`);
        expect(err).toContain("membria recover");
        expect(err).toContain("move those files away");
      }
      const server = startServer({ env });
      await server.initialize();
      const refused = await server.request("tools/call", {
        name: "search_decisions",
        arguments: { query: "a" },
      });
      expect(JSON.stringify(refused)).toContain(`is ${what}`);
      await server.close();
      expect(memories()).toEqual(before);

      expect((await run("doctor")).out).toContain(`is ${what}`);
      expect((await run("recover")).out).toContain("Nothing was changed.");
      expect((await run("recover", "--yes")).code).toBe(0);
      expect((await run("doctor")).out).toContain("decisions 306");
    },
    PATIENCE,
  );

  it("is salvaged from its write-ahead log", async () => {
    const { run, env, folder } = await homeWith({});
    const server = startServer({ env });
    await server.initialize();
    const captured = await server.call("membria_capture_decision", {
      statement: "Keep the orders in Postgres",
      alternatives: ["MySQL"],
      confidence: 0.8,
    });
    const log = readFileSync(folder.file("membria.db-wal"));
    const file = readFileSync(folder.file("membria.db"));
    await server.kill();
    const { run: recover, folder: other } = await homeWith({
      "membria.db": zeroedPages(1).damage(file),
      "membria.db-wal": log,
    });
    expect((await recover("recover", "--yes")).out).toMatch(/^decisions +1 read/m);
    expect((await recover("show", captured["decision_id"] as string)).out).toContain(
      "Keep the orders in Postgres",
    );
    expect(existsSync(other.file("membria.db.damaged-wal"))).toBe(true);
    expect((await run("list")).code).toBe(0);
  });

  it("a new memory needs nothing of this", async () => {
    const { run, folder } = await homeWith({});
    expect((await run("list")).code).toBe(0);
    expect(readdirSync(folder.path)).toEqual(["membria.db"]);
  });
});
