import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROLES, type Role } from "../../../src/shared/actor.ts";
import type { OrderedChange, SharedChange } from "../../../src/team/rules/member-change.ts";
import { judgeWith, type Members, membersOf, type PlacedChange } from "../../../src/team/rules/members.ts";
import { foundTeam, type Machine, machine, NOW, signatures } from "../../support/team-members.ts";

/** What happens in a team, honest and not, by machines and invitations that are numbered. */
type Event =
  | { readonly do: "join"; readonly who: number; readonly invitation: number; readonly late: boolean }
  | { readonly do: "continue"; readonly who: number; readonly before: number }
  | { readonly do: "change"; readonly who: number; readonly role: Role | undefined; readonly serial: number }
  | { readonly do: "say"; readonly who: number; readonly action: string }
  | { readonly do: "tamper"; readonly who: number };

const MACHINES = 5;
const INVITATIONS = 3;
const who = fc.nat(MACHINES - 1);
const events = fc.array(
  fc.oneof<fc.Arbitrary<Event>[]>(
    fc.record({
      do: fc.constant("join" as const),
      who,
      invitation: fc.nat(INVITATIONS - 1),
      late: fc.boolean(),
    }),
    fc.record({ do: fc.constant("continue" as const), who, before: who }),
    fc.record({
      do: fc.constant("change" as const),
      who,
      role: fc.constantFrom(undefined, ...ROLES),
      serial: fc.integer({ min: 1, max: 3 }),
    }),
    fc.record({
      do: fc.constant("say" as const),
      who,
      action: fc.constantFrom("decision.captured", "decision.erased", "proposal.accepted", "a.new_one"),
    }),
    fc.record({ do: fc.constant("tamper" as const), who }),
  ),
  { maxLength: 14 },
);

function play(script: readonly Event[]) {
  const team = foundTeam();
  const machines = Array.from({ length: MACHINES }, (_, n) => machine(`m${n}`));
  const tokens = Array.from({ length: INVITATIONS }, (_, n) => team.invite(ROLES[n]));
  const at = (n: number): Machine => machines[n] as Machine;
  const changeOf = (event: Event): SharedChange => {
    if (event.do === "join") {
      const when = new Date(NOW.getTime() + (event.late ? 30 : 0) * 86_400_000);
      return team.joined(at(event.who), tokens[event.invitation] as string, when);
    }
    if (event.do === "continue") return team.continued(at(event.who), at(event.before));
    if (event.do === "change")
      return team.changed(at(event.who).origin, event.role, team.creator, event.serial);
    if (event.do === "say") return team.said(at(event.who), event.action);
    const said = team.said(at(event.who), "decision.captured");
    return { ...said, header: said.header.replace("claude-code/2", "claude-code/3") };
  };
  return { team, changes: [team.founded(), ...script.map(changeOf)] };
}

/** All that follows from the members, in an order of its own. */
const stateOf = ({ byOrigin, refused, project }: Members) => ({
  project,
  members: [...byOrigin.values()].sort((a, b) => (a.origin < b.origin ? -1 : 1)),
  refused: refused.map(({ origin, seq, because }) => `${origin}:${seq} ${because}`).sort(),
});

describe("Members of a team", () => {
  it("are the same on every machine, whatever order the changes came in, and however often", () => {
    const cases = events.chain((script) =>
      fc.record({
        script: fc.constant(script),
        // Rolled-back logs may give a position twice, and some changes have none yet.
        positions: fc.array(fc.option(fc.nat(20), { nil: undefined }), {
          minLength: script.length + 1,
          maxLength: script.length + 1,
        }),
        order: fc.shuffledSubarray(
          Array.from({ length: 2 * script.length + 2 }, (_, n) => n),
          { minLength: 2 * script.length + 2 },
        ),
      }),
    );
    fc.assert(
      fc.property(cases, ({ script, positions, order }) => {
        const { team, changes } = play(script);
        const placed: PlacedChange[] = changes.map((change, n) => ({ ...change, position: positions[n] }));
        const twice = [...placed, ...placed];
        const here = membersOf(placed, team.teamKey.publicKey, signatures);
        const there = membersOf(
          order.map((n) => twice[n] as PlacedChange),
          team.teamKey.publicKey,
          signatures,
        );
        expect(stateOf(there)).toEqual(stateOf(here));
        const [judgeHere, judgeThere] = [judgeWith(here, signatures), judgeWith(there, signatures)];
        for (const change of placed.filter(({ position }) => position !== undefined) as OrderedChange[])
          expect(judgeThere(change)).toBe(judgeHere(change));
      }),
      { numRuns: 60 },
    );
  });

  it("are never more than were invited, and each invitation let one in", () => {
    fc.assert(
      fc.property(events, (script) => {
        const { team, changes } = play(script);
        const log = changes.map((change, n) => ({ ...change, position: n + 1 }));
        const { byOrigin } = membersOf(log, team.teamKey.publicKey, signatures);
        const used = [...byOrigin.values()].flatMap(({ invitation }) => invitation ?? []);
        expect(new Set(used).size).toBe(used.length);
        const cameBy = [...byOrigin.values()].map((member) => member.cameBy);
        expect(cameBy.filter((how) => how === "invitation").length).toBe(used.length);
        for (const { before } of byOrigin.values()) if (before) expect(byOrigin.has(before)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("say nothing that an earlier change does not allow: what comes later never decides what came before", () => {
    fc.assert(
      fc.property(events, events, (script, more) => {
        const { team, changes } = play([...script, ...more]);
        const log = changes.map((change, n) => ({ ...change, position: n + 1 }));
        const early = log.slice(0, script.length + 1);
        const key = team.teamKey.publicKey;
        const before = judgeWith(membersOf(early, key, signatures), signatures);
        const after = judgeWith(membersOf(log, key, signatures), signatures);
        for (const change of early) expect(after(change)).toBe(before(change));
      }),
      { numRuns: 40 },
    );
  });
});
