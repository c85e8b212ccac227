import { describe, expect, it, onTestFinished } from "vitest";
import {
  addDecision,
  decisionPage,
  findDecision,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { storeLink } from "../../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import { storeEdit } from "../../../src/learning/sql/edit-decision.ts";
import { eraseDecision, erasePerson } from "../../../src/portability/sql/erase-memory.ts";
import { replay } from "../../../src/repair/sql/replay.ts";
import { differences } from "../../../src/repair/sql/said-tables.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { readPeople } from "../../../src/store/log/people.ts";
import type { Judge } from "../../../src/team/rules/team-store.ts";
import { teamOf } from "../../../src/team/sql/team-progress.ts";
import { emptiedChanges, everyChange } from "../../../src/team/sql/team-store.ts";
import { decision, screened } from "../../support/decisions.ts";
import { link } from "../../support/links.ts";
import { outcome, signal } from "../../support/outcomes.ts";
import { withEmptyMemory } from "../../support/replayed.ts";
import { LogModel, PROJECT, type Replica, replica, syncAll } from "../../support/team-replicas.ts";
import { madeUpWord } from "../../support/words-on-disk.ts";

async function machines(...names: readonly string[]): Promise<Replica[]> {
  const all = await Promise.all(names.map((name) => replica(name)));
  onTestFinished(async () => {
    for (const { memory } of all) await memory.close();
  });
  return all;
}

/** The tables in which the word stands, in any column. Only its end is looked for, as in an index. */
function tablesWith({ connection }: Replica, word: string): Promise<string[]> {
  return connection.read((sql) => {
    const tables = sql.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
    return tables
      .map(({ name }) => name as string)
      .filter((table) =>
        sql.all(`SELECT * FROM "${table}"`).some((row) =>
          Object.values(row).some((value) => {
            const bytes = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value));
            return bytes.includes(word.slice(4));
          }),
        ),
      );
  });
}

async function expectGone(machinesOf: readonly Replica[], log: LogModel, word: string): Promise<void> {
  for (const one of machinesOf) {
    expect(await tablesWith(one, word), one.name).toEqual([]);
    expect((await verifyAudit(one.memory)).problem, one.name).toBeUndefined();
    await withEmptyMemory(async (empty) => {
      await replay(one.connection, empty);
      expect(await differences(one.connection, empty, 5), one.name).toEqual([]);
    });
  }
  expect(JSON.stringify(log.entries).includes(word)).toBe(false);
}

async function say(one: Replica, word: string): Promise<void> {
  const at = one.act();
  const own = decision({
    ...{ id: "dec_secret", project: PROJECT, createdAt: at.at },
    ...{ statement: `Keep ${word}`, reasoning: word, questions: [word], source: word },
  });
  await addDecision(one.memory, { decision: own }, at);
}

/** Everything that can be said about a decision, each with the word. */
async function sayMore({ memory, act, name }: Replica, word: string): Promise<void> {
  await addOutcome(memory, PROJECT, "dec_secret", outcome(0, { id: `out_${name}`, lessons: [word] }), act());
  const described = signal({ id: `sig_${name}`, description: screened(word) });
  await addSignal(memory, PROJECT, "dec_secret", described, act());
  await writeDecisionChange(memory, PROJECT, "dec_secret", { note: screened(word) }, act());
  const edit = { statement: screened(`Never keep ${word} of ${name}`) };
  await storeEdit(memory, PROJECT, "dec_secret", { id: `rev_${name}`, edit }, act());
}

const erase = ({ memory, act }: Replica): Promise<unknown> =>
  eraseDecision(memory, PROJECT, "dec_secret", act());

describe("What is erased on one machine is in no table of any, and not in the log,", () => {
  it("when all of them know it", async () => {
    const [a, b, c] = (await machines("a", "b", "c")) as [Replica, Replica, Replica];
    const [log, word] = [new LogModel(), madeUpWord()];
    await say(a, word);
    await syncAll(log, [a, b, c]);
    await sayMore(b, word);
    await syncAll(log, [a, b, c]);
    expect(await tablesWith(c, word)).toContain("change_parts");
    await erase(c);
    await syncAll(log, [a, b, c]);
    await expectGone([a, b, c], log, word);
    const emptied = await emptiedChanges(a.memory, PROJECT, ["dec_secret"]);
    expect(emptied.flatMap(({ parts }) => parts).every(({ args }) => args === undefined)).toBe(true);
    expect(emptied).toHaveLength(5);
  });

  it("when another one goes on about it without knowing", async () => {
    const [a, b, c] = (await machines("a", "b", "c")) as [Replica, Replica, Replica];
    const [log, word] = [new LogModel(), madeUpWord()];
    await say(a, word);
    await syncAll(log, [a, b, c]);
    await erase(a);
    await sayMore(b, word);
    await b.push(log);
    await a.push(log);
    await syncAll(log, [a, b, c]);
    await expectGone([a, b, c], log, word);
  });

  it("when a new machine hears of the erasure before it hears of what was erased", async () => {
    const [a, b] = (await machines("a", "b")) as [Replica, Replica];
    const [log, word] = [new LogModel(), madeUpWord()];
    await say(a, word);
    await sayMore(a, word);
    await a.push(log);
    const said = structuredClone(log.entries);
    await erase(a);
    await a.push(log);
    const tombstone = log.entries.slice(said.length);
    // Only a log that was begun again has what was confirmed before in another order.
    const other = new LogModel();
    other.life = 2;
    other.entries = [...tombstone, ...said].map((entry, n) => ({ ...entry, entry: n + 1 }));
    const { toErase } = await b.pull(other);
    expect(toErase).toHaveLength(said.length);
    await expectGone([b], other, word);
  });

  it("when the text was emptied in the log before the erasure is known", async () => {
    const [a, b] = (await machines("a", "b")) as [Replica, Replica];
    const [log, word] = [new LogModel(), madeUpWord()];
    await say(a, word);
    await sayMore(a, word);
    await a.push(log);
    await erase(a);
    await a.push(log);
    for (const _ of log.entries) await b.pull(log, 1);
    await syncAll(log, [a, b]);
    await expectGone([a, b], log, word);
    expect(await findDecision(b.memory, PROJECT, "dec_secret")).toBeUndefined();
  });

  it("when it stands in what a machine keeps without applying it, whichever came first", async () => {
    const [a, b, c] = (await machines("a", "b", "c")) as [Replica, Replica, Replica];
    const [log, word] = [new LogModel(), madeUpWord()];
    await say(a, word);
    await syncAll(log, [a, b, c]);
    await sayMore(a, word);
    await a.push(log);
    await b.pull(log, 9, () => "unverified");
    expect(await tablesWith(b, word)).toContain("team_aside");
    await erase(c);
    await c.push(log);
    const judge: Judge = ({ origin }) => (origin === "org_a" ? "unverified" : undefined);
    for (const one of [b, c]) await one.pull(log, 9, judge);
    expect((await teamOf(b.memory, PROJECT))?.setAside).toEqual({ unverified: 4 });
    await expectGone([b, c], log, word);
    const { changes } = await everyChange(b.memory, PROJECT, 0, 20);
    expect(JSON.stringify(changes).includes(word)).toBe(false);
    expect(changes.map(({ header }) => header)).toEqual(log.entries.map(({ header }) => header));

    const late = await machines("d");
    await late[0]?.pull(log, 99, judge);
    await expectGone(late, log, word);
  });

  it("when an old copy of the log comes back", async () => {
    const [a, b] = (await machines("a", "b")) as [Replica, Replica];
    const [log, word] = [new LogModel(), madeUpWord()];
    await say(a, word);
    await syncAll(log, [a, b]);
    const copy = structuredClone(log.entries);
    await erase(b);
    await syncAll(log, [a, b]);
    log.begin(copy);
    for (const one of [a, b]) await one.heal(log);
    await syncAll(log, [a, b]);
    await expectGone([a, b], log, word);
  });

  it("when other decisions replaced it, or it replaced others, which stays so", async () => {
    const [a, b] = (await machines("a", "b")) as [Replica, Replica];
    const [log, word] = [new LogModel(), madeUpWord()];
    const at = a.act();
    await addDecision(
      a.memory,
      { decision: decision({ id: "dec_old", project: PROJECT, topic: "old" }) },
      at,
    );
    const own = decision({ id: "dec_secret", project: PROJECT, statement: `Keep ${word}`, topic: "new" });
    const supersedes = [{ ref: "dec_old", linkId: "lnk_s" }];
    await addDecision(a.memory, { decision: own, supersedes, supersedesBecause: screened(word) }, a.act());
    await storeLink(
      a.memory,
      link({ id: "lnk_r", project: PROJECT, from: "dec_old", to: "dec_secret", reason: word }),
      a.act(),
    );
    await syncAll(log, [a, b]);
    await erase(b);
    await syncAll(log, [a, b]);
    await expectGone([a, b], log, word);
    for (const { memory } of [a, b])
      expect((await findDecision(memory, PROJECT, "dec_old"))?.standing).toBe("superseded");
  });
});

describe("The name of a person", () => {
  const named = (one: Replica, name: string) => {
    const { at, by } = one.act();
    return { at, by: { ...by, author: { kind: "human" as const, name: screened(name) } } };
  };
  const decide = (one: Replica, id: string, name: string): Promise<unknown> => {
    const act = named(one, name);
    return addDecision(
      one.memory,
      { decision: decision({ id, project: PROJECT, author: act.by.author, createdAt: act.at }) },
      act,
    );
  };

  it("comes along once", async () => {
    const [a, b] = (await machines("a", "b")) as [Replica, Replica];
    const [log, name] = [new LogModel(), madeUpWord()];
    await decide(a, "dec_one", name);
    await decide(a, "dec_two", name);
    await syncAll(log, [a, b]);
    expect(JSON.stringify(log.entries).split(name)).toHaveLength(2);
    const { items } = await decisionPage(b.memory, { scope: PROJECT }, 9);
    expect(items.map(({ author }) => author.name)).toEqual([name, name]);
  });

  it("is erased on every machine and in the log, also if nothing else was said since", async () => {
    const [a, b, c] = (await machines("a", "b", "c")) as [Replica, Replica, Replica];
    const [log, name] = [new LogModel(), madeUpWord()];
    await decide(a, "dec_one", name);
    await syncAll(log, [a, b, c]);
    const [person] = (await readPeople(b.memory)).filter((one) => one.name === name);
    await erasePerson(b.memory, person?.id as string, b.act());
    await syncAll(log, [a, b, c]);
    await expectGone([a, b, c], log, name);
  });

  it("does not come back with a machine that hears of the erasure first", async () => {
    const [a, b] = (await machines("a", "b")) as [Replica, Replica];
    const [log, name] = [new LogModel(), madeUpWord()];
    await decide(a, "dec_one", name);
    await a.push(log);
    const said = structuredClone(log.entries);
    const [person] = (await readPeople(a.memory)).filter((one) => one.name === name);
    await erasePerson(a.memory, person?.id as string, a.act());
    await a.push(log);
    // Only a log that was begun again has what was confirmed before in another order.
    const other = new LogModel();
    other.life = 2;
    other.entries = [...log.entries.slice(said.length), ...said].map((entry, n) => ({
      ...entry,
      entry: n + 1,
    }));
    await b.pull(other);
    await expectGone([b], other, name);
  });
});
