import { describe, expect, it } from "vitest";
import { NOT_RECEIVED } from "../../../src/hooks/rules/hook-session.ts";
import { recordTold } from "../../../src/hooks/sql/hook-store.ts";
import { loadCheckpoint, saveCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { listCheckpointsCall, listRemindersCall } from "../../../src/tools/page/sessions.ts";
import { decide } from "../../support/loop.ts";
import { callBy, openMemory, START } from "../../support/memory.ts";

const VIEWER = callBy({ kind: "human", role: "viewer" });
const SUMMARY = `# 🎯 Goal & Progress
The queue moves.
# ✅ Evidence
- It works. Status: Verified
- It is fast. Status: Assumed
# ⏳ Unfinished & Risks
The old jobs.`;

const minutesLater = (minutes: number): Date => new Date(START.getTime() + minutes * 60_000);

describe("what sessions were told", () => {
  it("is grouped by session, the one that was told something last first", async () => {
    const memory = await openMemory();
    const id = await decide(memory, { statement: "Cache prices in Redis" });
    const first = {
      client: "claude-code",
      session: "a",
      project: "shop",
      epoch: 0,
      event: "prompt",
    } as const;
    const second = { ...first, client: "cursor", session: "b" } as const;
    await recordTold(memory, [
      { ...first, at: minutesLater(1), kind: "in-force", record: id, relevance: 0.9, tokens: 10 },
      { ...second, at: minutesLater(2), kind: "failed", record: "dec_gone", tokens: 20 },
      { ...first, at: minutesLater(3), kind: "in-force", record: id, tokens: 30 },
      { ...second, at: minutesLater(4), kind: "failed", record: id, tokens: 40, epoch: NOT_RECEIVED },
      {
        ...first,
        project: "bank",
        session: "c",
        at: minutesLater(4),
        kind: "in-force",
        record: "dec_x",
        tokens: 5,
      },
    ]);
    memory.clock.advance(5 * 60_000);
    const { sessions, worth, is_cut } = (await listRemindersCall.run({}, memory, VIEWER)).result;
    expect(sessions.map(({ session, told }) => [session, told.length])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
    expect(sessions[0]).toMatchObject({
      client: "claude-code",
      first_at: minutesLater(1).toISOString(),
      last_at: minutesLater(3).toISOString(),
    });
    expect(sessions[0]?.told[0]?.statement).toBe("Cache prices in Redis");
    expect(sessions[1]?.told[0]).toMatchObject({ record: "dec_gone", statement: null, kind: "failed" });
    expect(worth).toMatchObject({ days: 7, tokens: 60, warned: 1 });
    expect(is_cut).toBe(false);
  });
});

describe("checkpoints", () => {
  it("are taken apart by their headings, the newest first, with how resuming went", async () => {
    const memory = await openMemory();
    await perform(saveCheckpoint, { summary: "Only a note", nextSteps: "" }, memory, callBy());
    memory.clock.advance(60_000);
    const files = ["src/queue.ts"];
    await perform(
      saveCheckpoint,
      { summary: SUMMARY, openFiles: files, nextSteps: "Take them over." },
      memory,
      callBy(),
    );
    await perform(loadCheckpoint, { mode: "full" }, memory, callBy());
    const { checkpoints, total, restarts } = (await listCheckpointsCall.run({}, memory, VIEWER)).result;
    expect(total).toBe(2);
    expect(checkpoints[0]).toMatchObject({
      goal: "The queue moves.",
      claims: [
        { text: "It works. Status: Verified", status: "verified" },
        { text: "It is fast. Status: Assumed", status: "assumed" },
      ],
      unfinished: "The old jobs.",
      next: "Take them over.",
      files,
      missing: [],
      author: { kind: "agent", name: "test-agent" },
    });
    expect(checkpoints[1]).toMatchObject({ summary: "Only a note", goal: "" });
    expect(checkpoints[1]?.missing.length).toBeGreaterThan(0);
    expect(restarts).toMatchObject({ attempts: 1, successes: 1, target: 0.95 });
  });

  it("of other projects are not there", async () => {
    const memory = await openMemory();
    await perform(saveCheckpoint, { summary: SUMMARY, nextSteps: "x" }, memory, callBy({ project: "bank" }));
    const { checkpoints, total } = (await listCheckpointsCall.run({}, memory, VIEWER)).result;
    expect([checkpoints, total]).toEqual([[], 0]);
  });
});
