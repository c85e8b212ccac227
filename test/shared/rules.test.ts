import { describe, expect, it } from "vitest";
import type { Decision } from "../../src/decisions/rules/decision.ts";
import { requireAuthority } from "../../src/decisions/rules/isolation.ts";
import { OUTCOME_STATUSES, requireAgreement } from "../../src/decisions/rules/outcome.ts";
import { type Actor, ROLES, type Role, requireRole } from "../../src/shared/actor.ts";
import { FAULT_CODES, Fault } from "../../src/shared/errors.ts";
import { screened } from "../support/decisions.ts";
import { callBy } from "../support/memory.ts";

function faultOf(run: () => unknown): Fault | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
}

describe("CONTRACTS 4.4: an outcome that contradicts its score", () => {
  it.each([
    ["success", 0.49],
    ["success", 0],
    ["failure", 0.51],
    ["failure", 1],
  ] as const)("a %s with a score of %d is refused, and the hint says what to send", (status, score) => {
    expect(faultOf(() => requireAgreement(status, score))).toMatchObject({
      code: "invalid",
      field: "score",
      received: score,
      reason: "status_contradicts_score",
      message: expect.stringContaining(String(score)),
      hint: expect.stringContaining(status === "success" ? "at least 0.5" : "at most 0.5"),
    });
  });

  it.each([
    ["success", 0.5],
    ["success", 1],
    ["failure", 0.5],
    ["failure", 0],
    ["partial", 0],
    ["partial", 1],
  ] as const)("a %s with a score of %d is accepted", (status, score) => {
    expect(faultOf(() => requireAgreement(status, score))).toBeUndefined();
  });

  it("covers every status", () => {
    expect(OUTCOME_STATUSES).toEqual(["success", "partial", "failure"]);
  });
});

describe("CONTRACTS 4.7: an agent never changes the standing of a human's decision", () => {
  const by = (kind: "human" | "agent") => ({ kind, name: screened(kind) });
  const decision = (kind: "human" | "agent") => ({ id: "dec_abc", author: by(kind) }) as unknown as Decision;
  const ask = (caller: "human" | "agent", author: "human" | "agent") =>
    faultOf(() => requireAuthority(by(caller), decision(author)));

  it("is refused as an isolation violation, with the remedy for a person", () => {
    expect(ask("agent", "human")).toMatchObject({
      code: "forbidden",
      reason: "isolation_violation",
      received: "dec_abc",
      hint: "Nothing was changed.",
      remedies: [{ remedy: "retract-decision", id: "dec_abc" }],
    });
  });

  it.each([
    ["human", "human"],
    ["human", "agent"],
    ["agent", "agent"],
  ] as const)("a %s may change the standing of a decision of a %s", (caller, author) => {
    expect(ask(caller, author)).toBeUndefined();
  });
});

describe("CONTRACTS 4.8: roles", () => {
  const actor = (role: Role): Actor => callBy({ role }).actor;

  it("each role includes the ones before it and no others", () => {
    const allowed = ROLES.map((has) =>
      ROLES.filter((needed) => !faultOf(() => requireRole(actor(has), needed, "test"))),
    );
    expect(allowed).toEqual([["viewer"], ["viewer", "agent"], ["viewer", "agent", "admin"]]);
  });

  it("a refusal names both roles and how to get the required one", () => {
    expect(faultOf(() => requireRole(actor("viewer"), "agent", "capture a decision"))).toMatchObject({
      code: "forbidden",
      reason: "permission_denied",
      received: "viewer",
      message: "The role agent is needed to capture a decision; this connection has the role viewer.",
      hint: expect.stringContaining("MEMBRIA_ROLE=agent"),
    });
    expect(faultOf(() => requireRole(actor("agent"), "admin", "erase a decision"))).toMatchObject({
      hint: expect.stringContaining("AGENT_MEMORY_SECRET"),
    });
  });
});

describe("a Fault", () => {
  it("has the field, the value received, the wait and a sentence with the hint", () => {
    const fault = new Fault("limited", "Too many calls.", {
      hint: "Wait.",
      field: "f",
      received: 1,
      reason: "r",
      retryAfter: 5,
    });
    expect(fault).toBeInstanceOf(Error);
    expect(fault).toMatchObject({ name: "Fault", code: "limited", field: "f", received: 1, retryAfter: 5 });
    expect(fault.sentence).toBe("Too many calls. Wait.");
  });

  it("has a sentence even without a hint", () => {
    expect(new Fault("conflict", "Taken.").sentence).toBe("Taken.");
  });

  it("passes through `from` unchanged", () => {
    const fault = new Fault("not_found", "Gone.");
    expect(Fault.from(fault)).toBe(fault);
  });

  it.each([new TypeError("cannot read /home/somebody/.membria"), "a string", undefined, { code: "invalid" }])(
    "hides what is not one of ours (%s) and keeps it for the log",
    (error) => {
      const fault = Fault.from(error);
      expect(fault.code).toBe("internal");
      expect(fault.sentence).toBe(
        "Something went wrong inside Membria. Try again; the server's log has the details.",
      );
      expect(fault.cause).toBe(error);
    },
  );

  it("has exactly the codes of the architecture", () => {
    expect(FAULT_CODES).toEqual([
      "invalid",
      "not_found",
      "conflict",
      "forbidden",
      "limited",
      "unavailable",
      "insufficient",
      "internal",
    ]);
  });
});
