import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { EXPORTED_FIELDS, type FieldName, fieldNamed } from "../../../src/decisions/rules/decision-fields.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { mergeDecisions, restoreDecision } from "../../../src/learning/operations/correct-decisions.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { getDecision } from "../../../src/recall/operations/get-decision.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act, capturedIn, decision, fullDecision, screened } from "../../support/decisions.ts";
import { callBy, openMemory, type TestMemory } from "../../support/memory.ts";

const PERSON = { kind: "human", name: "maintainer", role: "admin" } as const;

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const text = fc.array(word, { minLength: 2, maxLength: 5 }).map((words) => screened(words.join(" ")));
const texts = fc.array(text, { maxLength: 3 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const { author, createdAt: at } = decision();
const said = <T extends object>(value: fc.Arbitrary<T>) => value.map((one) => ({ ...one, at, by: author }));

/** Values for all that somebody can have said with a decision. A field that is missing here does not compile. */
const ANY: { readonly [F in Exclude<FieldName, OfRecord | Derived>]: fc.Arbitrary<Decision[F]> } = {
  statement: text,
  topic: text,
  reasoning: maybe(text),
  domain: fc.constantFrom("database", "data", "frontend"),
  confidence: maybe(fc.constantFrom(0.5, 0.7, 0.9)),
  alternatives: texts,
  assumptions: texts,
  riskLevel: maybe(fc.constantFrom("low", "medium", "high")),
  risks: texts,
  evidence: fc.array(fc.record({ kind: fc.constantFrom("note", "record"), ref: text }), { maxLength: 2 }),
  consequences: texts,
  label: maybe(text),
  sessionId: maybe(text),
  source: maybe(text),
  questions: texts,
  linkedPr: maybe(text),
  linkedCommit: maybe(text),
  confidenceUpdates: fc.array(said(fc.record({ confidence: fc.constantFrom(0.1, 0.2) })), { maxLength: 2 }),
  notes: fc.array(said(fc.record({ text })), { maxLength: 2 }),
  capturedIn: maybe(text.map((exchange) => capturedIn({ exchange }))),
  anchors: maybe(
    fc.array(said(fc.record({ path: word.map(screened), symbol: text, sketch: fc.constant("") })), {
      minLength: 1,
      maxLength: 2,
    }),
  ),
  assumptionStates: maybe(
    fc.array(
      said(
        fc.record({
          assumption: fc.constant("asm_0123456789abcdef0"),
          state: fc.constantFrom("doubtful", "false"),
          because: text,
        }),
      ),
      { minLength: 1, maxLength: 2 },
    ),
  ),
};
type OfRecord =
  | "project"
  | "topicStated"
  | "confidenceStated"
  | "author"
  | "id"
  | "aliases"
  | "createdAt"
  | "dueAt"
  | "updatedAt"
  | "standing"
  | "progress";
type Derived = "contextHash" | "hashVersion" | "outcome" | "supersedes" | "supersededBy";

const anyFields = fc.record(ANY) as fc.Arbitrary<Partial<Decision>>;

async function kept(memory: TestMemory, fields: Partial<Decision>): Promise<string> {
  const made = { ...decision(fields), ...(fields.notes && { notes: fields.notes }) };
  return (await addDecision(memory, { decision: made }, act())).decision.id;
}

const merged = (memory: TestMemory, keep: string, duplicate: string, dryRun = false) =>
  perform(mergeDecisions, { keep, duplicate, dryRun }, memory, callBy(PERSON));
const read = async (memory: TestMemory, ref: string) =>
  (await perform(getDecision, { ref }, memory, callBy(PERSON))).decision;

/** The words of a value without who said it when, and without what only the machine reads. */
function wordsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([name, part]) => (name === "by" ? [] : wordsIn(part)));
}

describe("what a decision that is merged says", () => {
  it("is all with the kept one, and the reply names what only it says", async () => {
    const memory = await openMemory();
    await fc.assert(
      fc.asyncProperty(anyFields, anyFields, async (ofKept, ofDuplicate) => {
        const [keep, duplicate] = [await kept(memory, ofKept), await kept(memory, ofDuplicate)];
        const [before, other] = [await read(memory, keep), await read(memory, duplicate)];
        const { onlyThere } = await merged(memory, keep, duplicate);
        const after = await read(memory, keep);
        const notes = after.notes.map((note) => note.text).join("\n");
        for (const field of Object.keys(ANY) as (keyof typeof ANY)[]) {
          const only = wordsIn(other[field]).filter((one) => !wordsIn(before[field]).includes(one));
          if (!fieldNamed(field).unquoted)
            for (const passage of only) expect(notes, field).toContain(passage);
          // The reply counts notes, and quotes everything else.
          if (field === "notes") continue;
          const named = onlyThere.find((one) => one.field === field)?.texts.join("\n") ?? "";
          for (const passage of only) expect(named, field).toContain(passage);
          if (wordsIn(other[field]).length === 0) expect(named, field).toBe("");
        }
        const { keep: again } = await perform(restoreDecision, { ref: duplicate }, memory, callBy(PERSON));
        expect(again?.id).toBe(keep);
        expect((await read(memory, keep)).notes).toEqual(before.notes);
      }),
      { numRuns: 40 },
    );
  });

  it("is described for every field of a decision", () => {
    expect(new Set(EXPORTED_FIELDS.filter((name) => !fieldNamed(name).ofRecord))).toEqual(
      new Set(Object.keys(ANY)),
    );
  });

  it("is nothing if the kept one says the same", async () => {
    const memory = await openMemory();
    const full = fullDecision();
    const keep = (await addDecision(memory, { decision: full }, act())).decision.id;
    const copy = { ...full, id: "dec_copy", aliases: [] };
    const duplicate = (await addDecision(memory, { decision: copy }, act())).decision.id;
    expect((await merged(memory, keep, duplicate, true)).onlyThere).toEqual([]);
  });

  it("is gone from the kept one when the duplicate is erased", async () => {
    const memory = await openMemory();
    const keep = await kept(memory, {});
    const duplicate = await kept(memory, { reasoning: screened("Reads outnumber writes") });
    await merged(memory, keep, duplicate);
    expect(JSON.stringify((await read(memory, keep)).notes)).toContain("Reads outnumber writes");
    await eraseDecision(memory, "shop", duplicate, act());
    expect(JSON.stringify(await read(memory, keep))).not.toContain("Reads outnumber writes");
  });
});
