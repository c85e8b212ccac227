import { describe, expect, it } from "vitest";
import { openCandidates } from "../../../src/candidates/sql/candidate-rows.ts";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { HOOKS_KEPT_DAYS } from "../../../src/hooks/rules/hook-session.ts";
import { expireHooks, hookSession } from "../../../src/hooks/sql/hook-store.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { SESSION } from "../../support/hook-records.ts";
import { openSession } from "../../support/reporting-session.ts";
import { bytesOnDisk } from "../../support/words-on-disk.ts";

const AGENT = { name: "claude-code" };
const LONG = `The orders table is done. ${"The tests pass now. ".repeat(20)}`;
const PROMPT = "Please store the orders of the shop in a table";
const SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

const drafts = async ({ memory }: Awaited<ReturnType<typeof openSession>>, project = "shop") =>
  (await openCandidates(memory, project, 10)).items.filter(({ kind }) => kind === "checkpoint");

describe("The end of a turn", () => {
  it("leaves a draft of a checkpoint, the newest of the session", async () => {
    const session = await openSession();
    await session.report("stop", { reply: LONG });
    await session.report("stop", { reply: `${LONG} Refunds, too.` });
    await session.report("stop", { reply: LONG, session: "two" });
    expect(await drafts(session)).toMatchObject([
      { session: "one", summary: `${LONG} Refunds, too.` },
      { session: "two", summary: LONG },
    ]);
  });

  it.each([
    ["a short reply", { reply: "Done." }],
    ["no reply", {}],
    ["a turn that another hook prolonged", { reply: LONG, continued: true }],
  ])("leaves none after %s", async (_, fields) => {
    const session = await openSession();
    await session.report("stop", fields);
    expect(await drafts(session)).toEqual([]);
  });

  it("says nothing to anybody, and is no change of the memory", async () => {
    const session = await openSession();
    const before = await session.memory.position();
    expect(await session.report("stop", { reply: LONG })).toBeUndefined();
    expect(await session.memory.position()).toBe(before);
  });

  it("joins the decisions of the turn with the whole exchange, and not those of turns before", async () => {
    const session = await openSession();
    const { memory } = session;
    const exchangeOf = async (id: string) => (await findDecision(memory, "shop", id))?.capturedIn?.exchange;
    await session.report("prompt", { prompt: PROMPT });
    const first = await session.decide("Keep orders in one table", {}, AGENT);
    const second = await session.decide("Number orders by day", {}, AGENT);
    for (const { id } of [first, second]) await session.report("post-tool", { captured: [id] });
    await session.report("stop", { reply: "Stored as a decision." });
    const exchange = `Person: ${PROMPT}\nAgent: Stored as a decision.`;
    expect(await exchangeOf(first.id)).toBe(exchange);
    expect(await exchangeOf(second.id)).toBe(exchange);
    await session.report("prompt", { prompt: "And now the refunds of these orders" });
    await session.report("stop", { reply: "Done with them." });
    expect(await exchangeOf(first.id)).toBe(exchange);
  });

  it("leaves no secret on the disk, wherever it was said", async () => {
    const session = await openSession();
    await session.report("prompt", { prompt: `${PROMPT} with ${SECRET}` });
    const { id } = await session.decide("Keep orders in one table", {}, AGENT);
    await session.report("post-tool", { captured: [id], files: [`src/${SECRET}.ts`] });
    await session.report("stop", { reply: `${LONG} The token is ${SECRET}.` });
    await session.report("pre-compact", { summary: `They gave us ${SECRET}.` });
    // So that what cuts a text cannot make half a secret of one.
    await session.report("stop", { reply: `${"x ".repeat(1_990)}${SECRET}`, session: "two" });
    expect(bytesOnDisk(session.memory.path).includes(SECRET.slice(4, 20))).toBe(false);
    expect(bytesOnDisk(session.memory.path).includes(PROMPT)).toBe(true);
  });

  it("keeps the beginning of a long reply", async () => {
    const session = await openSession();
    await session.report("stop", { reply: "Orders. ".repeat(100_000) });
    const [draft] = await drafts(session);
    expect(draft).toMatchObject({ summary: expect.stringMatching(/^Orders\. .{3900,4000}$/) });
  });
});

describe("A conversation that is shortened or ends", () => {
  it.each(["pre-compact", "session-end"] as const)("leaves its summary as a draft: %s", async (event) => {
    const session = await openSession();
    await session.report(event, { summary: "Orders are done." });
    expect(await drafts(session)).toMatchObject([{ summary: "Orders are done." }]);
  });

  it("without a summary keeps what was said last", async () => {
    const session = await openSession();
    await session.report("stop", { reply: LONG });
    await session.report("session-end");
    expect(await drafts(session)).toMatchObject([{ summary: LONG }]);
  });

  it("of which nothing is known leaves nothing", async () => {
    const session = await openSession();
    for (const event of ["pre-compact", "session-end"] as const) await session.report(event);
    expect(await hookSession(session.memory, SESSION)).toBeUndefined();
  });
});

it(`What sessions leave behind is gone after ${HOOKS_KEPT_DAYS} days`, async () => {
  const session = await openSession();
  const { memory: store, clock } = session.memory;
  await session.report("prompt", { prompt: PROMPT });
  await session.report("stop", { reply: LONG });
  clock.advance(HOOKS_KEPT_DAYS * DAY_MS);
  expect(await expireHooks(store, clock.now())).toBe(0);
  clock.advance(1);
  expect(await expireHooks(store, clock.now())).toBe(2);
  expect(await hookSession(store, SESSION)).toBeUndefined();
  expect(await drafts(session)).toEqual([]);
});
