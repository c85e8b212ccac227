import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { addSignal } from "../../src/decisions/sql/outcomes.ts";
import { closeProposal, findProposal } from "../../src/decisions/sql/proposals.ts";
import { DAY_MS, HOUR_MS } from "../../src/shared/time.ts";
import { openCommandLine, type Run, runProgram, type TestCommandLine } from "../support/command-line.ts";
import { act } from "../support/decisions.ts";
import { folderOfTest } from "../support/memory.ts";
import { signal } from "../support/outcomes.ts";
import { startServer } from "../support/stdio-client.ts";

const jsonOf = ({ out, err }: Run) => {
  expect(err).toBe("");
  return JSON.parse(out) as Record<string, unknown>;
};
const errorIn = ({ err }: Run) => (JSON.parse(err) as { error: Record<string, unknown> }).error;

/** Three failures about one topic. */
async function failing(): Promise<TestCommandLine> {
  const line = await openCommandLine();
  for (const n of [1, 2, 3]) {
    const { decision_id } = jsonOf(
      await line.run("decide", `Cache number ${n}`, "--topic", "cache", "--json"),
    );
    await line.run("outcome", String(decision_id), "failure");
    await line.memory.background.idle();
  }
  return line;
}

const openProposal = async (line: TestCommandLine): Promise<string> => {
  const { proposals } = jsonOf(await line.run("proposals", "--json")) as {
    proposals: { proposal_id: string }[];
  };
  expect(proposals).toHaveLength(1);
  return proposals[0]?.proposal_id ?? "";
};

describe("membria reflect", () => {
  it("says that there is nothing to propose", async () => {
    const line = await openCommandLine();
    expect(await line.run("reflect")).toEqual({ code: 0, out: "Nothing new to propose.", err: "" });
    expect(jsonOf(await line.run("reflect", "--json"))).toEqual({
      targets: 0,
      drafted: [],
      fed: [],
      expired: [],
    });
  });

  it("says what it drafted, and what became of it", async () => {
    const line = await failing();
    const id = await openProposal(line);
    const { memory, clock } = line.memory;
    await closeProposal(memory, "shop", id, "expired", act(clock.now()));
    const { decision_id } = jsonOf(await line.run("decide", "Cache more", "--topic", "cache", "--json"));
    await addSignal(
      memory,
      "shop",
      String(decision_id),
      signal({ type: "incident", valence: "negative" }),
      act(clock.now()),
    );
    const run = await line.run("reflect");
    expect(run.out).toMatch(/^Drafted prop_\w+: /);
    expect(run.out).toContain("membria proposals show prop_");
    clock.advance(30 * DAY_MS);
    expect((await line.run("reflect")).out).toMatch(/^Expired prop_\w+: /);
  });
});

describe("membria proposals", () => {
  it("lists the open ones", async () => {
    const line = await openCommandLine();
    expect((await line.run("proposals")).out).toContain("membria reflect");
    const failed = await failing();
    const id = await openProposal(failed);
    const { out } = await failed.run("proposals");
    expect(out).toContain(id);
    expect(out).toContain(`membria proposals show ${id}`);
  });

  it("lists accepted and rejected ones by --state", async () => {
    const line = await failing();
    const id = await openProposal(line);
    await line.run("proposals", "reject", id);
    expect(jsonOf(await line.run("proposals", "--json"))).toEqual({ proposals: [] });
    expect(jsonOf(await line.run("proposals", "--state", "rejected", "--json"))).toMatchObject({
      proposals: [{ proposal_id: id, state: "rejected" }],
    });
    expect((await line.run("proposals", "--state", "open")).code).toBe(2);
  });

  it("names an unknown proposal", async () => {
    const line = await openCommandLine();
    for (const verb of ["show", "accept", "reject"]) {
      const run = await line.run("proposals", verb, "prop_none", "--json");
      expect(run.code).toBe(3);
      expect(errorIn(run)).toMatchObject({ code: "not_found", received: "prop_none" });
    }
  });

  it("takes show, accept and reject, and no other word", async () => {
    const line = await openCommandLine();
    const run = await line.run("proposals", "approve", "prop_a");
    expect(run.code).toBe(2);
    expect(run.err).toContain("approve");
  });
});

describe("membria proposals show", () => {
  it("shows the evidence, other explanations, and the next commands", async () => {
    const line = await failing();
    const id = await openProposal(line);
    const proposal = await findProposal(line.memory, "shop", id);
    const { out } = await line.run("proposals", "show", `${id}.md`);
    for (const said of [
      proposal?.statement,
      proposal?.reasoning,
      ...(proposal?.explanations ?? []),
      ...(proposal?.evidence ?? []),
      `membria proposals accept ${id}`,
      `membria proposals reject ${id}`,
    ]) {
      expect(out).toContain(said);
    }
  });

  it("prints every field with --json", async () => {
    const line = await failing();
    const id = await openProposal(line);
    const created = (await findProposal(line.memory, "shop", id))?.createdAt.getTime() ?? 0;
    expect(jsonOf(await line.run("proposals", "show", id, "--json"))).toEqual({
      proposal_id: id,
      project: "shop",
      target: "cache",
      kind: expect.any(String),
      state: "draft",
      statement: expect.stringContaining("cache"),
      reasoning: expect.stringContaining("out_"),
      domain: expect.any(String),
      explanations: expect.any(Array),
      evidence: expect.any(Array),
      created_at: new Date(created).toISOString(),
      fed_at: expect.any(String),
      acceptable_from: new Date(created + HOUR_MS).toISOString(),
    });
  });
});

describe("membria proposals accept", () => {
  it("waits for the review window, for a person too", async () => {
    const line = await failing();
    const id = await openProposal(line);
    line.memory.clock.advance(HOUR_MS - 1);
    const run = await line.run("proposals", "accept", id, "--json");
    expect(run.code).toBe(4);
    expect(errorIn(run)).toMatchObject({ code: "conflict", reason: "pi1_violation" });
    line.memory.clock.advance(1);
    expect((await line.run("proposals", "accept", id)).out).toMatch(
      new RegExp(`^${id} is now the decision dec_\\w+`),
    );
  });

  it("makes it a decision of the person, with the proposal and its evidence", async () => {
    const line = await failing();
    const id = await openProposal(line);
    line.memory.clock.advance(HOUR_MS);
    const { decision, proposal } = jsonOf(await line.run("proposals", "accept", id, "--json")) as {
      decision: Record<string, unknown>;
      proposal: Record<string, unknown>;
    };
    expect(proposal).toMatchObject({ proposal_id: id, state: "accepted" });
    expect(decision).toMatchObject({
      author: "human",
      created_by: "somebody",
      topic: "cache",
      standing: "active",
      evidence: expect.arrayContaining([`proposal: ${id}`, expect.stringMatching(/^record: out_/)]),
    });
    const shown = await line.run("show", String(decision["decision_id"]));
    expect(shown.out).toContain(`proposal: ${id}`);
  });
});

describe("membria proposals reject", () => {
  it("rejects it, and it is not proposed again", async () => {
    const line = await failing();
    const id = await openProposal(line);
    expect(await line.run("proposals", "reject", id)).toEqual({
      code: 0,
      out: `${id} is rejected.`,
      err: "",
    });
    expect((await line.run("proposals", "reject", id)).code).toBe(4);
    expect((await line.run("reflect")).out).toBe("Nothing new to propose.");
  });
});

describe("the program itself", () => {
  it("finishes reflecting before it exits", async () => {
    const folder = await folderOfTest();
    const env = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop" };
    const server = startServer({ env });
    await server.initialize();
    const rationale = "It is read more often than written.";
    for (const title of ["Cache in Redis", "Cache on disk", "Cache in memory"]) {
      const { decision_id } = await server.call("record_decision", { title, target: "cache", rationale });
      await server.call("membria_record_outcome", { decision_id, final_status: "failure", final_score: 0 });
    }
    expect(await server.close()).toBe(0);
    const { proposals } = jsonOf(await runProgram(["proposals", "--json"], { env })) as {
      proposals: { evidence: string[] }[];
    };
    expect(proposals).toHaveLength(1);
    expect(proposals[0]?.evidence.filter((id) => id.startsWith("out_"))).toHaveLength(3);
  });

  it("takes the write cooldown from its settings", async () => {
    const folder = await folderOfTest();
    const env = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop", MEMBRIA_WRITE_COOLDOWN: "60" };
    const server = startServer({ env });
    onTestFinished(() => server.kill());
    await server.initialize();
    const args = {
      title: "Cache in Redis",
      target: "cache",
      rationale: "It is read more often than written.",
    };
    await server.call("record_decision", args);
    const refused = await server.request("tools/call", {
      name: "record_decision",
      arguments: { ...args, title: "Cache on disk" },
    });
    expect(refused?.result).toMatchObject({
      isError: true,
      structuredContent: { status: "error", code: "rate_limit_exceeded" },
    });
  });
});

describe("membria proposals export", () => {
  it("Agent Memory 4: writes each open proposal as a file whose name accept_proposal takes", async () => {
    const line = await failing();
    const id = await openProposal(line);
    const folder = (await folderOfTest()).file("to review");
    expect(jsonOf(await line.run("proposals", "export", folder, "--json"))).toEqual({
      folder,
      written: [`${id}.md`],
    });
    const file = join(folder, `${id}.md`);
    const text = await readFile(file, "utf8");
    const proposal = await findProposal(line.memory, "shop", id);
    expect(text).toMatch(/^# .+\n\n- Proposal: prop_/);
    expect(text).toContain(`# ${proposal?.statement}`);
    for (const said of [...(proposal?.evidence ?? []), ...(proposal?.explanations ?? [])])
      expect(text).toContain(`- ${said}`);
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o777).toBe(0o600);
    line.memory.clock.advance(HOUR_MS);
    expect(await line.run("proposals", "accept", `${id}.md`)).toMatchObject({ code: 0 });
    expect((await line.run("proposals", "export", folder)).out).toContain("nothing was written");
  });
});
