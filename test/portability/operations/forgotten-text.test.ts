import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addCandidates,
  latestCheckpointDraft,
  openCandidates,
  saveCheckpointDraft,
} from "../../../src/candidates/sql/candidate-rows.ts";
import { recordOutcome } from "../../../src/decisions/operations/record-outcome.ts";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { getDecisionContext } from "../../../src/learning/operations/get-decision-context.ts";
import { editDecision } from "../../../src/learning/operations/update-decision.ts";
import { readGuidance } from "../../../src/learning/sql/guidance.ts";
import { eraseMemory } from "../../../src/portability/operations/erase-memory.ts";
import { saveCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { commandLineOn } from "../../support/command-line.ts";
import { screened } from "../../support/decisions.ts";
import { give, guidance } from "../../support/guidance.ts";
import { candidate, checkpointDraft } from "../../support/hook-records.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { openSession, PERSON, type TestSession } from "../../support/reporting-session.ts";

const STATEMENT = "Pay the harbour master in silver coins until the new bridge is open";
const REASON = "The guild refuses paper money since the flood of last autumn";
/** Long enough to be kept as a draft. */
const REST = "The tests of the ferry pass now, and the tariff is read from its table. ".repeat(4);
const PASSAGE = 20;

const forget = (session: TestSession, id: string) =>
  commandLineOn(session.memory, "shop").run("forget", id, "--yes", "--json");
const person = callBy(PERSON);

const windows = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - PASSAGE + 1) }, (_, at) => text.slice(at, at + PASSAGE));

/** Every value of every table, those of the indexes included, and every byte of the files in the home. */
async function everythingKept({ path }: TestMemory): Promise<string> {
  const rows = await raw(path, (db) => {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .all()
      .map(({ name }) => name as string);
    return tables.flatMap((name) =>
      db
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .flatMap((row) => Object.values(row))
        .map((value) =>
          value instanceof Uint8Array ? Buffer.from(value).toString("latin1") : String(value),
        ),
    );
  });
  const files = readdirSync(dirname(path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => readFileSync(join(parentPath, name)))
    .flatMap((bytes) => [
      bytes,
      ...(bytes.length > 2 && bytes.readUInt16BE(0) === 0x1f8b ? [gunzipSync(bytes)] : []),
    ]);
  return [...rows, ...files.map((bytes) => bytes.toString("latin1"))].join("\n");
}

describe("what is forgotten", () => {
  it.each([
    ["", STATEMENT, STATEMENT],
    [", with emphasis", STATEMENT, STATEMENT.replace("silver", "**silver**").replace("bridge", "`bridge`")],
    [", also if it is short", "Pay silver only", "Pay *silver* only"],
  ])("is not told to the next session by the draft of the one before%s", async (_, statement, said) => {
    const session = await openSession();
    const { id } = await session.decide(statement);
    await session.report("prompt", { prompt: "How do we pay?" });
    await session.report("stop", { reply: `I wrote down: ${said}. ${REST}` });
    expect(await session.report("session-start", { session: "two" })).toContain("silver");
    expect(await forget(session, id)).toMatchObject({ code: 0 });
    expect((await session.report("session-start", { session: "three" })) ?? "").not.toContain("silver");
    expect(await everythingKept(session.memory)).not.toContain("silver");
  });

  it("is not told by what a session says later that still knows it; a new session's words are kept", async () => {
    const session = await openSession();
    const { id } = await session.decide(STATEMENT);
    await session.report("prompt", { prompt: "Forget how we pay." });
    await forget(session, id);
    await session.report("stop", { reply: `It is forgotten: ${STATEMENT}. ${REST}` });
    expect(await session.report("session-start", { session: "two" })).toBeUndefined();
    session.memory.clock.advance(1_000);
    await session.report("prompt", { prompt: "What else?", session: "three" });
    await session.report("stop", { reply: REST, session: "three" });
    expect(await session.report("session-start", { session: "four" })).toContain("The tests of the ferry");
  });

  it("does not come back with guidance that waited in another process", async () => {
    const asking = await openSession();
    const { id } = await asking.decide(STATEMENT);
    const other = await openMemory(undefined, { path: asking.memory.path, now: asking.memory.clock.now() });
    await perform(getDecisionContext, { statement: `${STATEMENT}, really?` }, asking.memory, callBy());
    await perform(eraseMemory, { ref: id }, other, person);
    await asking.memory.observations.flush();
    expect(await everythingKept(other)).not.toContain("silver");
    // What is asked afterwards is remembered again.
    await perform(getDecisionContext, { statement: "Pay the ferryman in copper" }, asking.memory, callBy());
    await asking.memory.observations.flush();
    expect(await readGuidance(other, "shop", 10)).toMatchObject({
      items: [{ statement: "Pay the ferryman in copper" }],
    });
  });

  it("does not stay in guidance that cites it, wherever that was given and whenever it is written", async () => {
    const session = await openSession();
    const { memory: store } = session.memory;
    const { id } = await session.decide(STATEMENT);
    const citing = guidance({ project: "depot", statement: screened("How is it paid?"), cited: [id] });
    const other = guidance();
    await give(store, citing, other);
    expect(await forget(session, id)).toMatchObject({ code: 0 });
    await give(store, guidance({ cited: [id] }));
    expect((await readGuidance(store, "all", 10)).items.map((one) => one.id)).toEqual([other.id]);
  });

  it("is taken out of what waits for a review, which goes only if it quotes it", async () => {
    const session = await openSession();
    const { memory: store } = session.memory;
    const { id } = await session.decide(STATEMENT, { reasoning: REASON, alternatives: ["Pay in kind"] });
    const quoting = candidate({ quote: screened(`Right, ${STATEMENT.toLowerCase()}!`) });
    const like = candidate({
      quote: screened("Pay the harbour master in copper, since the guild refuses paper money."),
      statement: screened("Pay the harbour master in copper"),
      reasoning: screened(REASON),
    });
    const unlike = candidate({
      quote: screened("Pay in kind, then."),
      alternatives: [screened("Pay in kind")],
    });
    const elsewhere = candidate({ project: "depot", statement: screened(STATEMENT) });
    await addCandidates(store, [quoting, like, unlike, elsewhere]);
    const { code, out } = await forget(session, id);
    expect((await openCandidates(store, "all", 10)).items).toEqual([
      {
        ...like,
        quote: "[erased] copper, since [erased].",
        statement: "[erased] copper",
        reasoning: "[erased]",
      },
      unlike,
      elsewhere,
    ]);
    // Another project may have chosen the same: it is named and left alone.
    expect({ code, remaining: JSON.parse(out).remaining }).toEqual({
      code: 1,
      remaining: {
        file: session.memory.path,
        because: "quoted",
        records: [{ id: elsewhere.id, project: "depot" }],
      },
    });
  });

  it("stays in what somebody saved, which is named with what to do; a common sentence is no quotation", async () => {
    const session = await openSession();
    const { memory } = session;
    const common = "It is easier to maintain for everybody here";
    const { id } = await session.decide(STATEMENT, { reasoning: common });
    const next = await session.decide(`Since we ${STATEMENT.toLowerCase()}, count coins by weight`);
    const unrelated = await session.decide("Count the bales at noon", {
      reasoning: "It is easier to maintain",
    });
    const { checkpoint } = await perform(
      saveCheckpoint,
      { summary: `Done so far: ${STATEMENT}.`, openFiles: [], nextSteps: "" },
      memory,
      callBy(),
    );
    await addCandidates(memory, [candidate({ reasoning: screened("It is easier to maintain.") })]);
    const { code, out } = await commandLineOn(memory, "shop").run("forget", id, "--yes");
    expect(code).toBe(1);
    expect(out).toBe(
      [
        `${id} is erased from the memory.`,
        "Words of it remain, because others have the same:",
        `- ${next.id} in the project shop`,
        `- ${checkpoint.id} in the project shop`,
        "They were left as they are. To change a decision: membria edit ID. To erase one of these as well: membria forget ID --yes --project PROJECT",
      ].join("\n"),
    );
    expect(await findDecision(memory, "shop", unrelated.id)).toMatchObject({
      reasoning: "It is easier to maintain",
    });
    expect((await openCandidates(memory, "shop", 10)).items).toMatchObject([
      { reasoning: "It is easier to maintain." },
    ]);
    await forget(session, next.id);
    expect(await forget(session, checkpoint.id)).toMatchObject({ code: 0 });
    expect(await everythingKept(memory)).not.toContain("silver");
  });

  it("is named once where it stays, and not in the index of what it stays in", async () => {
    const session = await openSession();
    const { id } = await session.decide(`${STATEMENT} on Fridays`);
    const { checkpoint } = await perform(
      saveCheckpoint,
      { summary: `We agreed: ${STATEMENT}`, openFiles: [], nextSteps: "Count them." },
      session.memory,
      callBy(),
    );
    const { out } = await commandLineOn(session.memory, "shop").run("forget", id, "--yes", "--json");
    expect(JSON.parse(out).remaining.records).toEqual([{ id: checkpoint.id, project: "shop" }]);
  });

  it("goes with a checkpoint, too: what was said last may be the same", async () => {
    const session = await openSession();
    const { memory } = session;
    const { checkpoint } = await perform(
      saveCheckpoint,
      { summary: STATEMENT, openFiles: [], nextSteps: REASON },
      memory,
      callBy(),
    );
    await saveCheckpointDraft(memory, checkpointDraft({ summary: screened(`${REST}\n${REASON}.`) }));
    expect(await forget(session, checkpoint.id)).toMatchObject({ code: 0 });
    expect(await everythingKept(memory)).not.toContain("paper money");
    expect((await latestCheckpointDraft(memory, "shop", undefined))?.summary).toContain("tariff");
  });

  const word = fc.constantFrom(
    ..."anchor barrel candle dagger ember falcon garden hammer island jacket kettle lantern meadow needle orchid pepper quiver ribbon saddle timber".split(
      " ",
    ),
  );
  const sentence = fc.array(word, { minLength: 4, maxLength: 14 }).map((words) => words.join(" "));
  /** A sentence around a part of one of the wordings. */
  const mention = fc.record({
    before: sentence,
    after: sentence,
    from: fc.nat(60),
    length: fc.nat(90),
    which: fc.nat(3),
  });

  it("leaves no passage that no record has: in no table, byte, file, reply or hook", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(sentence, sentence, sentence, sentence),
        fc.array(mention, { minLength: 7, maxLength: 7 }),
        async (wordings, mentions) => {
          const [statement, edited, reasoning, lesson] = wordings;
          fc.pre(statement !== edited);
          const session = await openSession();
          const { memory } = session;
          const { memory: store } = memory;
          const text = (n: number): string => {
            const { before, after, from, length, which } = mentions[n] as (typeof mentions)[number];
            return `${before}. ${(wordings[which] ?? statement).slice(from, from + length)} ${after}.`;
          };
          const { id } = await session.decide(statement, { reasoning });
          await perform(editDecision, { ref: id, changes: { statement: edited } }, memory, person);
          await perform(
            recordOutcome,
            { ref: id, status: "success", score: 1, lessons: [lesson] },
            memory,
            person,
          );
          const other = await session.decide(text(0));
          const { checkpoint } = await perform(
            saveCheckpoint,
            { summary: text(1), openFiles: [], nextSteps: "" },
            memory,
            callBy(),
          );
          await session.report("prompt", { prompt: text(2) });
          await saveCheckpointDraft(store, checkpointDraft({ summary: screened(text(3)) }));
          await addCandidates(store, [candidate({ quote: screened(text(4)), reasoning: screened(text(5)) })]);
          await give(store, guidance({ statement: screened(text(6)) }));
          await (await memory.backups()).makeDaily(memory.clock.now());

          const { out } = await forget(session, id);

          const kept = [other.statement, checkpoint.summary].join("\n");
          const gone = wordings.flatMap(windows).filter((passage) => !kept.includes(passage));
          const told = (await session.report("session-start", { session: "two" })) ?? "";
          for (const place of [await everythingKept(memory), out, told])
            expect(gone.filter((passage) => place.includes(passage))).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  }, 240_000);
});
