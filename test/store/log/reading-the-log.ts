import { expect, it } from "vitest";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { eraseDecision, erasePerson } from "../../../src/portability/sql/erase-memory.ts";
import type { Actor } from "../../../src/shared/actor.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { readPeople } from "../../../src/store/log/people.ts";
import type { LogFilter, LoggedEntry } from "../../../src/store/log/read-log.ts";
import { countLog, readEntries } from "../../../src/store/log/read-log.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, actor, DAY, decision, screened } from "../../support/decisions.ts";
import { outcome } from "../../support/outcomes.ts";

const human = (name: string): Actor => ({
  ...actor("human", "membria-cli/1.0"),
  author: { kind: "human", name: screened(name) },
});

const agentFor = (person: string): Actor => ({
  author: { kind: "agent", name: screened("Painter"), person: screened(person) },
  role: "agent",
  client: screened("@acme/painter/2.1"),
  key: "key_1",
});

const seqs = (entries: readonly LoggedEntry[]): number[] => entries.map(({ seq }) => seq);

/** Three decisions: 1 by the human Ärla, 2 by an agent for her, 3 by a script a day later; 4 is the outcome of the first. */
async function written(memory: Memory): Promise<void> {
  const script = actor("script", "nightly");
  await addDecision(
    memory,
    { decision: decision({ id: "dec_one", aliases: ["ADR-1"] }) },
    act(DAY, human("Ärla")),
  );
  await addDecision(memory, { decision: decision({ id: "dec_two" }) }, act(DAY, agentFor("Ärla")));
  const later = new Date(DAY.getTime() + DAY_MS);
  await addDecision(memory, { decision: decision({ id: "dec_three" }) }, act(later, script));
  await addOutcome(memory, "shop", "dec_one", outcome(1, { id: "out_one" }), act(later, script));
}

export function readingTheLog(current: () => OpenedStore): void {
  const find = async (filter: Omit<LogFilter, "scope">): Promise<number[]> =>
    seqs(await readEntries(current().memory, { scope: "shop", ...filter }, { after: 0 }, 10));

  it("oldest first, from a position on, or the last ones before a position", async () => {
    const { memory } = current();
    await written(memory);
    const read = async (...range: [object, number]) =>
      seqs(await readEntries(memory, { scope: "shop" }, range[0], range[1]));
    expect(await read({ after: 0 }, 2)).toEqual([1, 2]);
    expect(await read({ after: 2 }, 2)).toEqual([3, 4]);
    expect(await read({ after: 4 }, 2)).toEqual([]);
    expect(await read({}, 3)).toEqual([2, 3, 4]);
    expect(await read({ before: 3 }, 1)).toEqual([2]);
    expect(await read({ before: 1 }, 1)).toEqual([]);
    expect(await countLog(memory, { scope: "shop" }, 4)).toBe(3);
    expect(await countLog(memory, { scope: "shop", actor: "script" }, 4)).toBe(1);
  });

  it("with the person, the client, the key and the machine of each entry", async () => {
    const { memory } = current();
    await written(memory);
    const [first, second, third] = await readEntries(memory, { scope: "shop" }, { after: 0 }, 10);
    const common = { personId: expect.stringMatching(/^per_/), origin: expect.stringMatching(/^mem_/) };
    expect(first).toMatchObject({ ...common, authorKind: "human", author: "Ärla", erased: "nothing" });
    expect(second).toMatchObject({
      author: "Painter",
      person: "Ärla",
      personId: first?.personId,
      key: "key_1",
    });
    expect(second?.machine).toBe(first?.machine);
    expect(third).not.toHaveProperty("personId");
    expect(first).not.toHaveProperty("changes");
  });

  it.each([
    ["human", [1]],
    ["AGENT", [2]],
    ["script", [3, 4]],
    ["ärla", [1, 2]],
    ["ÄRLA", [1, 2]],
    ["painter", [2]],
    ["@acme/painter", [2]],
    ["@Acme/Painter/2.1", [2]],
    ["membria-cli", [1]],
    ["nightly", [3, 4]],
    ["KEY_1", [2]],
    ["ärl", []],
    ["%", []],
  ])("by the actor %s", async (name, found) => {
    await written(current().memory);
    expect(await find({ actor: name })).toEqual(found);
  });

  it.each(["human", "key_1"])("not by a client that calls itself %s", async (name) => {
    const { memory } = current();
    await written(memory);
    const before = await find({ actor: name });
    const client = { ...actor("agent", name), author: { kind: "agent" as const, name: screened(name) } };
    await addDecision(memory, { decision: decision({ author: client.author }) }, act(DAY, client));
    expect(await find({ actor: name })).toEqual(before);
  });

  it("by the id of a person, even after the name was erased", async () => {
    const { memory } = current();
    await written(memory);
    const [person] = await readPeople(memory);
    const id = person?.id as string;
    await erasePerson(memory, id, act());
    expect(await find({ actor: id })).toEqual([1, 2]);
    expect(await find({ actor: "Ärla" })).toEqual([]);
    const [first] = await readEntries(memory, { scope: "shop" }, { after: 0 }, 1, { withChanges: true });
    expect(first).toMatchObject({ author: "(erased)", personId: id, erased: "nothing" });
    expect(first?.changes).toContainEqual({ personId: id, erased: true });
  });

  it("by time and by action", async () => {
    await written(current().memory);
    expect(await find({ since: new Date(DAY.getTime() + 1) })).toEqual([3, 4]);
    expect(await find({ actions: ["outcome.recorded"] })).toEqual([4]);
    expect(await find({ actions: ["decision.captured"], since: new Date(DAY.getTime() + 1) })).toEqual([3]);
  });

  it("by a record: entries about it and those that touch it, by its id or alias", async () => {
    await written(current().memory);
    expect(await find({ record: "dec_one" })).toEqual([1, 4]);
    expect(await find({ record: "ADR-1" })).toEqual([1, 4]);
    expect(await find({ record: "out_one" })).toEqual([4]);
    expect(await find({ record: "dec_nowhere" })).toEqual([]);
  });

  it("with what was written, whole, where it is asked for", async () => {
    const { memory } = current();
    await written(memory);
    await writeDecisionChange(memory, "shop", "dec_two", { note: screened("Look again") }, act());
    const [captured] = await readEntries(memory, { scope: "shop" }, { after: 1 }, 1, { withChanges: true });
    expect(JSON.stringify(captured?.changes)).toContain(
      (await findDecision(memory, "shop", "dec_two"))?.statement,
    );
    const [updated] = await readEntries(memory, { scope: "shop" }, {}, 1, { withChanges: true });
    expect(updated?.changes).toMatchObject([{ args: { note: "Look again" } }]);
  });

  it("marks what was erased, and has nothing of it", async () => {
    const { memory } = current();
    await written(memory);
    const { statement = "" } = (await findDecision(memory, "shop", "dec_one")) ?? {};
    await eraseDecision(memory, "shop", "dec_one", act());
    const entries = await readEntries(memory, { scope: "shop", record: "dec_one" }, { after: 0 }, 10, {
      withChanges: true,
    });
    expect(entries.map(({ action, erased }) => [action, erased])).toEqual([
      ["decision.captured", "all"],
      ["outcome.recorded", "all"],
      ["decision.erased", "nothing"],
    ]);
    expect(entries[0]?.changes?.[0]).toEqual({ erased: true });
    expect(JSON.stringify(entries)).not.toContain(statement);
  });

  it("of one project; what belongs to no project only with all of them", async () => {
    const { memory } = current();
    await written(memory);
    await addDecision(memory, { decision: decision({ project: "bank" }) }, act());
    const [person] = await readPeople(memory);
    await erasePerson(memory, person?.id as string, act());
    const read = async (scope: string) => seqs(await readEntries(memory, { scope }, {}, 10));
    expect(await read("shop")).toEqual([1, 2, 3, 4]);
    expect(await read("bank")).toEqual([5]);
    expect(await read("all")).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await countLog(memory, { scope: "all" }, 7)).toBe(6);
  });

  it("lists the people with their ids, how much they wrote, and when", async () => {
    const { memory } = current();
    await written(memory);
    const later = new Date(DAY.getTime() + 2 * DAY_MS);
    await addDecision(memory, { decision: decision() }, act(later, human("Bo")));
    const id = expect.stringMatching(/^per_/);
    expect(await readPeople(memory)).toEqual([
      { id, name: "Bo", entries: 1, firstAt: later, lastAt: later },
      { id, name: "Ärla", entries: 2, firstAt: DAY, lastAt: DAY },
    ]);
    const [bo] = await readPeople(memory);
    const erased = await erasePerson(memory, bo?.id as string, act());
    expect(erased).toEqual({ id: bo?.id, project: "all", entriesWithName: 0 });
    expect(await readPeople(memory)).toContainEqual(expect.objectContaining({ id: bo?.id, name: undefined }));
  });
}
