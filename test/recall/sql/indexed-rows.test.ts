import { expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { indexedRows } from "../../../src/recall/sql/word-lists.ts";
import { DECISIONS } from "../../../src/recall/sql/word-search.ts";
import { type Connection, connect } from "../../../src/store/file/connection.ts";
import { act, decision } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";

it("Who asks after a write sees it, also while somebody else who asked before is still waiting", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const writer = await openMemoryFile(path, silentLog);
  onTestFinished(writer.close);
  const file = await connect(path);
  onTestFinished(file.close);
  let held: Promise<void> | undefined;
  const connection: Connection = {
    ...file,
    async read(work) {
      const waiting = held;
      const result = await file.read(work);
      await waiting;
      return result;
    },
  };
  const rows = indexedRows(connection, DECISIONS, () => {});
  await addDecision(writer, { decision: decision() }, act());
  await rows.catchUp();
  expect(rows.totals().rows).toBe(1);

  let release = (): void => {};
  held = new Promise((resolve) => {
    release = resolve;
  });
  const before = rows.catchUp();
  // It has read by now that nothing is new, and waits.
  await new Promise((resolve) => void setImmediate(resolve));
  held = undefined;
  await addDecision(writer, { decision: decision() }, act());
  const after = rows.catchUp().then(() => rows.totals().rows);
  release();
  await before;
  expect(await after).toBe(2);
});
