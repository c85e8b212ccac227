import { setImmediate as tick, setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sqliteDecisions } from "../../../../src/adapters/sqlite/decisions/decisions.ts";
import { connect } from "../../../../src/adapters/sqlite/shared/connection.ts";
import { openSqliteStore } from "../../../../src/adapters/sqlite/store.ts";
import type { Store } from "../../../../src/domain/store.ts";
import { act, decision } from "../../../support/decisions.ts";
import { matchWords } from "../../../support/match-words.ts";
import { silentLog } from "../../../support/silent-log.ts";
import { type StdioClient, startServer } from "../../../support/stdio-client.ts";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporary-folder.ts";
import { holdWriteLock } from "../../../support/write-lock.ts";

const LOCKED_MS = 2_000;
const PROMPT_MS = 50;
/** A machine that is busy with something else may be late once; a driver that waits is late every time. */
const AGAIN = { retry: 3 };

let folder: TemporaryFolder;
let path: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = folder.file("membria.db");
});
afterEach(() => folder.remove());

/** The longest that `work` took, over and over until `end`. */
async function slowest(end: Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  let ended = false;
  const stop = (): void => {
    ended = true;
  };
  end.then(stop, stop);
  let worst = 0;
  while (!ended) {
    const started = performance.now();
    await work();
    worst = Math.max(worst, performance.now() - started);
    await wait(5);
  }
  return worst;
}

describe("While another process holds the write lock", () => {
  let store: Store;
  beforeEach(async () => {
    store = await openSqliteStore(path, silentLog);
    await store.addDecision({ decision: decision({ id: "dec_there", statement: "A zebra" }) }, act());
  });
  afterEach(() => store.close());

  it("reads and the event loop answer within 50 ms, and the write succeeds afterwards", AGAIN, async () => {
    const id = `dec_late${Math.trunc(performance.now())}`;
    const lock = await holdWriteLock(path, LOCKED_MS);
    const started = performance.now();
    const write = store.addDecision({ decision: decision({ id }) }, act());
    const [reads, ticks] = await Promise.all([
      slowest(write, async () => {
        expect((await store.findDecision("shop", "dec_there"))?.id).toBe("dec_there");
        await store.listDecisions({ scope: "all" }, 10);
        await matchWords(store, "shop", "zebra", 10);
        await store.position();
      }),
      slowest(write, () => tick()),
    ]);
    expect((await write).decision.id).toBe(id);
    expect(performance.now() - started).toBeGreaterThan(LOCKED_MS * 0.75);
    expect(reads).toBeLessThan(PROMPT_MS);
    expect(ticks).toBeLessThan(PROMPT_MS);
    expect((await store.findDecision("shop", id))?.id).toBe(id);
    expect(await lock.released).toBe(0);
  });

  it("a file that is locked even for reading is waited for, with every kind of statement", async () => {
    const connection = await connect(folder.file("not-in-wal-mode.db"));
    await connection.write((sql) => sql.script("CREATE TABLE one (a); INSERT INTO one VALUES (1)"));
    for (const statement of ["SELECT a FROM one", "PRAGMA user_version", "PRAGMA journal_mode = WAL"]) {
      const lock = await holdWriteLock(folder.file("not-in-wal-mode.db"), 200, "EXCLUSIVE");
      expect(await connection.outside(statement)).toHaveLength(1);
      await lock.released;
    }
    await connection.close();
  });

  it("several writes that wait succeed afterwards, in the order they came", async () => {
    const lock = await holdWriteLock(path, 300);
    const ids = ["dec_first", "dec_second", "dec_third"];
    await Promise.all(ids.map((id) => store.addDecision({ decision: decision({ id }) }, act())));
    expect((await store.changesAfter(1, 10)).map(({ subject }) => subject)).toEqual(ids);
    await lock.released;
  });

  it("a second process can be started and its memory opened", async () => {
    const lock = await holdWriteLock(path, 500);
    const second = await openSqliteStore(path, silentLog);
    expect((await second.findDecision("shop", "dec_there"))?.id).toBe("dec_there");
    await second.close();
    await lock.released;
  });

  it("past the deadline every write that waits is refused with a time to try again, and nothing is written", async () => {
    const impatient = await connect(path, { deadlineMs: 250 });
    const decisions = sqliteDecisions(impatient);
    const lock = await holdWriteLock(path, 1_500);
    const started = performance.now();
    const refused = await Promise.allSettled(
      ["dec_one", "dec_two", "dec_three"].map((id) =>
        decisions.addDecision({ decision: decision({ id }) }, act()),
      ),
    );
    expect(performance.now() - started, "they wait together, not one after the other").toBeLessThan(600);
    for (const one of refused) {
      expect(one).toMatchObject({
        status: "rejected",
        reason: {
          name: "Fault",
          code: "unavailable",
          reason: "store_busy",
          retryAfter: 1,
          hint: expect.stringContaining("Nothing was written"),
        },
      });
    }
    await lock.released;
    expect(await store.position()).toBe(1);
    const again = await decisions.addDecision({ decision: decision({ id: "dec_one" }) }, act());
    expect(again.decision.id).toBe("dec_one");
    await impatient.close();
  });
});

describe("While another process holds the write lock, a server on a pipe", () => {
  let server: StdioClient;
  beforeEach(async () => {
    server = startServer({ env: { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "test" } });
    await server.initialize();
  });
  afterEach(() => server.close());

  const capture = (statement: string): Promise<Record<string, unknown>> =>
    server.call("membria_capture_decision", { statement, alternatives: ["none"], confidence: 0.5 });

  it("answers ping and membria_get_decision within 50 ms while a capture waits", AGAIN, async () => {
    const { decision_id } = await capture("Keep what is there already");
    // The first of each kind loads code; this is about waiting.
    await server.request("ping");
    await server.call("membria_get_decision", { decision_id });

    const lock = await holdWriteLock(path, LOCKED_MS);
    const started = performance.now();
    const waiting = capture(`Wait for the turn of ${started}`);
    const [pings, gets] = await Promise.all([
      slowest(waiting, async () => expect((await server.request("ping"))?.result).toEqual({})),
      slowest(waiting, async () => {
        const found = await server.call("membria_get_decision", { decision_id });
        expect(found["decision_id"]).toBe(decision_id);
      }),
    ]);
    const captured = await waiting;
    expect(performance.now() - started).toBeGreaterThan(LOCKED_MS * 0.75);
    expect(pings).toBeLessThan(PROMPT_MS);
    expect(gets).toBeLessThan(PROMPT_MS);
    const found = await server.call("membria_get_decision", { decision_id: captured["decision_id"] });
    expect(found["decision_id"]).toBe(captured["decision_id"]);
    expect(await lock.released).toBe(0);
  });
});
