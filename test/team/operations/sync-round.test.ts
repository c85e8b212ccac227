import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import type { RoundDeps } from "../../../src/team/operations/round-deps.ts";
import type { TeamLog } from "../../../src/team/rules/team-log.ts";
import { readOutgoing } from "../../../src/team/sql/team-store.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { callBy } from "../../support/memory.ts";
import { machineOver, PROJECT, type TeamMachine, teamOn } from "../../support/team-machines.ts";
import { signatures } from "../../support/team-members.ts";
import { succeed } from "../../support/tools.ts";

const decide = async ({ memory }: TeamMachine, statement: string): Promise<string> => {
  const captured = { statement, alternatives: ["Something else"], confidence: 0.8 };
  return String((await succeed(memory, "membria_capture_decision", captured))["decision_id"]);
};

const statementsOf = async ({ memory }: TeamMachine): Promise<string[]> => {
  const { items } = await decisionPage(memory, { scope: PROJECT }, 1_000);
  return items.map(({ statement }) => statement).sort();
};

/** What the log has, by key. */
async function entriesOf(machine: TeamMachine) {
  const { teamLog } = await machine.connect(await machine.progress());
  try {
    const head = await teamLog.head();
    if (!head) return [];
    const slice = await teamLog.after({ lifeId: head.lifeId, entry: 0 }, 1_000);
    return slice.state === "read" ? slice.entries : [];
  } finally {
    await teamLog.close();
  }
}

/** What answers at once, and is no step of its own. */
const NO_STEPS: readonly (string | symbol)[] = ["close", "kept"];

/** Fails instead of the nth call of the log or the memory, or after it was made. */
function failingAt(n: number, when: "before" | "after") {
  let calls = 0;
  const failing = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(from, name, self) {
        const method: unknown = Reflect.get(from, name, self);
        if (typeof method !== "function" || NO_STEPS.includes(name)) return method;
        return async (...args: unknown[]) => {
          calls += 1;
          const isIt = calls === n;
          if (isIt && when === "before") throw new Error("killed");
          const result: unknown = await Reflect.apply(method, from, args);
          if (isIt) throw new Error("killed");
          return result;
        };
      },
    });
  return {
    around: (deps: RoundDeps): RoundDeps => ({
      ...deps,
      teamLog: failing(deps.teamLog),
      memory: failing(deps.memory),
    }),
    wasReached: () => calls >= n,
  };
}

describe("A round", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  beforeAll(async () => {
    hub = await startFalkorDb();
  });
  afterAll(() => hub.remove());
  beforeEach(() => hub.empty());

  const pair = async () => {
    const team = teamOn(hub);
    return [await team.machine("one"), await team.machine("two")] as const;
  };

  it("brings what was said on one machine to the others", async () => {
    const [one, two] = await pair();
    await decide(one, "Cache orders in Redis");
    await decide(two, "Keep invoices for ten years");
    expect(await one.round()).toMatchObject({ shared: 2, received: 0, healed: false });
    expect(await two.round()).toMatchObject({ shared: 2, setAside: 0 });
    await one.round();
    const all = ["Cache orders in Redis", "Keep invoices for ten years"];
    expect(await statementsOf(one)).toEqual(all);
    expect(await statementsOf(two)).toEqual(all);
    for (const machine of [one, two])
      expect(await machine.progress()).toMatchObject({ pending: 0, setAside: {} });
  });

  it("does nothing twice if two programs of a machine do it at once", async () => {
    const [one, two] = await pair();
    const again = machineOver(one.memory, one.parts);
    for (let n = 1; n <= 20; n++) await decide(one, `Cache number ${n}`);
    await Promise.all([one.round(), again.round(), one.round()]);
    const entries = await entriesOf(one);
    expect(new Set(entries.map(({ origin, seq }) => `${origin}:${seq}`)).size).toBe(entries.length);
    expect(entries).toHaveLength(21);
    await two.round();
    expect(await statementsOf(two)).toEqual(await statementsOf(one));
  });

  it.each(["before", "after"] as const)("may be killed %s any of its steps", async (when) => {
    const [one, two] = await pair();
    await one.round();
    for (let n = 1; ; n++) {
      await decide(one, `Cache number ${n}`);
      await decide(two, `Keep number ${n}`);
      await two.round();
      const { around, wasReached } = failingAt(n, when);
      await one.round(around).catch(() => {});
      if (!wasReached()) break;
    }
    await one.round();
    await two.round();
    const entries = await entriesOf(one);
    expect(new Set(entries.map(({ origin, seq }) => `${origin}:${seq}`)).size).toBe(entries.length);
    expect(await statementsOf(one)).toEqual(await statementsOf(two));
    expect((await statementsOf(one)).length).toBe(entries.length - 2);
    expect(await one.progress()).toMatchObject({ pending: 0 });
  });

  it("fills a server that was emptied, with the positions that there were", async () => {
    const [one, two] = await pair();
    for (const machine of [one, two]) await decide(machine, `Said on ${machine.parts.entryName}`);
    for (const machine of [one, two, one]) await machine.round();
    const before = await entriesOf(one);
    await hub.empty();
    await decide(two, "Said when all was gone");
    expect(await two.round()).toMatchObject({ healed: true });
    expect(await one.round()).toMatchObject({ healed: true });
    const after = new Map((await entriesOf(one)).map((entry) => [`${entry.origin}:${entry.seq}`, entry]));
    expect(after.size).toBe(before.length + 1);
    for (const { origin, seq, position } of before)
      expect(after.get(`${origin}:${seq}`)?.position).toBe(position);
    await two.round();
    expect(await statementsOf(one)).toEqual(await statementsOf(two));
    expect(await one.round()).toMatchObject({ healed: false, received: 0, shared: 0 });
  });

  it("gives a server that was rolled back what it lost", async () => {
    const [one, two] = await pair();
    await decide(one, "Said before the copy");
    for (const machine of [one, two]) await machine.round();
    const copy = await hub.copyData();
    await decide(one, "Said after the copy");
    for (const machine of [one, two]) await machine.round();
    await hub.restoreData(copy);
    await decide(two, "Said after the old copy came back");
    for (const machine of [two, one, two]) await machine.round();
    expect(await statementsOf(one)).toHaveLength(3);
    expect(await statementsOf(two)).toEqual(await statementsOf(one));
    expect(await entriesOf(one)).toHaveLength(5);
  });

  it("may be killed between any two steps while it fills an emptied server", async () => {
    const [one, two] = await pair();
    for (const machine of [one, two]) await decide(machine, `Said on ${machine.parts.entryName}`);
    for (const machine of [one, two, one]) await machine.round();
    for (let n = 1; ; n++) {
      await hub.empty();
      const { around, wasReached } = failingAt(n, n % 2 === 0 ? "before" : "after");
      await one.round(around).catch(() => {});
      await one.round();
      expect(await entriesOf(one)).toHaveLength(4);
      if (!wasReached()) break;
    }
    await two.round();
    expect(await statementsOf(two)).toEqual(await statementsOf(one));
  });

  it("takes an erased text out of the log, also one that comes later", async () => {
    const [one, two] = await pair();
    const id = await decide(one, "Ask Quentin Snodgrass about caching");
    for (const machine of [one, two]) await machine.round();
    await succeed(two.memory, "membria_record_outcome", {
      decision_id: id,
      final_status: "success",
      final_score: 1,
      lessons_learned: ["Snodgrass knew"],
    });
    await eraseDecision(one.memory, PROJECT, id, {
      by: callBy({ role: "admin" }).actor,
      at: one.memory.clock.now(),
    });
    for (const machine of [one, two, one, two]) await machine.round();
    const text = JSON.stringify(await entriesOf(one));
    expect(text).not.toContain("Snodgrass");
    expect(await statementsOf(two)).toEqual([]);
    // A log that comes back with the text loses it again.
    expect(await one.round()).toMatchObject({ received: 0 });
  });

  it.each(["forged", "signed"])("goes on under another name if a %s change has its number", async (how) => {
    const [one, two] = await pair();
    await decide(one, "Said before it was copied");
    await one.round();
    const stolen = await one.parts.secrets.read((await one.progress()).team);
    const { origin } = await one.progress();
    await decide(one, "Said by the slower one");
    // It has its number already, and another memory with the same keys and numbers was faster.
    await readOutgoing(one.memory, PROJECT, { sign: () => "not sent" }, 10);
    const { teamLog } = await one.connect(await one.progress());
    const head = await (teamLog as TeamLog).head();
    const [, last] = await entriesOf(one);
    if (!head || !last || !stolen) throw new Error("There should be a log.");
    const header = last.header.replace('"seq":2', '"seq":3');
    const signature = how === "signed" ? signatures.sign(header, stolen.key.privateKey) : last.signature;
    const taken = { ...last, seq: 3, header, signature, position: undefined };
    await teamLog.append([taken], { lifeId: head.lifeId, entry: 0 });
    await teamLog.close();
    expect(await one.round()).toMatchObject({ shared: 2 });
    expect((await one.progress()).origin).not.toBe(origin);
    await two.round();
    expect(await statementsOf(two)).toContain("Said by the slower one");
    expect(await one.progress()).toMatchObject({ pending: 0 });
    // What was added without a valid signature counts nowhere.
    for (const { progress } of [one, two])
      expect((await progress()).setAside).toEqual(how === "signed" ? {} : { unverified: 1 });
    expect(await statementsOf(one)).toEqual(await statementsOf(two));
  });

  it("goes on under another name in a copy of the memory", async () => {
    const [one, two] = await pair();
    await decide(one, "Said in the original");
    await one.round();
    const copied = machineOver(one.memory, {
      ...one.parts,
      mark: { machine: "copy", of: async () => "another file" },
    });
    await decide(copied, "Said in the copy");
    await copied.round();
    expect((await copied.parts.secrets.read((await one.progress()).team))?.mark).toBe("another file");
    await two.round();
    expect(await statementsOf(two)).toEqual(["Said in the copy", "Said in the original"]);
    expect(await two.progress()).toMatchObject({ setAside: {} });
  });

  it("goes on under another name in an older copy of the memory, if the log does not know the rest either", async () => {
    const [one, two] = await pair();
    await decide(one, "Said before the copy was made");
    await one.round();
    const { origin, team, ownSeq } = await one.progress();
    const secret = await one.parts.secrets.read(team);
    if (!secret) throw new Error("There should be keys.");
    expect(secret.highestSeq).toBe(ownSeq);
    await one.parts.secrets.write({ ...secret, highestSeq: ownSeq + 7 });
    await decide(one, "Said after it was restored");
    await one.round();
    expect((await one.progress()).origin).not.toBe(origin);
    await two.round();
    expect(await statementsOf(two)).toEqual(["Said after it was restored", "Said before the copy was made"]);
    expect(await two.progress()).toMatchObject({ setAside: {} });
  });
});
