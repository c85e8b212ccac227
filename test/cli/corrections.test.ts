import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/commands/index.ts";
import { kebab, propertiesOf, shortFor } from "../../src/cli/parse.ts";
import { commandLineOn, openCommandLine } from "../support/command-line.ts";

type Line = Awaited<ReturnType<typeof openCommandLine>>;

async function decided(line: Line, ...argv: string[]): Promise<string> {
  const { out } = await line.run("decide", ...argv, "--json");
  return (JSON.parse(out) as { decision_id: string }).decision_id;
}

describe("On the command line, what was said can be corrected:", () => {
  it("a retraction is taken back, and what else holds is named with what to do", async () => {
    const line = await openCommandLine();
    const id = await decided(line, "Cache carts in Redis", "--topic", "carts");
    expect((await line.run("restore", id)).err).toContain(`${id} was not retracted: it is active.`);
    await line.run("retract", id);
    const other = await decided(line, "Cache carts on disk", "--topic", "carts");
    expect((await line.run("restore", id, "-n")).out).toContain("would hold again: deprecated → active");
    const { out } = await line.run("restore", id, "-r", "It was right");
    expect(out).toContain(`${id} holds again: deprecated → active.`);
    expect(out).toContain(`membria supersede ${other} --by ${id}`);
    expect((await line.run("supersede", other, "--by", id)).out).toContain(
      `${other} no longer holds: it is superseded by ${id}.`,
    );
    const refused = await line.run("restore", other);
    expect(refused.err).toContain(`it is superseded by ${id}`);
    expect(refused.err).toContain(`--supersedes ${id}`);
  });

  it("a decision is replaced by a new one, and it has to be said by which", async () => {
    const line = await openCommandLine();
    const id = await decided(line, "Cache carts in Redis", "--topic", "carts");
    const { out } = await line.run("supersede", id, "Cache carts on disk", "-c", "80%", "-j");
    expect(JSON.parse(out)).toMatchObject({ superseded: [id], confidence: 0.8 });
    expect((await line.run("supersede", "last")).err).toContain("It was not said what replaces");
    expect((await line.run("supersede", "last", "Something", "--by", id)).err).toContain(
      "Both a new decision",
    );
  });

  it("duplicates are merged, shown as one, and taken apart", async () => {
    const line = await openCommandLine();
    const [keep, duplicate] = [await decided(line, "Cache carts"), await decided(line, "Cache the carts")];
    await line.run("outcome", duplicate, "success", "--lesson", "Measure first");
    expect((await line.run("merge", keep, duplicate, "--dry-run")).out).toContain(
      `the outcome of ${duplicate}, which counts for ${keep}`,
    );
    expect((await line.run("merge", keep, duplicate)).out).toContain(`membria restore ${duplicate}`);
    const shown = (await line.run("show", keep)).out;
    expect(shown).toContain(`success (1), recorded for ${duplicate}`);
    expect(shown).toContain("Merged into it");
    expect((await line.run("reopen", duplicate)).err).toContain(`membria reopen ${keep}`);
    expect((await line.run("restore", duplicate)).out).toContain(`no longer one with ${keep}`);
    expect((await line.run("show", keep)).out).toContain("no outcome yet");
  });

  it("what only a duplicate says is named, and shown with the one that is kept", async () => {
    const line = await openCommandLine();
    const keep = await decided(line, "Cache carts", "--topic", "carts", "--alternative", "No cache");
    const duplicate = await decided(
      line,
      ...[
        "Cache carts",
        "--topic",
        "carts",
        "--alternative",
        "No cache",
        "--alternative",
        "A larger database",
      ],
      ...["--reasoning", "Reads outnumber writes forty to one", "--source", "Ana: carts are slow."],
    );
    const reply = (await line.run("merge", keep, duplicate)).out;
    expect(reply).toContain(
      `reasoning of ${duplicate}, shown with ${keep}: "Reads outnumber writes forty to one"`,
    );
    expect(reply).toContain(`alternatives of ${duplicate}, shown with ${keep}: "A larger database"`);
    expect(reply).toContain(`source of ${duplicate}, which is kept there and shown to people with ${keep}`);
    expect(reply).not.toContain("No cache");
    expect(reply).not.toContain("nothing that is not there");
    const shown = (await line.run("show", keep)).out;
    for (const said of ["Reads outnumber writes forty to one", "A larger database", "Ana: carts are slow."])
      expect(shown).toContain(said);
    await line.run("restore", duplicate);
    expect((await line.run("show", keep)).out).not.toContain("Reads outnumber");
  });

  it("a duplicate that says nothing else is merged with these words", async () => {
    const line = await openCommandLine();
    const keep = await decided(line, "Cache carts", "--topic", "carts");
    const edited = await decided(line, "Cache all carts", "--topic", "carts");
    await line.run("edit", edited, "--statement", "Cache carts");
    expect((await line.run("merge", keep, edited)).out).toContain("it has nothing that is not there");
  });

  it("an outcome is withdrawn by a person, and stays in the history", async () => {
    const line = await openCommandLine();
    const id = await decided(line, "Cache carts in Redis");
    expect((await line.run("reopen", id)).err).toContain("has no outcome that could be withdrawn");
    await line.run("outcome", id, "failure");
    const agent = { kind: "agent", name: "coding-agent", role: "agent" } as const;
    const byAgent = commandLineOn(line.memory, "shop", {}, {}, agent);
    expect((await byAgent.run("reopen", id)).err).toContain(
      "Only a person withdraws an outcome that a person recorded.",
    );
    expect((await line.run("reopen", id, "--reason", "Another build")).out).toContain(
      "is open again (pending)",
    );
    const shown = (await line.run("show", id)).out;
    expect(shown).toContain("failure (0), withdrawn since");
    expect(shown).toContain("withdrew the failure");
  });
});

it("a letter means one flag in each command", () => {
  for (const command of COMMANDS) {
    const flags = [...Object.keys(propertiesOf(command)).map(kebab), "json", "help", "project"];
    const letters = [...new Set(flags)].flatMap((flag) => shortFor(flag) ?? []);
    expect(letters, command.name).toHaveLength(new Set(letters).size);
  }
});
