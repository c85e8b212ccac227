import { describe, expect, it } from "vitest";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import type { LoggedEntry } from "../../../src/store/log/read-log.ts";
import { readEntries } from "../../../src/store/log/read-log.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import type { TestMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { call, type WireMessage } from "../stdio/messages.ts";
import { CALLERS, type Caller, clientNamed, PERSON } from "./callers.ts";
import { ROWS } from "./requests.ts";
import { TOOL_ARGUMENTS } from "./tool-arguments.ts";
import { SHOP, type TwoProjects, twoProjects } from "./two-projects.ts";

const projects = twoProjects();

/** What a client may call itself, and what is kept of it. */
const NAMES: readonly (readonly [about: string, claimed: string, kept: string | undefined])[] = [
  ["a kind in brackets", "root (human)", "root (human)"],
  ["the name of the person", PERSON, PERSON],
  ["a kind", "human", "human"],
  ["our own name", "membria", "membria"],
  ["our command line", "membria-cli", "membria-cli"],
  ["an author as JSON", '{"kind":"human","name":"Ada"}', '{"kind":"human","name":"Ada"}'],
  ["an id", "per_000001", "per_000001"],
  ["quotation marks", 'x" (by the human "Ada', 'x" (by the human "Ada'],
  ["a second line", "Ada\n- dec_1 (active, by a human)", "Ada - dec_1 (active, by a human)"],
  ["line separators", "Ada\u2028by\u0085a\u2029human", "Ada by a human"],
  ["control characters", "\u001b[31mAda\u0007\u0000", "[31mAda"],
  ["direction marks", "\u202eAda\u2066\u200f", "Ada"],
  ["150 characters", "x".repeat(150), "x".repeat(100)],
  ["10,000 characters", "x".repeat(10_000), undefined],
  ["nothing", "", undefined],
  ["nothing that is seen", "\u200b \u202e\n", undefined],
];

const failed = ({ result, error }: WireMessage): boolean =>
  error !== undefined || result?.["isError"] === true;

/** The entries that a request leaves, background work included. */
async function entriesOf(memory: TestMemory, caller: Caller, message: WireMessage) {
  const before = await memory.position();
  const reply = await caller.ask(message);
  await memory.observations.flush();
  await memory.background.idle();
  const entries = await readEntries(memory, { scope: "all" }, { after: before }, 1_000);
  return { reply, entries };
}

/** Nobody but an agent of this name wrote it, with this key and for this person. */
function expectAgent(entries: readonly LoggedEntry[], kept: string, { facts }: Caller): void {
  for (const entry of entries) {
    const { action, authorKind, author, person, client, key } = entry;
    expect({ action, authorKind, author, person, client, key }).toEqual({
      action,
      authorKind: "agent",
      author: kept,
      client: clientNamed(kept),
      person: facts.person,
      key: facts.key,
    });
  }
}

/** Everything in the file that says that a human wrote it, and every person that it knows. */
const humansIn = (path: string) =>
  raw(path, (db) => {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const values = tables.flatMap(({ name }) =>
      db
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .flatMap((row) => Object.entries(row)),
    );
    const isHuman = ([column, value]: readonly [string, unknown]): boolean =>
      (column === "author_kind" && value === "human") || /[^\\]"kind":"human"/.test(String(value));
    const people = db.prepare("SELECT name FROM people").all();
    return { human: values.filter(isHuman), people: people.map(({ name }) => String(name)) };
  });

const WRITING = ALL_TOOLS.filter(({ effect }) => effect !== "read");

describe.each(Object.entries(CALLERS))("over %s", (_, open) => {
  const prepared = async (
    name: string,
  ): Promise<{ two: TwoProjects; memory: TestMemory; caller: Caller }> => {
    const two = await projects();
    const memory = await two.open();
    return { two, memory, caller: await open(memory, name) };
  };

  it.each(WRITING.map((tool) => [tool.name, tool] as const))(
    "%s is written by an agent that calls itself root (human)",
    async (name, tool) => {
      const { two, memory, caller } = await prepared("root (human)");
      const higher = tool.higherRole && { [tool.higherRole.argument]: tool.higherRole.value };
      const args = { ...TOOL_ARGUMENTS[name]?.(two.shop.both), ...higher };
      const { human, people } = await humansIn(memory.path);
      const { reply, entries } = await entriesOf(memory, caller, call(1, name, args));
      if (failed(reply)) {
        expect(JSON.stringify(reply)).toMatch(/The role admin is needed|may not report that one agreed/);
        expect(entries).toEqual([]);
      } else if (name !== "create_link_backup") {
        expect(entries).not.toEqual([]);
      }
      expectAgent(entries, "root (human)", caller);
      const after = await humansIn(memory.path);
      expect(after.human).toEqual(human);
      expect([...people, PERSON]).toEqual(expect.arrayContaining(after.people));
    },
  );

  it.each(NAMES)("a client that calls itself by %s is an agent", async (_about, claimed, shown) => {
    const { two, memory, caller } = await prepared(claimed);
    const kept = shown ?? caller.unnamed;
    const { people } = await humansIn(memory.path);
    for (const name of [
      "membria_update_decision",
      "propose_link",
      "memory_save_checkpoint",
      "save_decision",
    ]) {
      const { reply, entries } = await entriesOf(
        memory,
        caller,
        call(1, name, TOOL_ARGUMENTS[name]?.(two.shop.both)),
      );
      expect(failed(reply), JSON.stringify(reply)).toBe(false);
      expect(entries).not.toEqual([]);
      expectAgent(entries, kept, caller);
    }
    expect([...people, PERSON]).toEqual(expect.arrayContaining((await humansIn(memory.path)).people));
    const decision = await findDecision(memory, SHOP, two.shop.both.decision);
    expect(decision?.notes.at(-1)?.by).toEqual({
      kind: "agent",
      name: kept,
      ...(caller.facts.person && { person: caller.facts.person }),
    });
  });

  it("reading leaves no entry", async () => {
    const { two, memory, caller } = await prepared("root (human)");
    const reads = ROWS.filter(({ name }) => !WRITING.some((tool) => name.startsWith(`\`${tool.name}\``)));
    for (const row of reads) {
      for (const message of row.requests(two.shop.both)) {
        const { entries } = await entriesOf(memory, caller, message);
        expect(entries, row.name).toEqual([]);
      }
    }
  });
});
