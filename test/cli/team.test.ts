import { stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { Terminal } from "../../src/cli/terminal.ts";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { Fault } from "../../src/shared/errors.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { readTeams } from "../../src/team/sql/team-progress.ts";
import { commandLineOn } from "../support/command-line.ts";
import { type LogInMemory, logInMemory } from "../support/log-in-memory.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { sharingThrough } from "../support/sharing-memory.ts";

const URL = "redis://membria:hunter2@hub.example:6379";
const AWAY = new Fault("unavailable", "The team's server does not answer.", { reason: "graph_unavailable" });
const NEVER = { confirm: async () => undefined, choose: async () => undefined };

/** A machine at which a person works on the project `shop`. */
async function machineOn(
  log: LogInMemory,
  name = "laptop",
  screen: Partial<Terminal> = {},
  caller: Caller = {},
) {
  const memory = sharingThrough(log, await openMemory(), name);
  const { run } = commandLineOn(memory, "shop", {}, { ...NEVER, ...screen }, caller);
  const json = async (...argv: string[]) => {
    const ran = await run(...argv, "--json");
    expect(ran.err, argv.join(" ")).toBe("");
    return JSON.parse(ran.out) as {
      readonly [key: string]: unknown;
      invitation: string;
      fingerprint: string;
    };
  };
  return { memory, run, json };
}

const decided = async (memory: TestMemory, statement: string): Promise<string> => {
  const { decision } = await perform(
    captureDecision,
    { statement, confidenceStated: false },
    memory,
    callBy(),
  );
  return decision.id;
};

/** A team of a creator and one machine that was invited. */
async function teamOfTwo(role = "agent") {
  const log = logInMemory();
  const [one, two] = [await machineOn(log, "laptop"), await machineOn(log, "desktop")];
  const first = await decided(one.memory, "Cache carts in Redis");
  await one.run("team", "create", URL, "--from", "all");
  const { invitation, fingerprint } = await one.json("team", "invite", "--role", role);
  const joining = ["team", "join", URL, "--invite", invitation, "--fingerprint", fingerprint];
  const joined = await two.json(...joining, "--from", "all");
  return { log, one, two, first, fingerprint, invitation, joining, origin: String(joined["origin"]) };
}

describe("membria team create", () => {
  it("shows what would be shared, and asks from when on", async () => {
    const log = logInMemory();
    log.find([
      { what: "effects", severity: "warning", problem: "EFFECTS_THRESHOLD is 300.", remedy: "Set it to 0." },
    ]);
    const asked: string[] = [];
    const choose: Terminal["choose"] = async (question, words) => {
      asked.push(question);
      return words[1];
    };
    const { run, memory } = await machineOn(log, "laptop", { choose });
    await decided(memory, "Cache carts in Redis");
    const { code, out, err } = await run("team", "create", URL);
    expect([code, err]).toEqual([0, ""]);
    expect(asked).toEqual([
      [
        "Share shop with a team?",
        "  server        redis://hub.example:6379, version 4.16.3",
        "                ! EFFECTS_THRESHOLD is 300.",
        "                  Set it to 0.",
        "  here already  1 decision",
        "  never shared  drafts, checkpoints, contexts, guidance, keys, sessions, paths outside the repository",
        "Share what is written from now on (now), or what is here already, too (all)? It cannot be called back.",
      ].join("\n"),
    ]);
    expect(out).toMatch(/^✓ shop is shared with team_[0-9a-f]{20}\.$/m);
    expect(out).toMatch(/^ {2}fingerprint {3}(?:[0-9a-f]{4} ?){8}$/m);
    expect(out).toContain("shared        everything: 1 decision; without source passages");
    expect(out).toContain("synced        2 changes sent, 0 received");
  });

  it("shares nothing of before with --from now", async () => {
    const { json, memory } = await machineOn(logInMemory());
    await decided(memory, "Cache carts in Redis");
    expect(await json("team", "create", URL, "--from", "now")).toMatchObject({ synced: { shared: 1 } });
  });

  it("never shows or stores the password, but in the file of the keys", async () => {
    const { run, memory } = await machineOn(logInMemory());
    const printed = await run("team", "create", URL, "--from", "all");
    const shown = [
      printed,
      await run("team", "status"),
      await run("team", "members"),
      await run("team", "invite"),
    ];
    expect(JSON.stringify(shown)).not.toContain("hunter2");
    const [team] = await readTeams(memory);
    expect(JSON.stringify(team)).not.toContain("hunter2");
    const file = memory.teamSecrets.whereIs(team?.team ?? "");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await memory.teamSecrets.read(team?.team ?? ""))?.url).toBe(URL);
  });

  it.each([
    ["without a server", [], "No server was named", "MEMBRIA_GRAPH_URL"],
    ["with another kind of server", ["http://u:hunter2@localhost:7687"], "http:", "redis://localhost:6379"],
    ["without a choice", [URL], "not said whether", "--from now"],
  ])("is refused %s", async (_, argv, what, remedy) => {
    const { run, memory } = await machineOn(logInMemory());
    const { code, err } = await run("team", "create", ...argv);
    expect(code).not.toBe(0);
    expect(err).toContain(what);
    expect(err).toContain(remedy);
    expect(err).not.toContain("hunter2");
    expect(await readTeams(memory)).toEqual([]);
  });

  it("is refused with a server that could lose something, unless it is wanted all the same", async () => {
    const log = logInMemory();
    const finding = { what: "append_only", severity: "error" } as const;
    log.find([{ ...finding, problem: "The server keeps nothing on disk.", remedy: "Set appendonly yes." }]);
    const { run } = await machineOn(log);
    const refused = await run("team", "create", URL, "--from", "all");
    expect(refused.code).toBe(4);
    expect(refused.err).toContain("keeps nothing on disk");
    expect(refused.err).toContain("Set appendonly yes. To use it all the same, add --force.");
    expect((await run("team", "create", URL, "--from", "all", "--force")).code).toBe(0);
  });

  it("is refused twice, for an agent, and for the project of all folders", async () => {
    const log = logInMemory();
    const { run, memory } = await machineOn(log);
    await run("team", "create", URL, "--from", "all");
    expect(await run("team", "create", URL, "--from", "all")).toMatchObject({
      code: 4,
      err: expect.stringContaining("Leave the team first: membria team leave --project shop"),
    });
    const agent = commandLineOn(memory, "other", {}, NEVER, { kind: "agent" });
    expect(await agent.run("team", "create", URL, "--from", "all")).toMatchObject({
      code: 5,
      err: expect.stringContaining("Only a person decides what is shared"),
    });
    expect(await commandLineOn(memory, "default").run("team", "create", URL, "--from", "all")).toMatchObject({
      code: 2,
      err: expect.stringContaining("all folders without a repository"),
    });
  });
});

describe("membria team join", () => {
  it("asks whether the fingerprint is right, and then what is shared", async () => {
    const { log, one } = await teamOfTwo();
    const { invitation, fingerprint } = await one.json("team", "invite", "--role", "viewer");
    const asked: string[] = [];
    const confirm = async (question: string) => {
      asked.push(question);
      return true;
    };
    const choose: Terminal["choose"] = async (question, words) => {
      asked.push(question);
      return words[0];
    };
    const third = await machineOn(log, "phone", { confirm, choose });
    const { code, out } = await third.run("team", "join", URL, "--invite", invitation);
    expect(code).toBe(0);
    expect(asked[0]).toBe(
      `The team was made on laptop. Its fingerprint is\n  ${fingerprint}\nIs that what the one who invited you told you?`,
    );
    expect(asked[1]).toMatch(/team {10}team_[0-9a-f]+, made on laptop\n {2}your role {5}viewer/);
    expect(out).toContain("(org_");
    expect(out).toContain("what is written from now on");
  });

  it("changes nothing if the fingerprint is another one", async () => {
    const { log, one } = await teamOfTwo();
    const { invitation } = await one.json("team", "invite");
    const third = await machineOn(log, "phone", { confirm: async () => false });
    expect(await third.run("team", "join", URL, "--invite", invitation)).toMatchObject({
      code: 0,
      out: "Nothing was changed.",
    });
    const wrong = ["--fingerprint", "0000 ".repeat(8), "--from", "all"];
    expect(await third.run("team", "join", URL, "--invite", invitation, ...wrong)).toMatchObject({
      code: 4,
      err: expect.stringContaining("do not use the invitation"),
    });
    expect(await readTeams(third.memory)).toEqual([]);
  });

  it("brings what the team decided, and lets one machine in per invitation", async () => {
    const { log, two, first, joining } = await teamOfTwo();
    expect((await two.run("list")).out).toContain(first);
    const thief = await machineOn(log, "thief");
    const { code, err } = await thief.run(...joining, "--from", "all");
    expect(code).toBe(4);
    expect(err).toContain("Another machine came in with this invitation already.");
    expect(await readTeams(thief.memory)).toEqual([]);
    expect((await thief.run("team", "status")).out).toContain("not shared with a team");
  });

  it("is refused for another project, with both ways to make it the same", async () => {
    const { log, one } = await teamOfTwo();
    const { invitation } = await one.json("team", "invite");
    const memory = sharingThrough(log, await openMemory());
    const { run } = commandLineOn(memory, "market");
    const { code, err } = await run("team", "join", URL, "--invite", invitation);
    expect(code).toBe(4);
    expect(err).toContain('The team shares the project "shop", and this one is "market".');
    expect(err).toContain("--project NAME");
    expect(err).toContain("membria projects move market shop");
  });

  it.each([
    ["a cut-off invitation", (token: string) => token.slice(0, -9), "cut off"],
    ["another text", () => "membria", "one begins with membria-invite-"],
  ])("is refused with %s", async (_, change, expected) => {
    const { log, one } = await teamOfTwo();
    const { invitation } = await one.json("team", "invite");
    const { run } = await machineOn(log, "phone");
    const { code, err } = await run("team", "join", URL, "--invite", change(invitation));
    expect([code, err]).toEqual([2, expect.stringContaining(expected)]);
  });

  it("is refused when the invitation has expired", async () => {
    const { log, one } = await teamOfTwo();
    const { invitation } = await one.json("team", "invite", "--days", "1");
    const { run, memory } = await machineOn(log, "phone");
    memory.clock.advance(2 * 86_400_000);
    expect((await run("team", "join", URL, "--invite", invitation)).err).toContain("has expired");
  });

  it("of a server that has nothing of the team says that a member has to sync first", async () => {
    const { one } = await teamOfTwo();
    const { invitation } = await one.json("team", "invite");
    const { run } = await machineOn(logInMemory(), "phone");
    const { code, err } = await run("team", "join", URL, "--invite", invitation);
    expect(code).toBe(4);
    expect(err).toContain("A member of the team has to sync with this server first.");
  });
});

describe("The members of a team", () => {
  it("are listed with when they were seen, and how far they are", async () => {
    const { one, two, origin } = await teamOfTwo();
    await decided(one.memory, "Store carts in files");
    await one.run("team", "sync");
    one.memory.clock.advance(3 * 3_600_000);
    const { out } = await one.run("team", "members");
    const line = out.split("\n").find((text) => text.includes(origin));
    expect(line).toMatch(new RegExp(`^ +agent +3h +1 +${origin} +desktop$`));
    expect(out).toMatch(/^\* +admin +now +in step +org_[0-9a-f]+ +laptop$/m);
    expect((await two.json("team", "members"))["members"]).toHaveLength(2);
  });

  it("are listed without the server", async () => {
    const { log, one } = await teamOfTwo();
    log.failWith(AWAY);
    const { code, out } = await one.run("team", "members");
    expect(code).toBe(0);
    expect(out).toContain("When the others were seen is not known now: The team's server does not answer.");
  });

  it("get another role, which every machine knows after it synced", async () => {
    const { one, two, origin } = await teamOfTwo();
    expect(await one.run("team", "role", "desktop", "viewer")).toMatchObject({
      code: 0,
      out: `desktop (${origin}) is viewer now; it was agent.`,
    });
    expect((await one.run("team", "role", origin, "viewer")).out).toContain("is viewer already");
    await two.run("team", "sync");
    expect((await two.run("team", "status")).out).toContain("viewer: what it writes stays here");
    await decided(two.memory, "Store carts in files");
    expect((await two.run("team", "sync")).out).toContain("0 changes sent");
    expect((await one.run("team", "sync")).out).toContain("0 received");
  });

  it("are told of changes that nobody of them said", async () => {
    const { log, one } = await teamOfTwo();
    const head = await log.head();
    if (!head) throw new Error("There should be a log.");
    const slice = await log.after({ lifeId: head.lifeId, entry: 0 }, 100);
    const entries = slice.state === "read" ? slice.entries : [];
    const last = entries.find(({ header }) => header.includes("decision.captured"));
    if (!last) throw new Error("There should be a decision.");
    const header = last.header.replace(/"seq":\d+/, '"seq":99');
    await log.append([{ ...last, seq: 99, header, position: undefined }], { lifeId: head.lifeId, entry: 0 });
    expect((await one.run("team", "sync")).out).toContain("1 change not applied");
    const { code, out } = await one.run("team", "status");
    expect(code).toBe(1);
    expect(out).toMatch(/✗ \S+ of \S+ \(org_\w+\): .*(?:sign|verif)/);
    expect((await one.run("doctor")).out).toContain("✗ team");
  });

  it("are removed, and come back with a role", async () => {
    const { one, origin } = await teamOfTwo();
    expect((await one.run("team", "remove", origin)).out).toContain("is removed; it was agent.");
    expect((await one.run("team", "role", origin, "agent")).out).toContain("is agent now; it was removed.");
  });

  it("are changed and invited only where the key of the team is", async () => {
    const { one, two, origin } = await teamOfTwo("admin");
    for (const argv of [["invite"], ["remove", "laptop"], ["role", origin, "viewer"]]) {
      const { code, err } = await two.run("team", ...argv);
      expect([code, err]).toEqual([5, expect.stringContaining("Ask there: laptop (org_")]);
    }
    expect(await one.run("team", "remove", "laptop")).toMatchObject({
      code: 4,
      err: expect.stringContaining("Leave the team first"),
    });
    expect(await one.run("team", "remove", "nobody")).toMatchObject({
      code: 3,
      err: expect.stringContaining("membria team members"),
    });
  });
});

describe("What a machine says of its team", () => {
  it("is that it waits while the server is away", async () => {
    const { log, one } = await teamOfTwo();
    expect((await one.run("team", "status")).out).toMatch(/^✓ shop: in step$/m);
    log.failWith(AWAY);
    await decided(one.memory, "Store carts in files");
    expect((await one.run("team", "sync")).code).not.toBe(0);
    one.memory.clock.advance(5 * 60_000);
    const { code, out } = await one.run("team", "status");
    expect(code).toBe(0);
    expect(out).toContain("! shop: away for 5min, 1 change waiting for 5min");
    expect(out).toContain("The team's server does not answer.");
    expect((await one.run("doctor")).out).toContain("✓ team");
  });

  it("is what is wrong with its keys", async () => {
    const { one } = await teamOfTwo();
    const [team] = await readTeams(one.memory);
    await writeFile(one.memory.teamSecrets.whereIs(team?.team ?? ""), "{}");
    const { code, out } = await one.run("team", "status");
    expect(code).toBe(1);
    expect(out).toContain("does not hold the keys of a team any more");
  });

  it("is what the repository suggests, as long as nothing is shared", async () => {
    const memory = await openMemory();
    const suggestsTeam = { url: "redis://hub.example:6379", fingerprint: "0123 ".repeat(8).trim() };
    const project = async () => ({ project: "shop", source: "origin", suggestsTeam });
    const { run } = commandLineOn(memory, "shop", { project });
    const { out } = await run("team", "status");
    expect(out).toContain("This repository suggests a team at redis://hub.example:6379");
    expect(out).toContain("With an invitation: membria team join --invite -");
  });
});

describe("A shared project", () => {
  it("is neither moved nor erased before the team is left", async () => {
    const { one } = await teamOfTwo();
    for (const argv of [
      ["move", "shop", "market"],
      ["rename", "shop", "market"],
      ["merge", "market", "shop"],
      ["forget", "shop", "--yes"],
    ]) {
      const { code, err } = await one.run("projects", ...argv);
      expect([code, err]).toEqual([4, expect.stringContaining("membria team leave --project shop")]);
    }
    await one.run("team", "leave", "--yes");
    expect((await one.run("projects", "rename", "shop", "market")).code).toBe(0);
  });

  it("loses what an admin erases, or who captured it, and says who may still have it", async () => {
    const { one, two, first } = await teamOfTwo();
    const refused = await two.run("forget", first, "--yes");
    expect(refused.code).toBe(5);
    expect(refused.err).toContain("this machine has the role agent");
    expect(refused.err).toContain("An admin of the team can: laptop (org_");
    const own = await decided(two.memory, "Store carts in files");
    await two.run("team", "sync");
    two.memory.clock.advance(60_000);
    const erased = await two.run("forget", own, "--yes");
    expect(erased.code).toBe(0);
    expect(erased.out).toContain(
      "These machines have not been seen since and may still have it: laptop (org_",
    );
    await one.run("team", "sync");
    expect((await one.run("list")).out).not.toContain("Store carts in files");
    expect((await one.run("forget", first, "--yes")).out).toContain("The team's graph no longer has it");
  });

  it("tells the team later what was erased while the server was away", async () => {
    const { log, one, first } = await teamOfTwo();
    log.failWith(AWAY);
    const { code, out } = await one.run("forget", first, "--yes");
    expect(code).toBe(0);
    expect(out).toContain("The team's graph still has it: The team's server does not answer.");
  });

  it("is left after a question, which says what would be lost", async () => {
    const { one, two } = await teamOfTwo();
    const refused = await one.run("team", "leave");
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("This machine has the key of the team");
    expect((await two.run("team", "leave", "--yes")).out).toContain("What came from others stays here");
    expect((await two.run("list")).out).toContain("Cache carts in Redis");
    expect(await two.run("team", "leave", "--yes")).toMatchObject({ code: 3 });
  });

  it("is joined again by the machine that made the team, which still has its key", async () => {
    const { one, fingerprint } = await teamOfTwo();
    const { invitation } = await one.json("team", "invite", "--role", "admin");
    await one.run("team", "leave", "--yes");
    const joining = ["--invite", invitation, "--fingerprint", fingerprint, "--from", "all"];
    expect((await one.run("team", "join", URL, ...joining)).code).toBe(0);
    expect((await one.run("team", "invite")).code).toBe(0);
  });
});
