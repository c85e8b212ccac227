import { describe, expect, it } from "vitest";
import { perform } from "../../../src/shared/operations/operation.ts";
import { createTeam, inviteMember } from "../../../src/team/operations/create-team.ts";
import { joinTeam } from "../../../src/team/operations/join-team.ts";
import { checkHealthCall } from "../../../src/tools/page/health.ts";
import { getTeamCall, listMembersCall } from "../../../src/tools/page/team.ts";
import { logInMemory } from "../../support/log-in-memory.ts";
import { decide } from "../../support/loop.ts";
import { callBy, openMemory } from "../../support/memory.ts";
import { sharingThrough } from "../../support/sharing-memory.ts";

const URL = "redis://membria:hunter2@hub.example:6379";
const ANNA = callBy({ kind: "human", role: "admin", name: "Anna" });

async function teamOfTwo() {
  const log = logInMemory();
  const one = sharingThrough(log, await openMemory(), "laptop");
  const two = sharingThrough(log, await openMemory(), "desktop");
  await decide(one, { statement: "Cache carts in Redis" });
  await perform(createTeam, { url: URL, from: "all" }, one, ANNA);
  const invited = await perform(inviteMember, { role: "agent" }, one, ANNA);
  await perform(
    joinTeam,
    { url: URL, invitation: invited.token, fingerprint: invited.fingerprint, from: "all" },
    two,
    ANNA,
  );
  return { one, two };
}

describe("a team on the page", () => {
  it("says what is shared, how far this machine is, and never the password of the server", async () => {
    const { one } = await teamOfTwo();
    const { result } = await getTeamCall.run({}, one, callBy({ role: "viewer" }));
    expect(result.teams).toMatchObject([
      {
        project: "shop",
        role: "admin",
        has_team_key: true,
        problem: null,
        keys_problem: null,
        quarantined: [],
      },
    ]);
    expect(result.teams[0]?.shared).toBeGreaterThan(0);
    expect(result.teams[0]?.contact_at).not.toBeNull();
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  it("lists its machines with their roles and how far behind they are", async () => {
    const { one, two } = await teamOfTwo();
    await decide(two, { statement: "Keep carts for a day" });
    await two.team.syncNow("shop");
    const { members, away } = (await listMembersCall.run({}, one, ANNA)).result;
    expect(away).toBeNull();
    expect(members.map(({ machine, role, is_here }) => [machine, role, is_here])).toEqual([
      ["laptop", "admin", true],
    ]);
    await one.team.syncNow("shop");
    const after = (await listMembersCall.run({}, one, ANNA)).result.members;
    expect(after.map(({ machine, role }) => [machine, role])).toEqual([
      ["laptop", "admin"],
      ["desktop", "agent"],
    ]);
    expect(after[1]?.behind).toBeTypeOf("number");
    expect(after[1]?.seen_at).not.toBeNull();
  });

  it("is one of the checks", async () => {
    const { one } = await teamOfTwo();
    const { teams } = (await checkHealthCall.run({}, one, ANNA)).result;
    expect(teams).toMatchObject([{ project: "shop", quarantined: 0, problems: [] }]);
    expect(JSON.stringify(teams)).not.toContain("hunter2");
  });
});
