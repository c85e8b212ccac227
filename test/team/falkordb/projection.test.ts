import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type {
  LogHead,
  ProjectedDecision,
  ProjectedLink,
  ProjectedOutcome,
  ProjectedSignal,
  Projection,
} from "../../../src/team/rules/team-log.ts";
import { eventually } from "../../support/eventually.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { openTeamLog } from "../../support/team-log.ts";

const decision = (id: string, at: number, more: Partial<ProjectedDecision> = {}): ProjectedDecision => ({
  ...{ id, at, domain: "database", standing: "active", progress: "executed", author: "agent", prevented: [] },
  ...more,
});
const outcome = (id: string, of: string, more: Partial<ProjectedOutcome> = {}): ProjectedOutcome => ({
  ...{ id, decision: of, status: "success", score: 0.87, at: 50, withdrawn: false, lessons: 0 },
  ...more,
});
const signal = (id: string, of: string, at: number): ProjectedSignal => ({
  ...{ id, decision: of, type: "ci_passed", valence: "positive", at },
});
const supersedes = (id: string, from: string, to: string, state = "active"): ProjectedLink => ({
  ...{ id, from, to, relation: "supersedes", state },
});

describe("The projection of the log", WITH_FALKORDB, () => {
  let server: FalkorDb;
  let log: ReturnType<typeof openTeamLog>;
  let head: LogHead;
  let graph = "";
  let graphs = 0;

  beforeAll(async () => {
    server = await startFalkorDb();
  });
  afterAll(() => server.remove());
  beforeEach(async () => {
    graphs += 1;
    graph = `team${graphs}`;
    log = openTeamLog({ url: server.url, graph });
    head = await log.begin(1, undefined);
    return () => log.close();
  });

  const piece = (from: number, to: number, more: Partial<Projection> = {}): Projection => ({
    ...{ lifeId: head.lifeId, from, to },
    ...{ decisions: [], outcomes: [], signals: [], skills: [], links: [], gone: [] },
    ...more,
  });

  /** What is in the graph, without numbers of nodes and in an order of its own. */
  async function contents(): Promise<string[]> {
    const rows = async (query: string) => {
      const reply = (await server.command("GRAPH.RO_QUERY", graph, query)) as [unknown, unknown[][]];
      return reply[1]
        .map((row) => row.filter((cell) => cell !== null).join(" "))
        .sort((a, b) => (a < b ? -1 : 1));
    };
    return [
      ...(await rows(
        "MATCH (n) WHERE NOT n:Log RETURN labels(n)[0], n.id, n.standing, n.status, n.type, n.kind",
      )),
      ...(await rows("MATCH (a)-[e]->(b) RETURN a.id, type(e), b.id, e.id, e.state, e.relation")),
    ];
  }

  it("has the decisions, what came of them and how they relate, without a word", async () => {
    const first = piece(0, 4, {
      decisions: [
        decision("dec_1", 1, { outcome: "out_1", confidence: 0.7, linkedPr: true }),
        decision("dec_2", 2, { prevented: ["dec_3"] }),
      ],
      outcomes: [outcome("out_1", "dec_1", { lessons: 2 })],
      signals: [signal("sig_1", "dec_1", 5)],
      skills: [{ id: "dec_1", kind: "skill", decisions: ["dec_1", "dec_2"] }],
      links: [
        supersedes("lnk_1", "dec_2", "dec_1"),
        { id: "lnk_2", from: "dec_2", to: "dec_4", relation: "refines", state: "pending" },
        { id: "lnk_3", from: "dec_5", to: "dec_4", relation: "contradicts", state: "active" },
        { id: "lnk_4", from: "dec_5", to: "dec_6", relation: "depends_on", state: "active" },
        { id: "lnk_5", from: "dec_4", to: "dec_6", relation: "resembles", state: "active" },
      ],
    });
    expect(await log.project(first)).toBe(true);
    const all = [
      "Decision dec_1 active",
      "Decision dec_2 active",
      // Named by links before they were projected themselves.
      ...["Decision dec_3", "Decision dec_4", "Decision dec_5", "Decision dec_6"],
      ...["Lesson out_1.1", "Lesson out_1.2"],
      "Outcome out_1 success",
      "Signal sig_1 ci_passed",
      "Skill dec_1 skill",
      "dec_1 HAS_OUTCOME out_1",
      "dec_1 HAS_SIGNAL sig_1",
      "dec_1 LED_TO dec_1",
      "dec_2 LED_TO dec_1",
      "dec_2 PREVENTED dec_3",
      "dec_2 REFINES dec_4 lnk_2 pending",
      "dec_2 SUPERSEDES dec_1 lnk_1 active",
      "dec_4 RELATED dec_6 lnk_5 active resembles",
      "dec_5 CONTRADICTS dec_4 lnk_3 active",
      "dec_5 DEPENDS_ON dec_6 lnk_4 active",
      ...["out_1 TAUGHT out_1.1", "out_1 TAUGHT out_1.2"],
    ];
    expect(await contents()).toEqual(all);
    expect(await log.head()).toMatchObject({ projected: 4 });

    // The same rows again replace themselves.
    expect(await log.project({ ...first, from: 4, to: 5 })).toBe(true);
    expect(await contents()).toEqual(all);
  });

  it("is replaced row by row, skills as a whole, and what is gone goes with what was its own", async () => {
    await log.project(
      piece(0, 1, {
        decisions: [decision("dec_1", 1, { prevented: ["dec_8", "dec_9"] }), decision("dec_2", 2)],
        outcomes: [outcome("out_1", "dec_1", { lessons: 3 }), outcome("out_2", "dec_2", { lessons: 1 })],
        signals: [signal("sig_1", "dec_1", 1), signal("sig_2", "dec_1", 2)],
        skills: [{ id: "dec_1", kind: "skill", decisions: ["dec_1"] }],
        links: [supersedes("lnk_1", "dec_2", "dec_1"), supersedes("lnk_2", "dec_9", "dec_2", "pending")],
      }),
    );
    await log.project(
      piece(1, 2, {
        decisions: [decision("dec_1", 1, { standing: "superseded", prevented: ["dec_9"] })],
        outcomes: [outcome("out_1", "dec_2", { status: "failure", lessons: 1 })],
        signals: [signal("sig_1", "dec_2", 1)],
        skills: [{ id: "dec_2", kind: "antipattern", decisions: ["dec_2", "dec_1"] }],
        links: [supersedes("lnk_2", "dec_9", "dec_2", "rejected")],
        gone: ["dec_8", "out_2", "sig_2", "lnk_1", "dec_unknown"],
      }),
    );
    expect(await contents()).toEqual([
      ...["Decision dec_1 superseded", "Decision dec_2 active", "Decision dec_9", "Lesson out_1.1"],
      ...["Outcome out_1 failure", "Signal sig_1 ci_passed", "Skill dec_2 antipattern"],
      ...["dec_1 LED_TO dec_2", "dec_1 PREVENTED dec_9", "dec_2 HAS_OUTCOME out_1", "dec_2 HAS_SIGNAL sig_1"],
      ...["dec_2 LED_TO dec_2", "dec_9 SUPERSEDES dec_2 lnk_2 rejected", "out_1 TAUGHT out_1.1"],
    ]);
  });

  it("takes a piece only where it ends, so that a slow machine writes nothing over a faster one", async () => {
    const fast = piece(0, 3, { decisions: [decision("dec_1", 1, { standing: "superseded" })] });
    const slow = piece(0, 2, { decisions: [decision("dec_1", 1)] });
    expect(await log.project(fast)).toBe(true);
    expect(await log.project(slow)).toBe(false);
    expect(await log.project({ ...fast, lifeId: "another", from: 3, to: 4 })).toBe(false);
    expect(await contents()).toEqual(["Decision dec_1 superseded"]);
    expect(await log.head()).toMatchObject({ projected: 3 });
  });

  it("is written by one of several machines that write the same piece", async () => {
    const machines = Array.from({ length: 6 }, () => openTeamLog({ url: server.url, graph }));
    const written = await Promise.all(
      machines.map((machine) => machine.project(piece(0, 1, { decisions: [decision("dec_1", 1)] }))),
    );
    expect(written.filter(Boolean)).toHaveLength(1);
    await Promise.all(machines.map((machine) => machine.close()));
  });

  it("is not made where there is no log", async () => {
    const other = openTeamLog({ url: server.url, graph: "none" });
    expect(await other.project(piece(0, 1))).toBe(false);
    expect(await other.ask({ ask: "similar", decisions: ["dec_1"] })).toEqual({
      steps: [],
      replaced: [],
      asOf: 0,
    });
    expect(await server.command("GRAPH.LIST")).not.toContain("none");
    await other.close();
  });

  it("names a decision once, however many rows of a piece do", async () => {
    const links = Array.from({ length: 20 }, (_, i) => supersedes(`lnk_${i}`, `dec_${i % 3}`, "dec_hub"));
    const prevented = ["dec_hub", "dec_far"];
    await log.project(
      piece(0, 1, {
        decisions: [decision("dec_0", 1, { prevented }), decision("dec_1", 1, { prevented })],
        links,
        skills: [{ id: "dec_0", kind: "skill", decisions: ["dec_far", "dec_new", "dec_0"] }],
      }),
    );
    const decisions = (await contents()).filter((line) => line.startsWith("Decision"));
    expect(decisions).toEqual([
      ...["Decision dec_0 active", "Decision dec_1 active", "Decision dec_2", "Decision dec_far"],
      ...["Decision dec_hub", "Decision dec_new"],
    ]);
  });

  it("goes on after the server started again, as soon as it is ready", async () => {
    await log.project(piece(0, 1, { decisions: [decision("dec_1", 1)] }));
    await server.kill();
    await server.start();
    await eventually(async () => {
      expect(await log.project(piece(1, 2, { decisions: [decision("dec_2", 2)] }))).toBe(true);
    });
    expect(await contents()).toEqual(["Decision dec_1 active", "Decision dec_2 active"]);
  });

  it("loses records that are erased, and keeps the rest", async () => {
    await log.project(
      piece(0, 1, {
        decisions: [decision("dec_1", 1), decision("dec_2", 2)],
        outcomes: [outcome("out_1", "dec_1", { lessons: 1 })],
        links: [supersedes("lnk_1", "dec_2", "dec_1")],
      }),
    );
    await log.erase({ records: ["dec_1", "out_1"], changes: [] });
    expect(await contents()).toEqual(["Decision dec_2 active"]);
  });

  describe("answers", () => {
    const names = (answer: { steps: readonly { decision: string }[] }) =>
      answer.steps.map((step) => step.decision);

    it("what came before and after a decision, oldest first, along links that hold", async () => {
      await log.project(
        piece(0, 9, {
          decisions: [
            decision("dec_5", 5),
            ...[4, 3, 2, 1].map((n) => decision(`dec_${n}`, n, { standing: "superseded" })),
            decision("dec_sibling", 3),
            decision("dec_rejected", 1),
          ],
          links: [
            supersedes("lnk_1", "dec_2", "dec_1"),
            supersedes("lnk_2", "dec_3", "dec_2"),
            supersedes("lnk_3", "dec_4", "dec_3"),
            supersedes("lnk_4", "dec_5", "dec_4"),
            // Replaced dec_2 as well, but is neither before nor after dec_3.
            supersedes("lnk_5", "dec_sibling", "dec_2"),
            supersedes("lnk_6", "dec_3", "dec_rejected", "rejected"),
            supersedes("lnk_7", "dec_3", "dec_unknown"),
          ],
        }),
      );
      const answer = await log.ask({ ask: "causal-chain", decision: "dec_3", most: 10 });
      expect(names(answer)).toEqual(["dec_1", "dec_2", "dec_3", "dec_4", "dec_5"]);
      expect(answer.replaced).toEqual([
        { from: "dec_2", to: "dec_1" },
        { from: "dec_3", to: "dec_2" },
        { from: "dec_4", to: "dec_3" },
        { from: "dec_5", to: "dec_4" },
      ]);
      expect(answer.asOf).toBe(9);
      const near = await log.ask({ ask: "causal-chain", decision: "dec_3", most: 1 });
      expect(names(near)).toEqual(["dec_2", "dec_3", "dec_4"]);
      const alone = await log.ask({ ask: "causal-chain", decision: "dec_3", most: 0 });
      expect(names(alone)).toEqual(["dec_3"]);
      const unknown = await log.ask({ ask: "causal-chain", decision: "dec_nobody", most: 5 });
      expect(unknown).toEqual({ steps: [], replaced: [], asOf: 9 });
    });

    it("the same of long chains, and where many decisions replaced many", async () => {
      const of = (layer: number, n: number): string => `dec_${layer}_${n}`;
      const layers = Array.from({ length: 40 }, (_, layer) => layer);
      const links = layers
        .slice(1)
        .flatMap((layer) =>
          [0, 1, 2].flatMap((a) =>
            [0, 1, 2].map((b) => supersedes(`lnk_${layer}${a}${b}`, of(layer, a), of(layer - 1, b))),
          ),
        );
      const decisions = layers.flatMap((layer) => [0, 1, 2].map((n) => decision(of(layer, n), layer)));
      await log.project(piece(0, 1, { decisions, links }));
      const chain = async (most: number) =>
        names(await log.ask({ ask: "causal-chain", decision: of(20, 1), most }));
      expect(await chain(5)).toEqual([
        ...[15, 16, 17, 18, 19].flatMap((layer) => [0, 1, 2].map((n) => of(layer, n))),
        of(20, 1),
        ...[21, 22, 23, 24, 25].flatMap((layer) => [0, 1, 2].map((n) => of(layer, n))),
      ]);
      expect(await chain(100)).toHaveLength(39 * 3 + 1);
    });

    it("what is known of decisions, in the order asked", async () => {
      await log.project(
        piece(0, 2, {
          decisions: [
            decision("dec_1", 1, { outcome: "out_2" }),
            decision("dec_2", 2, { standing: "draft", progress: "pending" }),
          ],
          outcomes: [
            outcome("out_1", "dec_1", { lessons: 5 }),
            outcome("out_2", "dec_1", { status: "partial", score: 5.5e-7, lessons: 2 }),
          ],
          signals: [signal("sig_b", "dec_1", 7), signal("sig_a", "dec_1", 7), signal("sig_0", "dec_1", 6)],
          skills: [{ id: "dec_1", kind: "skill", decisions: ["dec_1"] }],
          links: [supersedes("lnk_1", "dec_2", "dec_bare")],
        }),
      );
      const decisions = ["dec_2", "dec_bare", "dec_unknown", "dec_1"];
      const seen = { type: "ci_passed", valence: "positive" };
      expect(await log.ask({ ask: "similar", decisions })).toEqual({
        steps: [
          {
            ...{ decision: "dec_2", standing: "draft", progress: "pending" },
            ...{ outcome: undefined, signals: [], lessons: 0, skill: undefined },
          },
          {
            ...{ decision: "dec_1", standing: "active", progress: "executed" },
            outcome: { id: "out_2", status: "partial", score: 5.5e-7 },
            signals: ["sig_0", "sig_a", "sig_b"].map((id) => ({ id, ...seen })),
            ...{ lessons: 2, skill: "dec_1" },
          },
        ],
        replaced: [],
        asOf: 2,
      });
    });

    it("which decisions one kept from being made", async () => {
      await log.project(
        piece(0, 1, {
          decisions: [
            decision("dec_1", 1, { prevented: ["dec_3", "dec_2", "dec_bare"] }),
            ...[decision("dec_2", 2), decision("dec_3", 3), decision("dec_4", 4)],
          ],
        }),
      );
      expect(names(await log.ask({ ask: "prevented", decision: "dec_1" }))).toEqual(["dec_2", "dec_3"]);
      expect(names(await log.ask({ ask: "prevented", decision: "dec_4" }))).toEqual([]);
    });
  });
});
