import { describe, expect, it } from "vitest";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { supersedeDecision } from "../../src/decisions/operations/supersede-decision.ts";
import { DECISION_FIELDS } from "../../src/decisions/rules/decision-fields.ts";
import { perform, type Question } from "../../src/shared/operations/operation.ts";
import { type Caller, callBy, openMemory } from "../support/memory.ts";
import { FORGED_TEXTS, readQuestion } from "../support/question.ts";
import { succeed } from "../support/tools.ts";

const PERSON = callBy({ kind: "human", name: "Ann", role: "admin" });

/** A client whose person says yes, and what it asked. */
function asking() {
  const asked: Question[] = [];
  const consent = (question: Question) => {
    asked.push(question);
    return true;
  };
  const read = () => {
    expect(asked).toHaveLength(1);
    return readQuestion(asked[0]?.text ?? "");
  };
  return { caller: { role: "admin", consent } as const satisfies Caller, consent, read };
}

async function twoDecisions(statement: string) {
  const memory = await openMemory();
  const decide = async (said: string, topic: string) =>
    (await perform(captureDecision, { statement: said, topic, confidenceStated: false }, memory, PERSON))
      .decision;
  return { memory, one: await decide(statement, "one"), other: await decide(`Not: ${statement}`, "other") };
}

/** Other ends of lines are newlines when they are stored. */
const asStored = (text: string): string => text.normalize("NFC").replace(/[\u2028\u2029]/g, "\n");

const INTRODUCTION = "Lines with │ or ┊ before them are quoted from the memory or the call.";

describe.each(Object.entries(FORGED_TEXTS))("A question with %s", (_, forged) => {
  it("to replace a decision shows what it said, and every field of what would hold, as they are stored", async () => {
    const { memory, one } = await twoDecisions(forged);
    const { consent, read } = asking();
    const said = {
      statement: `New: ${forged}`,
      topic: "cache",
      reasoning: `Because ${forged}`,
      domain: "database",
      confidence: 0.8,
      confidenceStated: true,
      alternatives: [`Either ${forged}`, "or nothing"],
      assumptions: [`Assuming ${forged}`],
      riskLevel: "low" as const,
      risks: [`Risking ${forged}`],
      consequences: [`So ${forged}`],
      evidence: [{ kind: "file" as const, ref: `src/${forged}` }],
      label: `Label ${forged}`,
      sessionId: "session-1",
      source: `Said ${forged}`,
      questions: ["Why a cache?"],
    };
    const { decision } = await perform(
      supersedeDecision,
      { ...said, supersedes: [one.id] },
      memory,
      callBy({ consent }),
    );
    const { ours, quoted } = read();
    const shown = (what: string) => quoted.filter(([label]) => label === what).map(([, text]) => text);
    expect(shown(`Would no longer hold (${one.id}):`)).toEqual([one.statement]);
    expect(shown("Would hold instead:")).toEqual([decision.statement]);
    expect(shown("Its topic:")).toEqual(["cache"]);
    expect(shown("Its reasoning:")).toEqual([decision.reasoning]);
    expect(shown("Its confidence:")).toEqual(["0.8"]);
    expect(shown("Its risk level:")).toEqual(["low"]);
    for (const name of ["alternatives", "assumptions", "risks", "consequences", "questions"] as const)
      expect(shown(`Its ${name}:`), name).toEqual(decision[name]);
    expect(shown("Its evidence:")).toEqual(decision.evidence.map(({ kind, ref }) => `${kind} ${ref}`));
    expect(shown("Its label:")).toEqual([decision.label]);
    expect(shown("Its source:")).toEqual([decision.source]);
    // A field that a caller can send in the future has to be shown as well.
    const sent = Object.entries(DECISION_FIELDS).filter(([, field]) => "given" in field);
    expect(sent.map(([name]) => name).sort()).toEqual(Object.keys(said).sort());
    // All the rest is ours, and the same for every text.
    const labels = quoted.map(([what]) => what);
    expect(ours.filter((line) => line !== "" && !labels.includes(line))).toEqual([
      'The agent "test-agent" wants to replace what a person decided.',
      INTRODUCTION,
      "Agree?",
    ]);
  });

  it("to let another decision replace it shows the reason that is kept", async () => {
    const { memory, one, other } = await twoDecisions(forged);
    const { caller, read } = asking();
    const rationale = `It is better because ${forged}`;
    await succeed(
      memory,
      "supersede_decision",
      { old_decision_ids: [one.id], superseded_by: other.id, rationale },
      caller,
    );
    const { quoted } = read();
    expect(quoted).toContainEqual(["Would hold instead:", other.statement]);
    expect(quoted).toContainEqual(["Why it replaces that:", asStored(rationale)]);
  });

  it("to approve a link, or take it out of force, shows the texts of the link", async () => {
    const { memory, one, other } = await twoDecisions(forged);
    const ends = { from_id: one.id, to_id: other.id, relationship: "depends_on" };
    const [reason = "", evidence = "", why = ""] = ["Reason", "Evidence", "No longer"].map((word) =>
      asStored(`${word} ${forged}`),
    );
    await succeed(memory, "propose_link", { ...ends, reason, evidence });
    const approving = asking();
    await succeed(memory, "approve_link", ends, approving.caller);
    expect(approving.read().quoted).toEqual([
      [`${one.id}:`, one.statement],
      [`${other.id}:`, other.statement],
      ["The reason of the link:", reason],
      ["The evidence for it:", evidence],
    ]);
    const rejecting = asking();
    await succeed(memory, "reject_link", { ...ends, reason: why }, rejecting.caller);
    expect(rejecting.read().quoted).toEqual([
      ["The reason of the link:", reason],
      ["Why it is to be rejected:", why],
    ]);
  });
});
