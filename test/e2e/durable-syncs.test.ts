import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { MEMBRIA, startServer } from "../support/stdio-client.ts";
import { parseTrace, type SystemCall, traced, WITH_STRACE } from "../support/system-calls.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const CAPTURES = 30;
const otherLevel = fileURLToPath(new URL("../support/synchronous-level.mjs", import.meta.url));

/** Captures one after the other through a server that is watched, and says which replies came too early. */
async function capturesWithoutSync(nodeArgs: readonly string[], env: Record<string, string> = {}) {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const trace = folder.file("trace");
  const server = startServer({
    command: traced(trace, [process.execPath, ...nodeArgs, MEMBRIA, "mcp", "serve"]),
    env: { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "test", ...env },
  });
  await server.initialize();
  const marks: string[] = [];
  for (let n = 0; n < CAPTURES; n++) {
    const mark = `mark ${n} of the watched captures`;
    const captured = await server.call("membria_capture_decision", {
      statement: `Look for a sync at ${mark}`,
      alternatives: ["none"],
      confidence: 0.5,
    });
    marks.push(mark);
    expect(captured["decision_id"]).toMatch(/^dec_/);
  }
  expect(await server.close()).toBe(0);
  const calls = parseTrace(readFileSync(trace, "utf8"));
  return marks.filter((mark) => !syncedBeforeReply(calls, mark));
}

/** Between reading a request and writing its reply, the log was written, and synced after the last write to it. */
function syncedBeforeReply(calls: readonly SystemCall[], mark: string): boolean {
  const asked = calls.findIndex(
    ({ name, descriptor, text }) => /^read/.test(name) && descriptor === 0 && text.includes(mark),
  );
  const answered = calls.findIndex(
    ({ name, descriptor, text }, at) =>
      at > asked && /^write/.test(name) && descriptor === 1 && text.includes("decision_id"),
  );
  if (asked === -1 || answered === -1) throw new Error(`The trace has no request and reply for ${mark}.`);
  const onLog = calls.slice(asked, answered).filter(({ file }) => file.endsWith("membria.db-wal"));
  const written = onLog.findLastIndex(({ name }) => /^pwrite/.test(name));
  const synced = onLog.findLastIndex(({ name, text }) => /sync$/.test(name) && /= 0$/.test(text));
  return written !== -1 && synced > written;
}

describe("An acknowledged capture is on the disk (seen with strace)", WITH_STRACE, () => {
  it("the write-ahead log is synced between every request and its reply", async () => {
    expect(await capturesWithoutSync([])).toEqual([]);
  });

  it.each(["OFF", "NORMAL"])(
    "the check can fail: it finds no sync for any capture at synchronous=%s",
    async (level) => {
      const late = await capturesWithoutSync(["--import", otherLevel], { SYNCHRONOUS_LEVEL: level });
      expect(late).toHaveLength(CAPTURES);
    },
    240_000,
  );
});
