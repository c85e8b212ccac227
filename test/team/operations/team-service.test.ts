import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { readProposals } from "../../../src/decisions/sql/proposals.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { callSharing } from "../../../src/team/operations/call-sharing.ts";
import { teamLags } from "../../../src/team/operations/project-sync.ts";
import { eventually } from "../../support/eventually.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { callBy, openMemory, rewired } from "../../support/memory.ts";
import { letTimePass, stopTime } from "../../support/passing-time.ts";
import { readResource } from "../../support/resources.ts";
import { PROJECT, type TeamMachine, teamOn } from "../../support/team-machines.ts";
import { type Json, succeed } from "../../support/tools.ts";

const capture = (statement: string): Json => ({
  statement,
  alternatives: ["Something else"],
  confidence: 0.8,
});
const replacing = (id: string, title: string): Json => ({
  title,
  target: "tokens",
  rationale: "The one before did not keep up with the load.",
  old_decision_ids: [id],
});

describe("What a reply says of the team", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  beforeAll(async () => {
    hub = await startFalkorDb();
  });
  afterAll(() => hub.remove());
  beforeEach(() => hub.empty());

  async function opened(machine: TeamMachine) {
    const team = machine.service();
    onTestFinished(() => team.stop());
    await team.look();
    const call = async (tool: string, args: Json) => {
      const { structured, fault, text } = await machine.call(team, tool, args);
      expect(fault, text).toBeUndefined();
      return structured;
    };
    return { ...machine, team, call };
  }
  const pair = async () => {
    const team = teamOn(hub);
    return [await opened(await team.machine("one")), await opened(await team.machine("two"))] as const;
  };

  it("that it will be shared, and nothing of what stays here", async () => {
    const [one] = await pair();
    const reply = await one.call("membria_capture_decision", capture("Cache orders in Redis"));
    expect(reply["notices"]).toEqual(["Stored locally, will be shared with the team."]);
    const checkpoint = { summary: "Looked at caches", next_steps: "Measure them" };
    expect(String((await one.call("save_checkpoint", checkpoint))["notices"])).not.toContain("team");
    const read = await one.call("membria_get_decision", { decision_id: reply["decision_id"] });
    expect(read).not.toHaveProperty("notices");
  });

  it("that it stays here, where the team lets this machine only read", async () => {
    const team = teamOn(hub);
    const one = await opened(await team.machine("one"));
    const two = await opened(await team.machine("two", "viewer"));
    await one.round();
    await two.round();
    const reply = await two.call("membria_capture_decision", capture("Cache orders in Redis"));
    expect(String(reply["notices"])).toContain("Stored locally only");
    expect(await two.round()).toMatchObject({ shared: 0 });
    await one.round();
    expect(await one.progress()).toMatchObject({ received: 0, setAside: {} });
  });

  it("that an exclusive claim is shared, or lost to whom, in every vocabulary", async () => {
    const [one, two] = await pair();
    const first = {
      title: "Keep tokens in files",
      target: "tokens",
      rationale: "Files are easy to look at.",
    };
    const { decision_id: id } = await one.call("record_decision", first);
    await one.team.syncNow(PROJECT);
    await two.team.syncNow(PROJECT);
    const won = await one.call("supersede_decision", replacing(String(id), "Keep tokens in Redis"));
    expect(won).toMatchObject({ superseded: [id], notices: ["Shared with the team."] });
    const lost = await two.call("supersede_decision", replacing(String(id), "Keep tokens in cookies"));
    expect(lost["superseded"]).toEqual([]);
    expect(String(lost["message"])).not.toContain("supersedes");
    const [notice] = lost["notices"] as string[];
    expect(notice).toContain(`Lost to ${won["decision_id"]}`);
    expect(notice).toContain(`${lost["decision_id"]} is kept as a draft`);
    expect(notice).toMatch(/the proposal prop_\d+ waits for a person/);
    expect(await readProposals(two.memory, PROJECT, "draft", 10)).toMatchObject([
      { target: lost["decision_id"] },
    ]);
  });

  it("with the next one, that a claim was lost while the team was away", async () => {
    const [one, two] = await pair();
    const first = {
      title: "Keep tokens in files",
      target: "tokens",
      rationale: "Files are easy to look at.",
    };
    const { decision_id: id } = await one.call("record_decision", first);
    await one.team.syncNow(PROJECT);
    await two.team.syncNow(PROJECT);
    await one.call("supersede_decision", replacing(String(id), "Keep tokens in Redis"));
    await hub.stop();
    onTestFinished(() => hub.start().catch(() => {}));
    const lost = await two.call("memory_evolve_supersede", {
      old_decision_id: id,
      decision: "Keep tokens in cookies",
      reasoning: "No server has to keep them then.",
    });
    // Whether the refusal came within the wait is a matter of luck.
    expect(lost["notices"]).toEqual([expect.stringMatching(/^Stored locally[,;] /)]);
    await expect(two.team.syncNow(PROJECT)).rejects.toMatchObject({ reason: "graph_unavailable" });
    const away = await two.call("membria_capture_decision", capture("Cache orders in Redis"));
    expect(away["notices"]).toEqual([
      expect.stringMatching(
        /^Stored locally; the team's graph has been away since 10:30 UTC \(.+\)\. It will be/,
      ),
    ]);
    await hub.start();
    await two.team.syncNow(PROJECT);
    const next = await two.call("list_decisions", {});
    expect(next["notices"]).toEqual([expect.stringContaining("is kept as a draft")]);
    expect(await two.call("list_decisions", {})).not.toHaveProperty("notices");
  });

  it("how old an answer is while the team is away", async () => {
    const [one] = await pair();
    await one.call("membria_capture_decision", capture("Cache orders in Redis"));
    await one.team.syncNow(PROJECT);
    const context = { statement: "Cache invoices in Redis" };
    const inTouch = await one.call("membria_get_decision_context", context);
    expect(String(inTouch["notices"])).not.toContain("team");
    hub.pause();
    onTestFinished(() => hub.resume());
    one.memory.clock.advance(12 * 60_000);
    stopTime();
    await expect(letTimePass(one.team.syncNow(PROJECT))).rejects.toMatchObject({
      reason: "graph_unavailable",
    });
    for (const [tool, args] of [
      ["membria_get_decision_context", context],
      ["membria_get_all_calibrations", {}],
    ] as const) {
      const reply = await one.call(tool, args);
      expect((reply["notices"] as string[]).at(-1)).toMatch(
        /^From the copy on this machine, as of the team's state of 12 min ago: the team's/,
      );
    }
  });

  it("soon, even if the server froze a moment ago", async () => {
    const [one] = await pair();
    const { decision_id: id } = await one.call("membria_capture_decision", capture("Cache orders in Redis"));
    await one.team.syncNow(PROJECT);
    hub.pause();
    onTestFinished(() => hub.resume());
    const answered = one.call("supersede_decision", replacing(String(id), "Keep tokens in Redis"));
    // Nothing but the time that a claim may wait is left to pass.
    await eventually(async () => expect(one.timers.nextMs()).toBe(300));
    one.timers.next();
    expect((await answered)["notices"]).toEqual(["Stored locally, will be shared with the team."]);
  });

  it("makes rounds by itself, soon after a write and every few seconds", async () => {
    const [one, two] = await pair();
    for (const { team } of [one, two]) team.start();
    one.timers.next();
    two.timers.next();
    await eventually(async () => expect(one.timers.nextMs()).toBe(3_000));
    await one.call("membria_capture_decision", capture("Cache orders in Redis"));
    await eventually(async () => expect(one.timers.nextMs()).toBe(0));
    one.timers.next();
    await eventually(async () => expect(await one.progress()).toMatchObject({ pending: 0 }));
    await eventually(async () => expect(two.timers.nextMs()).toBe(3_000));
    two.timers.next();
    await eventually(async () => expect(two.received).toEqual([[]]));
    expect((await decisionPage(two.memory, { scope: PROJECT }, 10)).items).toHaveLength(1);
  });

  it("waits longer and longer while the team is away, and is told that it is back", async () => {
    const [one] = await pair();
    await one.team.syncNow(PROJECT);
    await hub.stop();
    onTestFinished(() => hub.start().catch(() => {}));
    one.team.start();
    const waits: (number | undefined)[] = [];
    for (let n = 0; n < 10; n++) {
      waits.push(one.timers.nextMs());
      one.timers.next();
      await eventually(async () => expect(one.timers.nextMs()).toBeDefined());
    }
    expect(waits).toEqual([0, 3_000, 3_000, 1_000, 2_000, 3_000, 3_000, 3_000, 3_000, 3_000]);
    expect(await one.team.contact(PROJECT)).toMatchObject({ state: "away", retryAfter: 3 });
    expect(await one.progress()).toMatchObject({
      problem: expect.any(String),
      problemSince: expect.any(Date),
    });
    await hub.start();
    one.timers.next();
    await eventually(async () =>
      expect(await one.team.contact(PROJECT)).toMatchObject({ state: "in_touch" }),
    );
    expect((await one.progress()).problem).toBeUndefined();
  });
});

describe("The team's latest", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  beforeAll(async () => {
    hub = await startFalkorDb();
  });
  afterAll(() => hub.remove());

  it("is read, projected and put beside what this machine says, or refused while the team is away", async () => {
    const made = teamOn(hub);
    const [one, two] = [await made.machine("one"), await made.machine("two")];
    const [first, second] = [one.service(), two.service()];
    onTestFinished(() => Promise.all([first.stop(), second.stop()]).then(() => {}));
    await first.look();
    await second.look();
    const { structured } = await one.call(
      first,
      "membria_capture_decision",
      capture("Cache orders in Redis"),
    );
    const id = String(structured["decision_id"]);
    await first.syncNow(PROJECT);

    const memory = rewired(two.memory, { team: second });
    const read = (query: string) =>
      readResource(
        memory,
        `membria://graph/causal-chain/${id}${query}`,
        {},
        {
          sharing: callSharing(second, memory.clock, PROJECT),
        },
      );
    await expect(read("")).rejects.toMatchObject({ code: "not_found" });
    const latest = await read("?fresh=1");
    expect(latest).toMatchObject({
      chain: [{ decision_id: id, statement: "Cache orders in Redis" }],
      graph: {
        as_of: "2026-02-12T10:30:00.000Z",
        steps: [{ decision_id: id, standing: "active", outcome: null }],
      },
    });
    expect(latest["graph"]).toMatchObject({ entry: (latest["graph"] as Json)["entries"] });

    await hub.stop();
    onTestFinished(() => hub.start().catch(() => {}));
    for (let n = 0; n < 3; n++) await expect(second.syncNow(PROJECT)).rejects.toThrow();
    await expect(read("?fresh=1")).rejects.toMatchObject({
      code: "unavailable",
      reason: "graph_unavailable",
      retryAfter: 1,
    });
    expect(String((await read(""))["notices"])).toContain(
      "From the copy on this machine, as of the team's state of",
    );
  });

  it("is local where nothing is shared", async () => {
    const memory = await openMemory();
    const captured = await succeed(memory, "membria_capture_decision", capture("Cache orders in Redis"));
    const uri = `membria://graph/similar-decisions/${captured["decision_id"]}?fresh=1`;
    expect(await readResource(memory, uri)).toMatchObject({
      similar_decisions: [],
      notices: [expect.stringContaining("is not shared with a team")],
    });
  });

  it("loses what is erased, and says who has not read that", async () => {
    const made = teamOn(hub);
    const [one, two] = [await made.machine("one"), await made.machine("two")];
    await hub.start().catch(() => {});
    await hub.empty();
    const team = one.service();
    onTestFinished(() => team.stop());
    await team.look();
    const { structured } = await one.call(team, "membria_capture_decision", capture("Ask Quentin Snodgrass"));
    for (const machine of [one, two, one]) await machine.round();
    const { actor } = callBy({ role: "admin" });
    const id = String(structured["decision_id"]);
    await eraseDecision(one.memory, PROJECT, id, { by: actor, at: one.memory.clock.now() });
    const { origin } = await two.progress();
    expect(await team.eraseEverywhere(PROJECT)).toMatchObject({ rewritten: true, behind: [{ origin }] });
    await two.round();
    // While it writes its files, it would be asked again, and these timers stand still.
    await eventually(async () =>
      expect(String(await hub.command("INFO", "persistence"))).toContain("aof_rewrite_in_progress:0"),
    );
    expect(await team.eraseEverywhere(PROJECT)).toMatchObject({ behind: [] });
    expect(JSON.stringify(await hub.command("GRAPH.RO_QUERY", "team", "MATCH (n) RETURN n"))).not.toContain(
      "Snodgrass",
    );
  });

  it("is counted in lags", async () => {
    const machine = await teamOn(hub).machine("one");
    const team = machine.service();
    onTestFinished(() => team.stop());
    await team.look();
    await machine.call(team, "membria_capture_decision", capture("Cache orders in Redis"));
    const later = new Date(machine.memory.clock.now().getTime() + 60_000);
    const [lag] = await teamLags(team, later);
    expect(lag).toMatchObject({ project: PROJECT, quarantined: 0, seconds: 60 });
    expect(lag?.changes).toBeGreaterThan(0);
    expect(lag).not.toHaveProperty("sinceContact");
  });
});
