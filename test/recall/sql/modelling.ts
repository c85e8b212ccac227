import fc from "fast-check";
import { expect, it } from "vitest";
import {
  Confidence,
  type Decision,
  type DecisionChange,
  PROGRESS,
  STANDINGS,
} from "../../../src/decisions/rules/decision.ts";
import {
  addDecision,
  decisionPage,
  findDecision,
  writeDecisionChange,
} from "../../../src/decisions/sql/decisions.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { Fault } from "../../../src/shared/errors.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenStore } from "../../contract/opened-store.ts";
import {
  act,
  actor,
  capturedIn,
  DAY,
  type DecisionFields,
  decision,
  screened,
} from "../../support/decisions.ts";

const RUNS = 40;

type Step =
  | { readonly do: "add"; readonly fields: DecisionFields }
  | { readonly do: "update"; readonly scope: string; readonly ref: string; readonly change: DecisionChange }
  | { readonly do: "erase"; readonly scope: string; readonly ref: string };

// Only a few ids, so that steps hit the same decision: added twice, changed after erasure, read from another project.
const IDS = ["dec_a", "dec_b", "dec_c", "dec_d"];
const ALIASES = ["old_a", "old_b"];
const ref = fc.constantFrom(...IDS, ...ALIASES);
const scope = fc.constantFrom("shop", "warehouse", "all");
const text = fc.string({ unit: "grapheme", maxLength: 40 });
const confidence = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => Confidence.parse(value));

const fields: fc.Arbitrary<DecisionFields> = fc.oneof(
  { weight: 3, arbitrary: fieldsIn("shop", ALIASES) },
  { weight: 1, arbitrary: fieldsIn("warehouse", []) },
);
const change: fc.Arbitrary<DecisionChange> = fc.record(
  {
    standing: fc.constantFrom(...STANDINGS),
    progress: fc.constantFrom(...PROGRESS),
    confidence,
    note: text.map(screened),
    linkedPr: text.map(screened),
    linkedCommit: text.map(screened),
    capturedIn: fc
      .record({ files: fc.array(fc.constantFrom("a.ts", "b.ts", "c.ts")), exchange: text })
      .map(capturedIn),
  },
  { requiredKeys: [] },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("add" as const), fields }),
  fc.record({ do: fc.constant("update" as const), scope, ref, change }),
  fc.record({ do: fc.constant("erase" as const), scope, ref }),
);

function fieldsIn(project: string, aliases: string[]): fc.Arbitrary<DecisionFields> {
  return fc.record({
    id: fc.constantFrom(...IDS),
    project: fc.constant(project),
    aliases: fc.subarray(aliases),
    statement: text,
    reasoning: fc.option(text, { nil: undefined }),
    alternatives: fc.array(text, { maxLength: 3 }),
    confidence: fc.option(confidence, { nil: undefined }),
  });
}

export function modelling(open: OpenStore): void {
  it("equals a simple map after any sequence of additions, changes and erasures", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const opened = await open();
        try {
          const model = new Map<string, Decision>();
          let writes = 0;
          for (const [n, next] of steps.entries()) {
            const at = new Date(DAY.getTime() + n);
            const expected = predict(model, next, at);
            const happened = await run(opened.memory, next, at);
            expect(happened).toEqual(expected);
            if (expected !== "refused") writes++;
          }
          await expectSame(await opened.reopen(), model, writes);
        } finally {
          await opened.dispose();
        }
      }),
      { numRuns: RUNS },
    );
  });
}

/** The expected result of a step. Applies the step to the model. */
function predict(model: Map<string, Decision>, next: Step, at: Date): unknown {
  if (next.do === "add") {
    const added = decision({ ...next.fields, createdAt: at });
    const taken = [...model.values()].some(
      (other) =>
        other.id === added.id ||
        (other.project === added.project && other.aliases.some((alias) => added.aliases.includes(alias))),
    );
    if (taken) return "refused";
    model.set(added.id, added);
    return added;
  }
  const before = [...model.values()].find(
    (one) =>
      (one.id === next.ref || one.aliases.includes(next.ref)) &&
      (next.scope === "all" || one.project === next.scope),
  );
  if (!before) return "refused";
  if (next.do === "erase") {
    model.delete(before.id);
    return { id: before.id, project: before.project };
  }
  const { note, confidence: stated, capturedIn: joined } = next.change;
  const by = actor().author;
  const after: Decision = {
    ...before,
    updatedAt: Object.keys(next.change).join() === "capturedIn" ? before.updatedAt : at,
    standing: next.change.standing ?? before.standing,
    progress: next.change.progress ?? before.progress,
    linkedPr: next.change.linkedPr ?? before.linkedPr,
    linkedCommit: next.change.linkedCommit ?? before.linkedCommit,
    ...(joined && {
      capturedIn: {
        ...before.capturedIn,
        ...joined,
        files: [...new Set([...(before.capturedIn?.files ?? []), ...joined.files])],
      },
    }),
    notes: note === undefined ? before.notes : [...before.notes, { text: note, at, by }],
    confidenceUpdates:
      stated === undefined
        ? before.confidenceUpdates
        : [...before.confidenceUpdates, { confidence: stated, at, by }],
  };
  model.set(after.id, after);
  return { before, after };
}

async function run(memory: Memory, next: Step, at: Date): Promise<unknown> {
  try {
    switch (next.do) {
      case "add": {
        const added = decision({ ...next.fields, createdAt: at });
        return (await addDecision(memory, { decision: added }, act(at))).decision;
      }
      case "update":
        return await writeDecisionChange(memory, next.scope, next.ref, next.change, act(at));
      case "erase":
        return await eraseDecision(memory, next.scope, next.ref, act(at));
    }
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    return "refused";
  }
}

async function expectSame(memory: Memory, model: Map<string, Decision>, writes: number): Promise<void> {
  const newestFirst = [...model.values()].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  for (const project of ["all", "shop", "warehouse"]) {
    const expected = newestFirst.filter((one) => project === "all" || one.project === project);
    expect(await decisionPage(memory, { scope: project }, 100)).toEqual({
      items: expected,
      total: expected.length,
    });
  }
  for (const id of IDS) expect(await findDecision(memory, "all", id)).toEqual(model.get(id));
  expect(await memory.position()).toBe(writes);
  expect(await verifyAudit(memory)).toMatchObject({ entries: writes, problem: undefined });
}
