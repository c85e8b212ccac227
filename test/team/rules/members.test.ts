import { describe, expect, it } from "vitest";
import type { SharedChange } from "../../../src/team/rules/member-change.ts";
import { changedText, continuedText, foundedText } from "../../../src/team/rules/member-statements.ts";
import { membersOf, type PlacedChange, roleAt, roleNow } from "../../../src/team/rules/members.ts";
import { foundTeam, inLog, machine, NOW, PROJECT, signatures } from "../../support/team-members.ts";

type Team = ReturnType<typeof foundTeam>;
const read = (team: Team, changes: readonly PlacedChange[]) =>
  membersOf(changes, team.teamKey.publicKey, signatures);
const refusals = (team: Team, ...changes: readonly SharedChange[]) =>
  read(team, inLog([team.founded(), ...changes])).refused.map(({ because }) => because);

describe("The members of a team", () => {
  it("begin with the machine of the creator, which is an admin", () => {
    const team = foundTeam();
    const members = read(team, inLog([team.founded()]));
    expect(members).toMatchObject({ team: team.team, project: PROJECT, refused: [] });
    expect(members.byOrigin.get(team.creator.origin)).toMatchObject({
      machine: "creator",
      cameBy: "founding",
      since: NOW,
      roles: [{ role: "admin", position: 1 }],
    });
  });

  it("come in with an invitation, in the role that it names", () => {
    const team = foundTeam();
    const bea = machine("bea");
    const members = read(team, inLog([team.founded(), team.joined(bea, team.invite("viewer"))]));
    expect(members.refused).toEqual([]);
    expect(members.byOrigin.get(bea.origin)).toMatchObject({ machine: "bea", cameBy: "invitation" });
    expect(roleAt(members, bea.origin, { origin: bea.origin, seq: 2, position: 3 })).toBe("viewer");
    expect(roleAt(members, bea.origin, { origin: bea.origin, seq: 2, position: 1 })).toBeUndefined();
  });

  it("have the role of the time: changes count from their place on", () => {
    const team = foundTeam();
    const bea = machine("bea");
    const members = read(
      team,
      inLog([
        team.founded(),
        team.joined(bea, team.invite()),
        team.changed(bea.origin, "admin"),
        team.changed(bea.origin, undefined),
        team.changed(bea.origin, "viewer"),
      ]),
    );
    const roles = [2, 3, 4, 5, 6].map((position) =>
      roleAt(members, bea.origin, { origin: "org_zzz", seq: 1, position }),
    );
    expect(roles).toEqual(["agent", "admin", "removed", "viewer", "viewer"]);
  });

  it("take one machine per invitation: the first in the order of the team", () => {
    const team = foundTeam();
    const [bea, thief, token] = [machine("bea"), machine("thief"), team.invite()];
    const [founded, first, second] = inLog([
      team.founded(),
      team.joined(thief, token),
      team.joined(bea, token),
    ]) as [PlacedChange, PlacedChange, PlacedChange];
    const swapped = [founded, { ...second, position: 2 }, { ...first, position: 3 }];
    expect([...read(team, [second, first, founded]).byOrigin.keys()]).toContain(thief.origin);
    expect(read(team, swapped).refused).toMatchObject([
      { origin: thief.origin, action: "member.joined", because: "invitation_used" },
    ]);
  });

  it("do not include who comes with an expired invitation", () => {
    const team = foundTeam();
    const last = NOW.getTime() + 7 * 86_400_000;
    const joinedAt = (time: number) =>
      refusals(team, team.joined(machine("bea"), team.invite("agent", 7), new Date(time)));
    expect(joinedAt(last)).toEqual([]);
    expect(joinedAt(last + 1)).toEqual(["invitation_expired"]);
  });

  it("do not include who was invited by another team, or by nobody", () => {
    const [team, other] = [foundTeam(), foundTeam()];
    const bea = machine("bea");
    const forOther = other.joined(bea, other.invite());
    expect(refusals(team, forOther)).toEqual(["not_signed"]);
    // Signed for this team, with the invitation of the other one.
    const mixed = other.joined(bea, other.invite());
    const header = mixed.header.replace(other.team, team.team);
    const signed = { ...mixed, header, signature: signatures.sign(header, bea.key.privateKey) };
    expect(refusals(team, signed)).toEqual(["not_vouched_for"]);
    expect(refusals(team, other.founded())).toEqual(["not_signed"]);
  });

  it("do not include who took over the statement of another machine", () => {
    const team = foundTeam();
    const [bea, eve] = [machine("bea"), machine("eve")];
    const joined = team.joined(bea, team.invite());
    const header = joined.header.replaceAll(bea.origin, eve.origin);
    const stolen = { ...joined, origin: eve.origin, header };
    const signed = { ...stolen, signature: signatures.sign(header, eve.key.privateKey) };
    expect(refusals(team, signed)).toEqual(["not_signed"]);
  });

  it("are changed by the key of the team alone", () => {
    const [team, other] = [foundTeam(), foundTeam()];
    const bea = machine("bea");
    const byOther = foundTeam(other.teamKey).changed(bea.origin, "admin", bea);
    const header = byOther.header.replace(other.team, team.team);
    const forged = { ...byOther, header, signature: signatures.sign(header, bea.key.privateKey) };
    const joined = team.joined(bea, team.invite());
    expect(refusals(team, joined, { ...forged })).toEqual(["not_vouched_for"]);
  });

  it("are not changed by a statement that is said again later", () => {
    const team = foundTeam();
    const bea = machine("bea");
    const promoted = team.changed(bea.origin, "admin");
    const demoted = team.changed(bea.origin, "viewer");
    const replayed = team.changed(bea.origin, "admin", bea, 1);
    const members = read(
      team,
      inLog([team.founded(), team.joined(bea, team.invite()), promoted, demoted, replayed]),
    );
    expect(members.refused).toMatchObject([{ because: "said_before" }]);
    expect(members.byOrigin.get(bea.origin)?.roles.at(-1)?.role).toBe("viewer");
  });

  it("go on under another name with the same role, and go with the one they go on from", () => {
    const team = foundTeam();
    const [bea, again, late] = [machine("bea"), machine("bea"), machine("bea")];
    const members = read(
      team,
      inLog([
        team.founded(),
        team.joined(bea, team.invite("viewer")),
        team.continued(again, bea),
        team.changed(bea.origin, undefined),
        team.continued(late, again),
      ]),
    );
    const found = members.byOrigin.get(again.origin);
    expect(found).toMatchObject({
      cameBy: "continuing",
      before: bea.origin,
      roles: [{ role: "viewer" }, {}],
    });
    expect(found && roleNow(found)).toBe("removed");
    expect(members.refused).toMatchObject([{ origin: late.origin, because: "removed" }]);
  });

  it("are not founded by a machine that the key of the team does not vouch for", () => {
    const team = foundTeam();
    const eve = machine("eve");
    const founded = (teamKey: string, signedBy: string) => {
      const text = foundedText({ team: team.team, origin: eve.origin, key: eve.key.publicKey }, PROJECT);
      return team.said(eve, "member.founded", eve.origin, {
        project: PROJECT,
        team_key: teamKey,
        key: eve.key.publicKey,
        machine: "eve",
        proof: signatures.sign(text, signedBy),
      });
    };
    const { publicKey, privateKey } = team.teamKey;
    expect(refusals(team, founded(publicKey, eve.key.privateKey))).toEqual(["not_vouched_for"]);
    expect(refusals(team, founded(eve.key.publicKey, eve.key.privateKey))).toEqual(["not_vouched_for"]);
    expect(refusals(team, founded(eve.key.publicKey, privateKey))).toEqual(["not_vouched_for"]);
    expect(refusals(team, founded(publicKey, privateKey))).toEqual([]);
  });

  it("get another role or are removed, and never both or neither", () => {
    const team = foundTeam();
    const bea = machine("bea");
    const changed = (what: { role?: "admin"; removed?: true }) =>
      team.said(team.creator, "member.changed", bea.origin, {
        member: bea.origin,
        ...what,
        serial: 1,
        proof: signatures.sign(changedText(team.team, bea.origin, what.role, 1), team.teamKey.privateKey),
      });
    const refused = (what: { role?: "admin"; removed?: true }) =>
      refusals(team, team.joined(bea, team.invite()), changed(what));
    expect(refused({ role: "admin", removed: true })).toEqual(["malformed"]);
    expect(refused({})).toEqual(["malformed"]);
    expect(refused({ role: "admin" })).toEqual([]);
    expect(refused({ removed: true })).toEqual([]);
  });

  it("stay what they are when somebody else is removed, also those who go on from another", () => {
    const team = foundTeam();
    const [bea, cyd, again] = [machine("bea"), machine("cyd"), machine("cyd")];
    const members = read(
      team,
      inLog([
        team.founded(),
        team.joined(bea, team.invite()),
        team.joined(cyd, team.invite("viewer")),
        team.continued(again, cyd),
        team.changed(bea.origin, undefined),
      ]),
    );
    const roles = [team.creator, bea, cyd, again].map(({ origin }) => {
      const member = members.byOrigin.get(origin);
      return member && roleNow(member);
    });
    expect(roles).toEqual(["admin", "removed", "viewer", "viewer"]);
  });

  it("do not go on from a machine whose key they do not have", () => {
    const team = foundTeam();
    const [bea, eve] = [machine("bea"), machine("eve")];
    const text = continuedText({ team: team.team, origin: eve.origin, key: eve.key.publicKey }, bea.origin);
    const pretended = team.said(eve, "member.continued", eve.origin, {
      origin: bea.origin,
      key: eve.key.publicKey,
      machine: "bea",
      proof: signatures.sign(text, eve.key.privateKey),
    });
    expect(refusals(team, team.joined(bea, team.invite()), pretended)).toEqual(["not_vouched_for"]);
    expect(refusals(team, team.continued(eve, machine("stranger")))).toEqual(["unknown_member"]);
  });

  it("keep what a newer version says about them for that version", () => {
    const team = foundTeam();
    const members = read(team, inLog([team.founded(), team.said(team.creator, "member.praised")]));
    expect(members.refused).toMatchObject([{ because: "unknown_statement" }]);
  });
});
