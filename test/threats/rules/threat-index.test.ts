import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadThreatFiles } from "../../../scripts/knowledge.mjs";
import { RELEVANCE_THRESHOLD } from "../../../src/recall/rules/relevance.ts";
import { quantised } from "../../../src/shared/quantised-vectors.ts";
import { spelledOut } from "../../../src/threats/rules/spelled-out.ts";
import type { Threat } from "../../../src/threats/rules/threat.ts";
import {
  type ThreatEvidence,
  type ThreatIndex,
  textsToEmbed,
  threatIndex,
  threatRelevance,
  wordScores,
} from "../../../src/threats/rules/threat-index.ts";
import { wordEmbedder } from "../../support/word-embedder.ts";

const OTHER = ["change the colour of a button", "write a parser for formulas"];

let threats: readonly Threat[];
beforeAll(async () => {
  threats = (await loadThreatFiles()).map(({ threat }) => threat);
});

async function indexOf(some: readonly Threat[]): Promise<ThreatIndex> {
  const embedder = wordEmbedder();
  const vectors = await embedder.embed(textsToEmbed(some, OTHER), "passage");
  const rows = Int8Array.from(vectors.flatMap((vector) => [...quantised(vector)]));
  return threatIndex(some, OTHER, { model: embedder.model, dimensions: embedder.dimensions, rows });
}

const idsOf = (found: readonly { threat: Threat }[]): string[] => found.map(({ threat }) => threat.id);

describe("the search for threats", () => {
  it("finds patterns by words, with their probability", async () => {
    const index = await indexOf(threats);
    const [best] = index.find({ text: "celery task that exports invoices in the background" });
    expect(best?.threat.id).toBe("background-job-identity");
    expect(best?.relevance).toBeGreaterThanOrEqual(RELEVANCE_THRESHOLD);
  });

  it("compares by meaning with the five nearest texts of a pattern", async () => {
    const [one] = threats as [Threat];
    const text = "move the slow export of invoices out of the request";
    const embedder = wordEmbedder();
    const [vector = new Float32Array()] = await embedder.embed([text], "query");
    const { patterns } = (await indexOf([one])).weigh({ text, vector });
    const facets = [...one.triggers.actions.map(spelledOut), one.name, one.agent.threat];
    const cosines = (await embedder.embed(facets, "passage")).map((facet) =>
      facet.reduce((sum, value, i) => sum + value * (vector[i] ?? 0), 0),
    );
    const nearest = cosines.sort((a, b) => b - a).slice(0, 5);
    expect(patterns[0]?.meaning).toBeCloseTo(nearest.reduce((sum, cosine) => sum + cosine, 0) / 5, 2);
  });

  it("finds nothing for a task that no pattern is about", async () => {
    const index = await indexOf(threats);
    for (const text of ["center a div", "change the colour of a button", "", "你好", "!!!"]) {
      expect(index.find({ text }), text).toEqual([]);
    }
  });

  it("finds the same whatever stack the file is of, if its folder says nothing", async () => {
    const index = await indexOf(threats);
    const text = "accept a list of ids and delete the selected rows in one request";
    const found = idsOf(index.find({ text }));
    expect(found).toContain("bulk-operation");
    for (const file of [
      "rows.ts",
      "rows.go",
      "rows.rb",
      "Rows.java",
      "Rows.kt",
      "rows.php",
      "Rows.cs",
      "rows.rs",
    ])
      expect(idsOf(index.find({ text, file })), file).toEqual(found);
  });

  it("counts the file path as evidence, more if fewer patterns match it", async () => {
    const index = await indexOf(threats);
    const relevance = (file?: string) => {
      const { patterns } = index.weigh({ text: "send the statements", file });
      return patterns.find(({ threat }) => threat.id === "background-job-identity")?.file ?? 0;
    };
    expect(relevance()).toBe(0);
    expect(relevance("app/views.py")).toBe(0);
    expect(relevance("app/tasks/statements.py")).toBeGreaterThan(1);
  });

  it("orders ties by severity and then likelihood", async () => {
    const [one] = threats as [Threat];
    const twin = (id: string, severity: Threat["severity"], likelihood: Threat["likelihood"]): Threat => ({
      ...one,
      id,
      severity,
      likelihood,
    });
    const index = await indexOf([
      twin("a", "low", "high"),
      twin("b", "critical", "low"),
      twin("c", "critical", "high"),
      ...threats.slice(1),
    ]);
    const text = one.triggers.actions.slice(0, 3).join(" ");
    expect(idsOf(index.find({ text })).slice(0, 3)).toEqual(["c", "b", "a"]);
  });
});

describe("the relevance of a threat", () => {
  const patternBy = (meaning: fc.Arbitrary<number | undefined>) =>
    fc.record({
      words: fc.double({ min: 0, max: 50, noNaN: true }),
      meaning,
      file: fc.double({ min: 0, max: 4, noNaN: true }),
    });
  /** Of a task either all patterns are compared by meaning or none. */
  const patterns = fc.oneof(
    fc.array(patternBy(fc.constant(undefined)), { minLength: 1 }),
    fc.array(patternBy(fc.double({ min: -1, max: 1, noNaN: true })), { minLength: 1 }),
  );
  const task = fc.record({
    isShort: fc.boolean(),
    otherTasks: fc.double({ min: 0, max: 1, noNaN: true }),
  });

  it("is a probability", () => {
    fc.assert(
      fc.property(patterns, task, (all, about) => {
        for (const relevance of threatRelevance(all, about)) {
          expect(relevance).toBeGreaterThanOrEqual(0);
          expect(relevance).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("never falls with more evidence for a pattern, and never rises with more evidence for other tasks", () => {
    fc.assert(
      fc.property(patterns, task, ([one, ...rest], about) => {
        if (!one) return;
        const of = (changed: ThreatEvidence, changedTask = about): number =>
          threatRelevance([changed, ...rest], changedTask)[0] ?? 0;
        expect(of({ ...one, words: one.words + 1 })).toBeGreaterThanOrEqual(of(one));
        expect(of({ ...one, file: one.file + 1 })).toBeGreaterThanOrEqual(of(one));
        const { meaning } = one;
        if (meaning !== undefined)
          expect(of({ ...one, meaning: meaning + 0.1 })).toBeGreaterThanOrEqual(of(one));
        expect(of(one, { ...about, otherTasks: about.otherTasks + 0.1 })).toBeLessThanOrEqual(of(one));
      }),
    );
  });

  it("does not depend on the file as to whether any pattern applies", () => {
    fc.assert(
      fc.property(patterns, task, (all, about) => {
        const best = (some: readonly ThreatEvidence[]): number => Math.max(...threatRelevance(some, about));
        expect(best(all.map((one) => ({ ...one, file: 0 })))).toBeCloseTo(best(all), 9);
      }),
    );
  });
});

describe("a route, spelled out", () => {
  it.each([
    ["PUT /teams/:id/members", "change members of teams by id"],
    ["GET /api/v2/invoices/{invoice_id}", "show invoices by id"],
    ["GET /tickets/42", "show tickets by id"],
    ["GET /teams/:team/files/:file", "show files by id of teams by id"],
    ["add DELETE /notes/<int:note>", "add delete notes by id"],
    ["POST /password-reset?token=x", "add password reset with token x"],
    ["let people get /tmp back", "let people get /tmp back"],
  ])("%s", (text, sentence) => {
    expect(spelledOut(text)).toBe(sentence);
  });
});

describe("the word scores", () => {
  it("are higher for rare words, and match other forms of a word", () => {
    const scores = wordScores([
      ["export invoices", "send mail"],
      ["send mail", "send letters"],
      ["send parcels"],
    ]);
    const [exporting = 0] = scores.score("exporting an invoice");
    expect(exporting).toBeGreaterThan(0);
    const [sending = 0] = scores.score("send");
    expect(exporting).toBeGreaterThan(sending);
    expect(scores.score("nothing of it")).toEqual([0, 0, 0]);
  });

  it("are scaled down for a long text, which matches more by chance", () => {
    const scores = wordScores([["export invoices"], ["send mail"]]);
    const other = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const [short = 0] = scores.score(["export", ...other.slice(0, 20)].join(" "));
    const [long = 0] = scores.score(["export", ...other].join(" "));
    expect(long).toBeLessThan(short / 1.9);
  });
});
