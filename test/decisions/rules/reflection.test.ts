import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MIN_EVIDENCE, PROPOSAL_KINDS, type Proposal } from "../../../src/decisions/rules/proposal.ts";
import {
  type ObservedDecision,
  type ProposalDraft,
  reflectOn,
  type TargetEvidence,
} from "../../../src/decisions/rules/reflection.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import { screened } from "../../support/decisions.ts";

const NOW = new Date("2026-03-01T09:00:00.000Z");
const hours = (n: number): Date => new Date(NOW.getTime() + n * HOUR_MS);

const observed = (id: string, fields: Partial<ObservedDecision> = {}): ObservedDecision => ({
  id: `dec_${id}`,
  standing: "active",
  domain: "database",
  createdAt: hours(-100),
  signals: [],
  ...fields,
});
const outcome = (id: string, status: "success" | "partial" | "failure", at = hours(-10)) => ({
  id: `out_${id}`,
  status,
  at,
});
const negative = (id: string) => ({ id: `sig_${id}`, valence: "negative" as const, at: hours(-5) });
const failed = (id: string, fields: Partial<ObservedDecision> = {}): ObservedDecision =>
  observed(id, { outcome: outcome(id, "failure"), ...fields });
const superseded = { standing: "superseded" } as const;

const about = (
  decisions: readonly ObservedDecision[],
  rest: Partial<TargetEvidence> = {},
): TargetEvidence => ({
  project: "shop",
  target: screened("cache_policy"),
  decisions,
  contradictions: [],
  proposals: [],
  ...rest,
});

function proposal(draft: ProposalDraft | undefined, fields: Partial<Proposal> = {}): Proposal {
  if (!draft) throw new Error("There is no draft.");
  return {
    id: "prop_a",
    project: "shop",
    target: screened("cache_policy"),
    kind: draft.kind,
    statement: screened(draft.statement),
    reasoning: screened(draft.reasoning),
    domain: draft.domain,
    explanations: draft.explanations.map(screened),
    evidence: draft.evidence,
    state: "draft",
    createdAt: NOW,
    fedAt: NOW,
    ...fields,
  };
}

const draftOf = (evidence: TargetEvidence) => reflectOn(evidence, NOW).draft;

const THREE_FAILURES = [failed("a", superseded), failed("b", superseded), failed("c")];

describe("repeated failures", () => {
  it("are three failures about a target that has an active decision", () => {
    expect(draftOf(about(THREE_FAILURES))).toMatchObject({
      kind: "repeated_failures",
      evidence: ["out_a", "out_b", "out_c"],
      domain: "database",
    });
  });

  it.each([
    ["two of them", THREE_FAILURES.slice(1)],
    ["three, of which none holds", THREE_FAILURES.map((decision) => ({ ...decision, ...superseded }))],
  ])("%s are not enough", (_, decisions) => {
    expect(draftOf(about(decisions))).toBeUndefined();
  });

  it("do not count if they are older than the success of the active decision", () => {
    const old = THREE_FAILURES.map((decision) => ({ ...decision, ...superseded }));
    const works = (at: Date) => observed("d", { outcome: outcome("d", "success", at) });
    expect(draftOf(about([works(hours(-9)), ...old]))).toBeUndefined();
    expect(draftOf(about([works(hours(-11)), ...old]))).toMatchObject({ kind: "repeated_failures" });
  });

  it("that were recorded within a day may have one cause, as the draft says", () => {
    const spread = THREE_FAILURES.map((decision, n) => ({
      ...decision,
      outcome: outcome(String(n), "failure", hours(-30 * n)),
    }));
    const said = (decisions: readonly ObservedDecision[]) =>
      draftOf(about(decisions))?.explanations.join("\n");
    expect(said(THREE_FAILURES)).toContain("within a day");
    expect(said(spread)).not.toContain("within a day");
  });
});

describe("an outcome that refutes an active decision", () => {
  it("counts with two negative signals of that decision", () => {
    const decision = failed("a", { signals: [negative("a"), negative("b")] });
    expect(draftOf(about([decision]))).toMatchObject({
      kind: "refuted",
      evidence: ["out_a", "sig_a", "sig_b"],
    });
  });

  it("counts with a further failure of the target and a negative signal", () => {
    const decisions = [failed("a", { signals: [negative("a")] }), failed("b", superseded)];
    expect(draftOf(about(decisions))).toMatchObject({
      kind: "refuted",
      evidence: ["out_a", "out_b", "sig_a"],
    });
  });

  it.each([
    ["alone", failed("a")],
    ["with one signal", failed("a", { signals: [negative("a")] })],
    [
      "with good signals",
      failed("a", { signals: ["a", "b"].map((id) => ({ ...negative(id), valence: "positive" })) }),
    ],
    [
      "of a decision that no longer holds",
      failed("a", { ...superseded, signals: [negative("a"), negative("b")] }),
    ],
  ])("is not enough evidence %s", (_, decision) => {
    expect(draftOf(about([decision]))).toBeUndefined();
  });
});

describe("a contradiction among active decisions", () => {
  const two = [
    observed("a", { outcome: outcome("a", "success"), createdAt: hours(-50) }),
    observed("b", { outcome: outcome("b", "partial"), createdAt: hours(-40) }),
  ];

  it("is found if several are active for one target and there is evidence against one", () => {
    expect(draftOf(about(two))).toMatchObject({
      kind: "contradiction",
      evidence: ["dec_a", "dec_b", "out_a", "out_b"],
      explanations: expect.arrayContaining([expect.stringContaining("dec_b was meant to replace dec_a")]),
    });
    expect(draftOf(about([observed("a"), observed("b", { signals: [negative("b")] })]))).toMatchObject({
      evidence: ["dec_a", "dec_b", "sig_b"],
    });
  });

  it("is found for an approved link, whatever the targets of the two decisions", () => {
    const [a, b] = [observed("a"), observed("b")];
    const contradictions = [{ linkId: "lnk_a", at: NOW, between: [a, b] as const }];
    expect(draftOf(about([a], { contradictions }))).toMatchObject({
      kind: "contradiction",
      evidence: ["dec_a", "dec_b", "lnk_a"],
    });
  });

  it.each([
    ["several that all work", two.map((decision) => ({ ...decision, outcome: outcome("x", "success") }))],
    ["several of which nothing is known", [observed("a"), observed("b"), observed("c")]],
    [
      "one that holds and one that no longer does",
      [two[0] ?? observed("a"), { ...failed("b"), ...superseded }],
    ],
  ])("is not %s", (_, decisions) => {
    expect(draftOf(about(decisions))).toBeUndefined();
  });
});

describe("an open draft", () => {
  const first = proposal(draftOf(about(THREE_FAILURES)));
  const later = new Date(NOW.getTime() + 29 * DAY_MS);
  const muchLater = new Date(NOW.getTime() + 30 * DAY_MS);

  it("is fed by new evidence, and no second draft is written", () => {
    const evidence = about([...THREE_FAILURES, failed("d")], { proposals: [first] });
    const { draft, expire, feed } = reflectOn(evidence, later);
    expect({ draft, expire }).toEqual({ draft: undefined, expire: undefined });
    expect(feed).toMatchObject({
      proposal: first,
      draft: { evidence: ["out_a", "out_b", "out_c", "out_d"] },
      fedAt: later,
    });
  });

  it("keeps its kind and statement while they apply, even if a stronger kind applies too", () => {
    const refuted = proposal(draftOf(about([failed("a", { signals: [negative("a"), negative("b")] })])));
    const evidence = about(
      [failed("a", { signals: [negative("a"), negative("b")] }), failed("b"), failed("c")],
      {
        proposals: [refuted],
      },
    );
    expect(draftOf(about(evidence.decisions))?.kind).toBe("repeated_failures");
    expect(reflectOn(evidence, later).feed?.draft).toMatchObject({
      kind: "refuted",
      statement: refuted.statement,
    });
  });

  it("stays unchanged without new evidence, and expires after 30 days", () => {
    const evidence = about(THREE_FAILURES, { proposals: [first] });
    expect(reflectOn(evidence, later)).toEqual({});
    expect(reflectOn(evidence, muchLater)).toEqual({ expire: first });
  });

  it("loses evidence that no longer counts, which does not extend its life", () => {
    const four = proposal(draftOf(about([...THREE_FAILURES, failed("d")])));
    const { feed } = reflectOn(about(THREE_FAILURES, { proposals: [four] }), later);
    expect(feed).toMatchObject({ draft: { evidence: ["out_a", "out_b", "out_c"] }, fedAt: NOW });
  });

  it("expires when fewer than three pieces are left", () => {
    expect(reflectOn(about(THREE_FAILURES.slice(1), { proposals: [first] }), later)).toEqual({
      expire: first,
    });
  });

  it("expires when only another kind applies, which gets its own draft", () => {
    const contradicting = proposal(draftOf(about([failed("a"), observed("b")])));
    expect(contradicting.kind).toBe("contradiction");
    const { expire, draft } = reflectOn(about(THREE_FAILURES, { proposals: [contradicting] }), later);
    expect(expire).toBe(contradicting);
    expect(draft?.kind).toBe("repeated_failures");
  });
});

describe("a settled proposal", () => {
  const first = draftOf(about(THREE_FAILURES));
  const more = (...ids: string[]) => [...THREE_FAILURES, ...ids.map((id) => failed(id, superseded))];

  it.each(["accepted", "rejected"] as const)(
    "does not count again once it was %s: three more pieces do",
    (state) => {
      const proposals = [proposal(first, { state })];
      expect(reflectOn(about(more("d", "e"), { proposals }), NOW)).toEqual({});
      expect(reflectOn(about(more("d", "e", "f"), { proposals }), NOW).draft?.evidence).toEqual([
        "out_d",
        "out_e",
        "out_f",
      ]);
    },
  );

  it("does not come back as another kind, because active decisions are no new evidence", () => {
    const holding = [failed("a"), failed("b"), failed("c")];
    for (const state of ["rejected", "expired"] as const) {
      const proposals = [proposal(draftOf(about(holding)), { state })];
      expect(reflectOn(about(holding, { proposals }), NOW)).toEqual({});
    }
  });

  it("comes back after expiry only with new evidence", () => {
    const proposals = [proposal(first, { state: "expired" })];
    expect(reflectOn(about(THREE_FAILURES, { proposals }), NOW)).toEqual({});
    expect(reflectOn(about(more("d"), { proposals }), NOW).draft?.evidence).toHaveLength(4);
  });
});

describe("every draft", () => {
  const decision = fc
    .record({
      n: fc.nat(30),
      standing: fc.constantFrom("active" as const, "superseded" as const),
      status: fc.constantFrom("success" as const, "partial" as const, "failure" as const, undefined),
      signals: fc.array(fc.constantFrom("positive" as const, "negative" as const), { maxLength: 4 }),
      hour: fc.integer({ min: -90, max: -1 }),
    })
    .map(({ n, standing, status, signals, hour }) =>
      observed(String(n), {
        standing,
        outcome: status && outcome(String(n), status, hours(hour)),
        signals: signals.map((valence, i) => ({ id: `sig_${n}x${i}`, valence, at: hours(hour) })),
      }),
    );
  const decisions = fc.uniqueArray(decision, { selector: ({ id }) => id, maxLength: 12 });

  it("has at least three pieces of evidence, each once, cites them all, and competing explanations", () => {
    fc.assert(
      fc.property(decisions, (known) => {
        const draft = draftOf(about(known));
        if (!draft) return;
        expect(PROPOSAL_KINDS).toContain(draft.kind);
        expect(draft.evidence.length).toBeGreaterThanOrEqual(MIN_EVIDENCE);
        expect(new Set(draft.evidence).size).toBe(draft.evidence.length);
        for (const id of draft.evidence) expect(draft.reasoning).toContain(id);
        expect(draft.explanations.length).toBeGreaterThanOrEqual(2);
        expect(draft.statement).toContain("cache_policy");
      }),
    );
  });

  it("does not depend on the order of the facts", () => {
    fc.assert(
      fc.property(
        decisions.chain((known) =>
          fc.tuple(fc.constant(known), fc.shuffledSubarray(known, { minLength: known.length })),
        ),
        ([known, shuffled]) => {
          expect(draftOf(about(shuffled))?.evidence).toEqual(draftOf(about(known))?.evidence);
        },
      ),
    );
  });

  it("is written once: reflecting again does nothing", () => {
    fc.assert(
      fc.property(decisions, (known) => {
        const draft = draftOf(about(known));
        if (draft) expect(reflectOn(about(known, { proposals: [proposal(draft)] }), NOW)).toEqual({});
      }),
    );
  });

  it("cites at most the fifty newest pieces of evidence", () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      failed(String(n), { outcome: outcome(String(n), "failure", hours(n - 100)) }),
    );
    const evidence = draftOf(about(many))?.evidence ?? [];
    expect([evidence.length, evidence[0], evidence.at(-1)]).toEqual([50, "out_10", "out_59"]);
  });
});
