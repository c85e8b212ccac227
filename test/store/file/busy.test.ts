import { setImmediate as tick } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addDecision, decisionPage, findDecision } from "../../../src/decisions/sql/decisions.ts";
import { memoryOver, openMemoryFile } from "../../../src/memory/open-memory.ts";

import { connect } from "../../../src/store/file/connection.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, decision } from "../../support/decisions.ts";
import { matchWords } from "../../support/match-words.ts";
import { silentLog } from "../../support/silent-log.ts";
import { type StdioClient, startServer } from "../../support/stdio-client.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";
import { holdWriteLock } from "../../support/write-lock.ts";

/*
 * The lock is held until the test releases it, so nothing here depends on speed: what needs the lock cannot end before
 * the release, and everything else has to answer before it. `npm run bench busy` measures how fast it answers.
 */
const OFTEN = 20;

let folder: TemporaryFolder;
let path: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = folder.file("membria.db");
});
afterEach(() => folder.remove());

/** Whether a promise has settled. */
function watched(promise: Promise<unknown>): { hasEnded(): boolean } {
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  promise.then(end, end);
  return { hasEnded: () => ended };
}

describe("While another process holds the write lock", () => {
  let memory: Memory;
  beforeEach(async () => {
    // However long the reads below take, the write goes on waiting.
    memory = await memoryOver(await connect(path, { deadlineMs: Number.POSITIVE_INFINITY }), path, silentLog);
    await addDecision(memory, { decision: decision({ id: "dec_there", statement: "A zebra" }) }, act());
  });
  afterEach(() => memory.close());

  it("reads and the event loop are not blocked, and the write succeeds after the release", async () => {
    const lock = await holdWriteLock(path);
    const write = addDecision(memory, { decision: decision({ id: "dec_late" }) }, act());
    const { hasEnded } = watched(write);
    for (let i = 0; i < OFTEN; i++) {
      await tick();
      expect((await findDecision(memory, "shop", "dec_there"))?.id).toBe("dec_there");
      await decisionPage(memory, { scope: "all" }, 10);
      await matchWords(memory, "shop", "zebra", 10);
      await memory.position();
    }
    expect(hasEnded()).toBe(false);
    await lock.release();
    expect((await write).decision.id).toBe("dec_late");
    expect((await findDecision(memory, "shop", "dec_late"))?.id).toBe("dec_late");
  });

  it("every kind of statement waits for a file that is locked for reading too", async () => {
    const file = folder.file("not-in-wal-mode.db");
    const connection = await connect(file, { deadlineMs: Number.POSITIVE_INFINITY });
    await connection.write((sql) => sql.script("CREATE TABLE one (a); INSERT INTO one VALUES (1)"));
    for (const statement of ["SELECT a FROM one", "PRAGMA user_version", "PRAGMA journal_mode = WAL"]) {
      const lock = await holdWriteLock(file, "EXCLUSIVE");
      const answer = connection.outsideTransaction(statement);
      const { hasEnded } = watched(answer);
      for (let i = 0; i < OFTEN; i++) await tick();
      expect(hasEnded(), statement).toBe(false);
      await lock.release();
      expect(await answer).toHaveLength(1);
    }
    await connection.close();
  });

  it("several waiting writes succeed after the release, in the order of their calls", async () => {
    const lock = await holdWriteLock(path);
    const ids = ["dec_first", "dec_second", "dec_third"];
    const writes = Promise.all(ids.map((id) => addDecision(memory, { decision: decision({ id }) }, act())));
    await tick();
    await lock.release();
    await writes;
    expect((await memory.changesAfter(1, 10)).map(({ subject }) => subject)).toEqual(ids);
  });

  it("a second process can start and open the memory", async () => {
    const lock = await holdWriteLock(path);
    const second = await openMemoryFile(path, silentLog);
    expect((await findDecision(second, "shop", "dec_there"))?.id).toBe("dec_there");
    await second.close();
    await lock.release();
  });

  it("every waiting write is refused after the deadline with a time to retry, and writes nothing", async () => {
    // If each waited for its own deadline in turn, the test would time out.
    const ids = Array.from({ length: 400 }, (_, n) => `dec_${n}`);
    const impatient = await connect(path, { deadlineMs: 250 });
    const lock = await holdWriteLock(path);
    const refused = await Promise.allSettled(
      ids.map((id) => addDecision(impatient, { decision: decision({ id }) }, act())),
    );
    expect(refused).toHaveLength(ids.length);
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
    await lock.release();
    expect(await memory.position()).toBe(1);
    const again = await addDecision(impatient, { decision: decision({ id: "dec_one" }) }, act());
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

  it("answers ping and membria_get_decision while an earlier capture waits", async () => {
    const { decision_id } = await capture("Keep what is there already");
    const lock = await holdWriteLock(path);
    const waiting = capture("Wait for the turn");
    const { hasEnded } = watched(waiting);
    for (let i = 0; i < OFTEN; i++) {
      expect((await server.request("ping"))?.result).toEqual({});
      const found = await server.call("membria_get_decision", { decision_id });
      expect(found["decision_id"]).toBe(decision_id);
    }
    expect(hasEnded()).toBe(false);
    await lock.release();
    const captured = await waiting;
    const found = await server.call("membria_get_decision", { decision_id: captured["decision_id"] });
    expect(found["decision_id"]).toBe(captured["decision_id"]);
  });
});
