import { expect, it } from "vitest";
import {
  addDecision,
  findDecision,
  storeSuperseding,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { keyText } from "../../../src/team/rules/member-change.ts";
import type { SetAsideReason } from "../../../src/team/rules/membership.ts";
import type { LogEntry } from "../../../src/team/rules/team-log.ts";
import type { Judge } from "../../../src/team/rules/team-store.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import {
  everyChange,
  projectionAfter,
  receiveEntries,
  setAsideChanges,
} from "../../../src/team/sql/team-store.ts";
import { decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";
import { LogModel, type Machine, machineWith, PROJECT, TEAM } from "../../support/team-replicas.ts";
import { headerOf, type TestTeam } from "./team-for-each.ts";

const capture = async ({ memory, act }: Machine, id: string): Promise<void> => {
  const at = act();
  await addDecision(memory, { decision: decision({ id, project: PROJECT, createdAt: at.at }) }, at);
};

/** The change as a later version of Membria would have said it. */
function altered(entry: LogEntry, fields: Record<string, unknown>): LogEntry {
  return { ...entry, header: JSON.stringify({ ...headerOf(entry), ...fields, from_the_future: [1, 2] }) };
}

/** A log with what one machine said. */
async function logOf(machine: Machine, say: () => Promise<unknown>): Promise<LogModel> {
  const log = new LogModel();
  await say();
  await machine.push(log);
  return log;
}

/** Something about members, which the store keeps and does not read. */
const aboutMembers = (log: LogModel): void =>
  void log.append([
    {
      origin: "org_founder",
      seq: log.entries.length + 1,
      header: JSON.stringify({ format: 1, team: TEAM, action: "member.joined", subject: "org_a" }),
      signature: "s",
      parts: [],
    },
  ]);

/** What a machine keeps without applying it. */
export function settingAside(current: () => TestTeam): void {
  it.each(["unverified", "not_allowed", "unknown_member"] as const)(
    "keeps, counts and lists a change that is %s, and applies it when something about members makes it right",
    async (reason: SetAsideReason) => {
      const [a, b] = [await current().machine("a"), await current().machine("b")];
      const log = await logOf(a, () => capture(a, "dec_one"));
      const refuse: Judge = () => reason;
      expect(await b.pull(log, 9, refuse)).toMatchObject({ applied: 0, setAside: 1 });
      expect(await findDecision(b.memory, PROJECT, "dec_one")).toBeUndefined();
      expect((await teamOf(b.memory, PROJECT))?.setAside).toEqual({ [reason]: 1 });
      expect(await setAsideChanges(b.memory, PROJECT, 9)).toEqual([
        { origin: "org_a", seq: 1, reason, action: "decision.captured" },
      ]);
      expect((await everyChange(b.memory, PROJECT, 0, 9)).changes).toEqual(
        log.entries.map(({ entry: _, ...change }) => change),
      );
      aboutMembers(log);
      expect(await b.pull(log)).toMatchObject({ applied: 1 });
      expect((await findDecision(b.memory, PROJECT, "dec_one"))?.standing).toBe("active");
      expect(await teamOf(b.memory, PROJECT)).toMatchObject({ setAside: {}, received: 1 });
    },
  );

  it.each([
    ["another action", { action: "decision.praised" }],
    ["newer arguments", { version: 99 }],
    ["a newer header", { format: 99, author: "anything" }],
    ["a header that is none", "no JSON at all"],
  ])("passes a change with %s on to the letter", async (_, fields) => {
    const [a, b, c] = await Promise.all(["a", "b", "c"].map((name) => current().machine(name)));
    const log = await logOf(a as Machine, () => capture(a as Machine, "dec_one"));
    const [entry] = log.entries as [LogEntry];
    const newer = typeof fields === "string" ? { ...entry, header: fields } : altered(entry, fields);
    log.entries = [newer];
    expect(await b?.pull(log)).toMatchObject({ applied: 0, setAside: 1 });
    expect((await teamOf((b as Machine).memory, PROJECT))?.setAside).toEqual({ unknown_change: 1 });
    const second = new LogModel();
    await b?.heal(second);
    expect(second.entries).toEqual([newer]);
    expect(await c?.pull(second)).toMatchObject({ setAside: 1 });
  });

  it("applies what is about records that are not known yet when they come, in any order", async () => {
    const [a, b] = [await current().machine("a"), await current().machine("b")];
    const log = await logOf(a, async () => {
      await capture(a, "dec_one");
      await capture(a, "dec_two");
      await addOutcome(a.memory, PROJECT, "dec_one", outcome(0, { id: "out_a" }), a.act());
      await writeDecisionChange(a.memory, PROJECT, "dec_one", { note: screened("It failed") }, a.act());
      await storeSuperseding(
        a.memory,
        PROJECT,
        { supersedes: [{ ref: "dec_one", linkId: "lnk_s" }], by: "dec_two", because: undefined },
        a.act(),
      );
    });
    const [first, second, ...rest] = log.entries;
    const said = [...rest.toReversed(), second, first] as LogEntry[];
    // Only a log that was begun again has what was confirmed before in another order.
    log.life = 2;
    log.entries = said.map((entry, n) => ({ ...entry, entry: n + 1 }));
    expect(await b.pull(log, 3)).toMatchObject({ applied: 0, setAside: 3 });
    expect((await teamOf(b.memory, PROJECT))?.setAside).toEqual({ incomplete: 3 });
    expect(await b.pull(log)).toMatchObject({ applied: 5 });
    expect((await teamOf(b.memory, PROJECT))?.setAside).toEqual({});
    for (const id of ["dec_one", "dec_two"])
      expect(await findDecision(b.memory, PROJECT, id)).toEqual(await findDecision(a.memory, PROJECT, id));
  });

  it("tells whoever projects what was applied later with the entry that allowed it", async () => {
    const [a, b] = [await current().machine("a"), await current().machine("b")];
    const log = await logOf(a, () => capture(a, "dec_one"));
    await b.push(log);
    await b.pull(log, 9, () => "unknown_member");
    aboutMembers(log);
    await b.pull(log);
    const piece = await projectionAfter(b.memory, PROJECT, 1, 9);
    expect(piece?.decisions.map(({ id }) => id)).toEqual(["dec_one"]);
  });

  it("takes a change that comes again for the one that it keeps", async () => {
    const [a, b] = [await current().machine("a"), await current().machine("b")];
    const log = await logOf(a, () => capture(a, "dec_one"));
    await b.pull(log, 9, () => "unverified");
    const again = { ...log.entries[0], entry: 2 } as LogEntry;
    log.entries.push(again);
    expect(await b.pull(log, 9, () => "unverified")).toMatchObject({ applied: 0, setAside: 0 });
    expect((await setAsideChanges(b.memory, PROJECT, 9)).map(keyText)).toEqual(["org_a:1"]);
  });

  it("tries everything again once it was started anew, because it may have learned more", async () => {
    const team = current();
    const a = await team.machine("a");
    const log = await logOf(a, () => capture(a, "dec_one"));
    const opened = await team.memory();
    const b = await machineWith(opened.memory, "b");
    await b.pull(log, 9, () => "unknown_change");
    const other = await logOf(a, () => capture(a, "dec_two"));
    const [entry] = other.entries as [LogEntry];
    const memory = await opened.reopen();
    const cursor = { lifeId: "life1", life: 1, entry: 2, key: keyText(entry) };
    await receiveEntries(memory, PROJECT, [{ ...entry, entry: 2 }], cursor, () => undefined);
    expect(await findDecision(memory, PROJECT, "dec_one")).toBeDefined();
  });

  it("does not take a change that claims an earlier place than the log gave it, now or when others are tried again", async () => {
    const [a, b] = [await current().machine("a"), await current().machine("b")];
    const log = await logOf(a, async () => {
      await capture(a, "dec_first");
      await capture(a, "dec_claimed");
    });
    const [first, second] = log.entries as [LogEntry, LogEntry];
    log.entries = [first, { ...second, position: first.position - 1 }];
    expect(await b.pull(log)).toMatchObject({ applied: 1, setAside: 1 });
    expect((await teamOf(b.memory, PROJECT))?.setAside).toEqual({ unverified: 1 });
    aboutMembers(log);
    expect(await b.pull(log)).toMatchObject({ applied: 0 });
    expect(await findDecision(b.memory, PROJECT, "dec_claimed")).toBeUndefined();
    expect(await findDecision(b.memory, PROJECT, "dec_first")).toBeDefined();
  });

  it("keeps the place of a change that comes again with an earlier one, which the log never gave it", async () => {
    const [a, b] = [await current().machine("a"), await current().machine("b")];
    const log = await logOf(a, async () => {
      await capture(a, "dec_first");
      await capture(a, "dec_claimed");
    });
    await b.pull(log);
    const [first, second] = log.entries as [LogEntry, LogEntry];
    log.entries.push({ ...second, entry: 3, position: first.position - 1 });
    await b.pull(log);
    const { changes } = await everyChange(b.memory, PROJECT, 0, 9);
    expect(changes.map(({ position }) => position)).toEqual([first.position, second.position]);
  });
}
