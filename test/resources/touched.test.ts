import { describe, expect, it } from "vitest";
import { AUDIT_ACTIONS, type AuditEntry } from "../../src/domain/log/audit.ts";
import type { RecordKind } from "../../src/domain/shared/ids.ts";
import { touchedBy } from "../../src/resources/touched.ts";
import { DAY } from "../support/decisions.ts";

const entry = (action: AuditEntry["action"], subject: string): AuditEntry => ({
  seq: 1,
  at: DAY,
  action,
  kind: action.split(".")[0] as RecordKind,
  subject,
  project: "shop",
  authorKind: "agent",
  author: "coding-agent",
  client: "test/1.0",
  digest: "",
});

describe("what a write touches", () => {
  it("a new decision: itself and the lists", () => {
    expect(touchedBy(entry("decision.captured", "dec_a"))).toEqual(["decisions", "decision/dec_a"]);
  });

  it.each(["decision.updated", "decision.retracted", "decision.superseded", "decision.erased"] as const)(
    "%s: also what is due",
    (action) => {
      expect(touchedBy(entry(action, "dec_a"))).toEqual(["decisions", "decision/dec_a", "standings"]);
    },
  );

  it("an outcome: its decision, the lists, and every domain it counts or counted in", () => {
    expect(
      touchedBy(entry("outcome.recorded", "out_a"), { decisionId: "dec_a", domains: ["api", "auth"] }),
    ).toEqual(["decisions", "outcomes", "standings", "decision/dec_a", "domain/api", "domain/auth"]);
  });

  it("a signal: its decision only", () => {
    expect(touchedBy(entry("signal.recorded", "sig_a"), { decisionId: "dec_a", domains: ["api"] })).toEqual([
      "decision/dec_a",
    ]);
  });

  it("a link: both its decisions, once it is in force", () => {
    const ends = { decisionId: "dec_a", pointsTo: "dec_b", domains: [] };
    expect(touchedBy(entry("link.approved", "lnk_a"), ends)).toEqual(["decision/dec_a", "decision/dec_b"]);
    expect(touchedBy(entry("link.proposed", "lnk_a"), ends)).toEqual([]);
  });

  it("records whose decision was erased since: nothing of that decision", () => {
    expect(touchedBy(entry("signal.recorded", "sig_a"))).toEqual([]);
    expect(touchedBy(entry("outcome.recorded", "out_a"))).toEqual(["decisions", "outcomes", "standings"]);
  });

  it("what was learned: the skills; that a session was shown one: nothing", () => {
    expect(touchedBy(entry("skill.learned", "sk_a"))).toEqual(["skills"]);
    expect(touchedBy(entry("skill.changed", "sk_a"))).toEqual(["skills"]);
    expect(touchedBy(entry("skill.tried", "sk_a"))).toEqual([]);
  });

  it("a proposal touches nothing that a resource shows", () => {
    for (const action of AUDIT_ACTIONS.filter((name) => name.startsWith("proposal."))) {
      expect(touchedBy(entry(action, "prop_a"))).toEqual([]);
    }
  });
});
