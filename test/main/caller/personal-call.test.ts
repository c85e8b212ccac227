import { describe, expect, it } from "vitest";
import { AGENT_VARIABLES, typistIn } from "../../../src/main/caller/personal-call.ts";
import { environmentOfPerson, runProgram } from "../../support/command-line.ts";
import { folderOfTest } from "../../support/memory.ts";

const atTerminal = () => true;
const withoutTerminal = () => false;

describe("who types a command", () => {
  it.each(AGENT_VARIABLES)("is an agent if %s is set, whatever the setting says", (name) => {
    expect(typistIn({ [name]: "1" }, "human", atTerminal)).toMatchObject({ kind: "agent" });
    expect(typistIn({ [name]: "" }, undefined, atTerminal)).toEqual({ kind: "human" });
  });

  it("is the agent that names itself, also if it says in general that it is one", () => {
    const shell = { AI_AGENT: "claude-code_2-1-325_harness", CLAUDECODE: "1" };
    expect(typistIn(shell, undefined, withoutTerminal)).toEqual({ kind: "agent", program: "claude-code" });
  });

  it("is who the setting says, if no agent runs the shell", () => {
    expect(typistIn({}, "human", withoutTerminal)).toEqual({ kind: "human" });
    expect(typistIn({}, "script", atTerminal)).toEqual({ kind: "script" });
    expect(typistIn({}, "agent", atTerminal)).toMatchObject({ kind: "agent" });
  });

  it("is a human at a terminal, and a script without one", () => {
    expect(typistIn({}, undefined, atTerminal)).toEqual({ kind: "human" });
    expect(typistIn({}, undefined, withoutTerminal)).toEqual({ kind: "script" });
  });
});

describe("the program", () => {
  async function shop() {
    const folder = await folderOfTest();
    const home = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop", MEMBRIA_PERSON: "Jo Doe" };
    return (env: Record<string, string>, ...argv: string[]) =>
      runProgram([...argv, "--json"], { env: { ...home, ...env }, cwd: folder.path });
  }
  const idIn = (out: string): string => /dec_[a-z0-9]+/.exec(out)?.[0] ?? "";

  it("does not let an agent with a shell replace or retract what a person decided", async () => {
    const run = await shop();
    const theirs = idIn((await run({}, "decide", "Cache orders in Redis", "--topic", "cache")).out);
    const agent = { CLAUDECODE: "1", MEMBRIA_ACTOR: "human" };
    const replaced = await run(agent, "decide", "Cache orders in memory", "--supersedes", theirs);
    expect(replaced.code).not.toBe(0);
    expect((await run(agent, "retract", theirs)).code).not.toBe(0);
    expect(JSON.parse((await run({}, "show", theirs)).out)).toMatchObject({
      standing: "active",
      author: "human",
    });
  });

  it("does not let an agent with a shell erase anything, nor a script what a person decided", async () => {
    const run = await shop();
    const id = idIn((await run({}, "decide", "Cache orders in Redis")).out);
    const agent = { CLAUDECODE: "1", MEMBRIA_ACTOR: "human" };
    const refused = await run(agent, "forget", id, "--yes");
    expect([refused.code, refused.err]).toEqual([5, expect.stringContaining("person_required")]);
    expect((await run(agent, "forget", "--guidance", "--yes")).code).toBe(5);
    const script = { MEMBRIA_ACTOR: "script" };
    expect((await run(script, "forget", id, "--yes")).code).toBe(5);
    expect((await run({}, "show", id)).code).toBe(0);
    const own = idIn((await run(script, "decide", "Cache carts on disk")).out);
    expect((await run(script, "forget", own, "--yes")).code).toBe(0);
    expect((await run({ MEMBRIA_ACTOR: "human" }, "forget", id, "--yes")).code).toBe(0);
  });

  it("records the decision of an agent as the agent's, on behalf of the person", async () => {
    const run = await shop();
    const id = idIn((await run({ GEMINI_CLI: "1" }, "decide", "Cache orders in memory")).out);
    const [captured] = (await run({}, "audit", "--decision", id)).out.split("\n");
    expect(JSON.parse(captured ?? "")).toMatchObject({
      author_kind: "agent",
      author: "gemini-cli",
      person: "Jo Doe",
    });
  });

  it("lets a script decide, but not replace what a person decided", async () => {
    const run = await shop();
    const script = { MEMBRIA_ACTOR: "script" };
    const theirs = idIn((await run({}, "decide", "Cache orders in Redis", "--topic", "cache")).out);
    const own = idIn((await run(script, "decide", "Cache invoices in Redis")).out);
    expect(JSON.parse((await run({}, "show", own)).out)).toMatchObject({ author: "script" });
    expect((await run(script, "decide", "Cache orders in memory", "--supersedes", theirs)).code).not.toBe(0);
  });

  it("has an environment in these tests in which a person types", () => {
    expect(environmentOfPerson()).toMatchObject({ MEMBRIA_ACTOR: "human" });
    for (const name of AGENT_VARIABLES) expect(environmentOfPerson()).not.toHaveProperty(name);
  });
});
