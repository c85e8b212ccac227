import { describe, expect, it } from "vitest";
import { type Area, areasTouchedBy } from "../../src/resources/areas.ts";
import type { RecordKind } from "../../src/shared/ids.ts";
import type { AuditEntry } from "../../src/store/log/audit.ts";
import { ACTION_EFFECTS, type AuditAction } from "../../src/store/log/audit-actions.ts";
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
  refs: [],
  digest: "",
});

/** What it touches besides the log, which every write does. */
function touchedBy(...given: Parameters<typeof areasTouchedBy>): readonly Area[] {
  const [log, ...areas] = areasTouchedBy(...given);
  expect(log).toBe("log");
  return areas;
}

describe("the areas that a write touches", () => {
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

  it("records of an erased decision: nothing of that decision", () => {
    expect(touchedBy(entry("signal.recorded", "sig_a"))).toEqual([]);
    expect(touchedBy(entry("outcome.recorded", "out_a"))).toEqual(["decisions", "outcomes", "standings"]);
  });

  it("a learned skill: the skills; a skill shown to a session: nothing", () => {
    expect(touchedBy(entry("skill.learned", "sk_a"))).toEqual(["skills"]);
    expect(touchedBy(entry("skill.changed", "sk_a"))).toEqual(["skills"]);
    expect(touchedBy(entry("skill.tried", "sk_a"))).toEqual([]);
  });

  it("a proposal touches nothing else that a resource shows", () => {
    for (const action of (Object.keys(ACTION_EFFECTS) as AuditAction[]).filter((name) =>
      name.startsWith("proposal."),
    )) {
      expect(touchedBy(entry(action, "prop_a"))).toEqual([]);
    }
  });
});
