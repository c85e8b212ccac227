import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionsThat } from "../../../src/store/log/audit-actions.ts";
import type {
  ChangeHeader,
  OrderedChange,
  SharedChange,
  SharedPart,
} from "../../../src/team/rules/member-change.ts";
import { roleNeededFor } from "../../../src/team/rules/member-rules.ts";
import { judgeWith, membersOf } from "../../../src/team/rules/members.ts";
import { foundTeam, inLog, machine, signatures } from "../../support/team-members.ts";

/** A team with one machine of each role. */
function teamOfThree() {
  const team = foundTeam();
  const [agent, viewer] = [machine("agent"), machine("viewer")];
  const log = inLog([
    team.founded(),
    team.joined(agent, team.invite("agent")),
    team.joined(viewer, team.invite("viewer")),
  ]);
  const judge = judgeWith(membersOf(log, team.teamKey.publicKey, signatures), signatures);
  return { team, agent, viewer, log, judge };
}

const at = (position: number, change: SharedChange): OrderedChange => ({ ...change, position });

describe("A change of another machine", () => {
  const { team, agent, viewer, log, judge } = teamOfThree();
  const captured = at(10, team.said(agent, "decision.captured"));
  const [part] = captured.parts;
  const token = team.invite();

  it("is applied if its author may say it", () => {
    expect(judge(captured)).toBeUndefined();
    expect(judge(at(10, team.said(team.creator, "decision.erased")))).toBeUndefined();
    expect(log.map((change) => judge(change))).toEqual([undefined, undefined, undefined]);
  });

  it("is not applied if nobody admitted its author, or only later", () => {
    expect(judge(at(10, team.said(machine("stranger"), "decision.captured")))).toBe("unknown_member");
    expect(judge(at(1, team.said(agent, "decision.captured")))).toBe("unknown_member");
  });

  it.each([
    ["another signature", { ...captured, signature: team.said(agent, "decision.captured").signature }],
    ["no signature", { ...captured, signature: "" }],
    ["another header", { ...captured, header: captured.header.replace("Z", "z").replace("dec_1", "dec_2") }],
    ["a header that is none", { ...captured, header: "{}" }],
    ["a header that is no JSON", { ...captured, header: "\0" }],
    ["another number", { ...captured, seq: captured.seq + 1 }],
    ["the name of another member", { ...captured, origin: viewer.origin }],
    ["other arguments", { ...captured, parts: [{ ...part, args: { statement: "Use Valkey" } }] }],
    ["another salt", { ...captured, parts: [{ ...part, salt: "00" }] }],
    ["arguments without their salt", { ...captured, parts: [{ ...part, salt: undefined }] }],
    ["a part about something else", { ...captured, parts: [{ ...part, about: ["dec_2"] }] }],
    ["a part less", { ...captured, parts: [] }],
    ["a part more", { ...captured, parts: [part, part] }],
    ["the name of a person", { ...captured, parts: [{ ...part, person: "per_1" }] }],
  ] as [string, OrderedChange][])("is not applied with %s", (_, forged) => {
    expect(judge(forged)).toBe("unverified");
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["of an author of no kind", { author: {} }, "unverified"],
    ["without an action", { action: undefined }, "unverified"],
    ["that is newer, and has an author of no kind", { format: 2, author: {} }, "unknown_change"],
  ])("is not applied if its author signed a header %s", (_, fields, reason) => {
    const header = JSON.stringify({ ...(JSON.parse(captured.header) as ChangeHeader), ...fields });
    const signature = signatures.sign(header, agent.key.privateKey);
    expect(judge({ ...captured, header, signature })).toBe(reason);
  });

  it("is not applied if any of its parts is another one", () => {
    const header = JSON.parse(captured.header) as ChangeHeader;
    const text = JSON.stringify({ ...header, parts: [...header.parts, ...header.parts] });
    const whole = { ...captured, header: text, signature: signatures.sign(text, agent.key.privateKey) };
    const forged = { ...part, args: { statement: "Use Valkey" } } as SharedPart;
    const judged = (...parts: (SharedPart | undefined)[]) =>
      judge({ ...whole, parts: parts as SharedPart[] });
    expect(judged(part, part)).toBeUndefined();
    expect([judged(part, forged), judged(forged, part)]).toEqual(["unverified", "unverified"]);
  });

  it("is not applied if it was made for another team", () => {
    const other = foundTeam();
    expect(judge(at(10, other.said(agent, "decision.captured")))).toBe("unverified");
  });

  it("is fine without the text that was erased", () => {
    const emptied = { ...captured, parts: [{ about: ["dec_1"], digest: part?.digest ?? "" }] };
    expect(judge(emptied)).toBeUndefined();
  });

  it("waits for a newer version if it was made by one, but only with its signature", () => {
    const header = JSON.stringify({ format: 2, everything: "else" });
    const newer = { ...captured, header, signature: signatures.sign(header, agent.key.privateKey) };
    expect(judge(newer)).toBe("unknown_change");
    expect(judge({ ...newer, signature: captured.signature })).toBe("unverified");
  });

  it("of a viewer is never applied", () => {
    expect(judge(at(10, team.said(viewer, "decision.captured")))).toBe("not_allowed");
    expect(judge(at(10, team.said(viewer, "something.new")))).toBe("not_allowed");
  });

  it("of an agent is applied, unless it takes an admin", () => {
    const verdicts = [
      "link.approved",
      "something.new",
      "decision.erased",
      "proposal.accepted",
      "person.erased",
    ];
    expect(verdicts.map((action) => judge(at(10, team.said(agent, action))))).toEqual([
      undefined,
      undefined,
      "not_allowed",
      "not_allowed",
      "not_allowed",
    ]);
  });

  it("may erase what its own machine captured", () => {
    const erased = at(10, team.said(agent, "decision.erased"));
    expect(judge(erased, () => agent.origin)).toBeUndefined();
    expect(judge(erased, () => viewer.origin)).toBe("not_allowed");
    expect(judge(erased, () => undefined)).toBe("not_allowed");
    expect(judge(at(10, team.said(agent, "person.erased")), () => agent.origin)).toBe("not_allowed");
    expect(judge(at(10, team.said(viewer, "decision.erased")), () => viewer.origin)).toBe("not_allowed");
  });

  it("about members is judged by what became of it", () => {
    const again = inLog([...log, team.joined(machine("late"), token), team.joined(machine("later"), token)]);
    const later = judgeWith(membersOf(again, team.teamKey.publicKey, signatures), signatures);
    const [, , , first, second] = again as [unknown, unknown, unknown, OrderedChange, OrderedChange];
    expect([later(first), later(second)]).toEqual([undefined, "not_allowed"]);
    expect(later({ ...first, header: second.header })).toBe("unverified");
    // It came in after the members were read.
    expect(judge(first)).toBe("incomplete");
  });

  it("takes an admin for all that removes something", () => {
    expect(actionsThat("removes").filter((action) => roleNeededFor(action) !== "admin")).toEqual([]);
  });

  it("is judged by the role of its place, whether it comes before or after the change of the role", () => {
    const removed = inLog([...log, team.changed(agent.origin, undefined)]);
    const later = judgeWith(membersOf(removed, team.teamKey.publicKey, signatures), signatures);
    const said = team.said(agent, "decision.captured");
    expect([later(at(3, said)), later(at(5, said))]).toEqual([undefined, "not_allowed"]);
  });
});

describe("What machines say", () => {
  it("is judged without failing, whatever it is", () => {
    const { agent, judge, team } = teamOfThree();
    const real = at(10, team.said(agent, "decision.captured"));
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom(real.header, real.signature, agent.origin));
    const part = fc.record(
      { about: fc.array(fc.string()), digest: text, salt: text, args: fc.jsonValue() },
      { requiredKeys: ["about", "digest"] },
    );
    const change = fc.record({
      origin: text,
      seq: fc.integer(),
      header: text,
      signature: text,
      parts: fc.array(part),
      position: fc.integer(),
    });
    fc.assert(
      fc.property(change, (forged) => {
        expect(judge(forged as OrderedChange)).toMatch(/^(?:unverified|unknown_member)$/);
      }),
    );
  });

  it("nested deeper than can be written down is not verified", () => {
    const { agent, judge, team } = teamOfThree();
    const deep = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);
    const real = at(10, team.said(agent, "decision.captured"));
    const parts = real.parts.map((part) => ({ ...part, args: deep }));
    expect(judge({ ...real, parts })).toBe("unverified");
  });
});
