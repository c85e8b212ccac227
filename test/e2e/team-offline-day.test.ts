import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decisionsById } from "../../src/decisions/sql/decisions.ts";
import { eventually } from "../support/eventually.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../support/falkordb.ts";
import { joinedMachines, type Machine, PROJECT, TEAM_USERS } from "../support/team/programs.ts";
import {
  differencesOf,
  isDrained,
  openHubLog,
  openReplica,
  type Replica,
} from "../support/team/what-is-where.ts";

const CHANGES = 500;
const RACES = 20;
const IN_FLIGHT = 5;

/** A claim that was made while the team was away. */
interface Claim {
  readonly subject: string;
  readonly decision: string;
}

describe("After a day without the team", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  let machines: [Machine, Machine];
  let replicas: [Replica, Replica];
  beforeAll(async () => {
    hub = await startFalkorDb({ users: TEAM_USERS });
    machines = (await joinedMachines(hub, ["one", "two"])) as [Machine, Machine];
    replicas = (await Promise.all(machines.map(openReplica))) as [Replica, Replica];
  });
  afterAll(async () => {
    for (const replica of replicas ?? []) await replica.close();
    for (const machine of machines ?? []) await machine.remove();
    await hub.remove();
  });

  const inStep = async (): Promise<void> => {
    const log = await openHubLog(hub, replicas[0]);
    try {
      await eventually(async () => expect(await isDrained(log, replicas)).toBe(true));
    } finally {
      await log.close();
    }
  };

  it("each lost claim is named with its winner, and both machines know the same", async () => {
    const [one, two] = machines;
    const subjects = await inLanes(RACES, (n) => capture(one, `Cache the orders of shop ${n}`));
    await two.start();
    await inStep();
    for (const { between } of machines) await between.refuses();
    // What one says first the other says last, so that each may win some.
    const [ofOne, ofTwo] = await Promise.all([
      dayOf(one, subjects),
      dayOf(two, [...subjects.slice(RACES / 2), ...subjects.slice(0, RACES / 2)]),
    ]);
    for (const { between } of machines) await between.passes();
    await inStep();

    const told = await toldLosses(machines);
    const proposals = await Promise.all(machines.map((machine) => proposalsOf(machine)));
    expect(proposals[0]).toEqual(proposals[1]);
    expect(proposals[0]).toHaveLength(RACES);
    for (const subject of subjects) {
      const both = [...ofOne, ...ofTwo].filter((claim) => claim.subject === subject);
      expect(both).toHaveLength(2);
      const standings = await Promise.all(both.map(({ decision }) => standingOf(replicas[0], decision)));
      expect(standings.toSorted()).toEqual(["active", "draft"]);
      const winner = both[standings.indexOf("active")]?.decision as string;
      const draft = both[standings.indexOf("draft")]?.decision as string;
      const proposal = proposals[0]?.find(({ target }) => target === draft);
      expect(proposal, `a proposal about ${draft}`).toBeDefined();
      expect(JSON.stringify(proposal)).toContain(winner);
      expect(told).toContain(`Lost to ${winner}, which another machine put in the place of ${subject} first`);
      expect(told).toContain(`${draft} is kept as a draft, and the proposal ${proposal?.proposal_id} waits`);
    }
    expect(await differencesOf(...replicas)).toEqual([]);
    const log = await openHubLog(hub, replicas[0]);
    const head = await log.head().finally(() => log.close());
    expect(head?.entries).toBeGreaterThanOrEqual(2 * CHANGES);
  }, 300_000);

  /** Early ones of the claims come at the beginning, the others at the end, and much else in between. */
  async function dayOf(machine: Machine, subjects: readonly string[]): Promise<Claim[]> {
    const half = RACES / 2;
    const claim = async (subject: string): Promise<Claim> => ({
      subject,
      decision: await supersede(machine, subject),
    });
    const first = await inLanes(half, (n) => claim(subjects[n] as string));
    // A supersede is two changes, the capture and the replacing.
    await inLanes(CHANGES - 2 * RACES, (n) => note(machine, subjects[n % RACES] as string, n));
    const last = await inLanes(half, (n) => claim(subjects[half + n] as string));
    return [...first, ...last];
  }
});

/** So many at once as a client with some agents would. */
async function inLanes<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const n = next;
      next += 1;
      results[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return results;
}

const capture = async (machine: Machine, statement: string): Promise<string> =>
  String(
    (
      await machine.done("membria_capture_decision", {
        statement,
        alternatives: ["Something else"],
        confidence: 0.8,
      })
    )["decision_id"],
  );

async function supersede(machine: Machine, subject: string): Promise<string> {
  const reply = await machine.done("supersede_decision", {
    title: `What ${machine.name} has instead of ${subject}`,
    target: "orders",
    rationale: "The one before did not keep up with the load.",
    old_decision_ids: [subject],
  });
  expect(String(reply["notices"])).toContain("Stored locally");
  return String(reply["decision_id"]);
}

const note = (machine: Machine, decision_id: string, n: number): Promise<unknown> =>
  machine.done("membria_update_decision", { decision_id, notes: `Seen ${n} times on ${machine.name}` });

/**
 * What replies say about lost claims, until they have said all. What a machine has received is in its file a moment before its
 * server knows that the team is back.
 */
async function toldLosses(machines: readonly Machine[]): Promise<string> {
  const told: string[] = [];
  await eventually(async () => {
    for (const machine of machines) {
      const { notices } = await machine.done("membria_get_all_calibrations", {});
      told.push(
        ...((notices as string[] | undefined) ?? []).filter((notice) => notice.startsWith("Lost to ")),
      );
    }
    expect(told).toHaveLength(RACES);
  });
  return told.join("\n");
}

async function proposalsOf(machine: Machine): Promise<{ proposal_id: string; target: string }[]> {
  const { proposals } = await machine.answer(["proposals", "--limit", "100"]);
  return proposals as { proposal_id: string; target: string }[];
}

const standingOf = async ({ memory }: Replica, id: string): Promise<unknown> =>
  (await decisionsById(memory, PROJECT, [id]))[0]?.standing;
