import { describe, expect, it, onTestFinished } from "vitest";
import { openCandidates } from "../../src/candidates/sql/candidate-rows.ts";
import { decisionPage } from "../../src/decisions/sql/decisions.ts";
import { historiesOf } from "../../src/decisions/sql/outcomes.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { runProgram } from "../support/command-line.ts";
import { folderOfTest } from "../support/memory.ts";
import { AT_TERMINAL, atTerminal } from "../support/pseudo-terminal.ts";
import { fillQueue } from "../support/review-queue.ts";
import { silentLog } from "../support/silent-log.ts";

async function filled() {
  const folder = await folderOfTest();
  const path = folder.file("membria.db");
  const open = () => openMemoryFile(path, silentLog);
  const memory = await open();
  await fillQueue(memory, new Date());
  await memory.close();
  const env = {
    MEMBRIA_HOME: folder.path,
    MEMBRIA_DB_PATH: path,
    MEMBRIA_PROJECT: "shop",
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_BACKUPS: "0",
    NO_COLOR: "",
    TERM: "xterm",
  };
  const reopened = async () => {
    const again = await open();
    onTestFinished(again.close);
    return again;
  };
  return { env, reopened };
}

const ESCAPE = String.fromCodePoint(0x1b);
const [ENTER, CTRL_C, CTRL_U] = ["\r", "\u0003", "\u0015"];

describe("membria review at a real terminal", AT_TERMINAL, () => {
  it("takes single keys, a changed line and a lesson, and leaves the terminal as it was", async () => {
    const { env, reopened } = await filled();
    const person = atTerminal(["review"], { env });
    await person.sees("Was this decided?");
    await person.sees("q quit ›");
    // An arrow and a letter that means nothing here do nothing.
    person.press(`${ESCAPE}[Az`);
    person.press("e");
    await person.sees("› Use Postgres instead of Mongo");
    person.press(`${CTRL_U}Use PostgreSQL 17${ENTER}`);
    await person.sees("Recorded as dec_");
    await person.sees("Is this where the work stands?");
    await person.sees("q quit ›");
    person.press("s");
    await person.sees("How did this work out?");
    await person.sees("q quit ›");
    person.press("p");
    await person.sees("What was learned?");
    person.press(`Half an hour is enough${ENTER}`);
    await person.sees("The outcome of dec_due is recorded: partial.");
    await person.sees("Is this so?");
    await person.sees("q quit ›");
    person.press("q");
    await person.sees("2 accepted, 0 rejected, 1 skipped.");
    await person.sees("3 still wait: membria review");
    expect(await person.ended()).toBe(0);
    expect(person.shown()).toContain(`${ESCAPE}[1m`);
    const memory = await reopened();
    const { items } = await decisionPage(memory, { scope: "shop" }, 10);
    expect(items.find(({ statement }) => statement === "Use PostgreSQL 17")?.author.kind).toBe("human");
    const history = (await historiesOf(memory, "shop", ["dec_due"])).get("dec_due");
    expect(history?.outcomes).toMatchObject([{ status: "partial", lessons: ["Half an hour is enough"] }]);
  });

  it("ends with Ctrl-C, in a question and in a line, and keeps what was decided", async () => {
    const { env, reopened } = await filled();
    const person = atTerminal(["review"], { env });
    await person.sees("q quit ›");
    person.press("n");
    await person.sees("cand_choice is dropped.");
    await person.sees("u undo the last");
    await person.sees("q quit ›");
    person.press("e");
    await person.sees("› The order table");
    person.press(CTRL_C);
    await person.sees("Is this where the work stands?");
    await person.sees("q quit ›");
    person.press(CTRL_C);
    await person.sees("0 accepted, 1 rejected, 0 skipped.");
    expect(await person.ended()).toBe(0);
    const memory = await reopened();
    expect((await openCandidates(memory, "shop", 10)).items.map(({ id }) => id)).toEqual(["cand_draft"]);
  });

  it("fits a narrow terminal, and has no colours where none are wanted", async () => {
    const { env } = await filled();
    const person = atTerminal(["review"], { env: { ...env, NO_COLOR: "1" }, columns: 40 });
    await person.sees("q quit ›");
    person.press("q");
    expect(await person.ended()).toBe(0);
    const lines = person.shown().split(/\r?\n/);
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(41);
    expect(person.shown()).not.toMatch(new RegExp(`${ESCAPE}\\[\\d+m`));
  });

  it("only lists for an agent that has a terminal", async () => {
    const { env } = await filled();
    const agent = atTerminal(["review"], { env: { ...env, CLAUDECODE: "1" } });
    await agent.sees("A person decides on them at a terminal.");
    expect(await agent.ended()).toBe(0);
  });
});

it("membria review without a terminal lists, and takes ids from a person", async () => {
  const { env } = await filled();
  const listed = await runProgram(["review"], { env });
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining("cand_choice") });
  const accepted = await runProgram(["review", "--accept", "cand_choice"], { env });
  expect(accepted).toMatchObject({ code: 0, out: expect.stringMatching(/^Recorded as dec_\w+ in shop\./) });
  const refused = await runProgram(["review", "--reject", "cand_draft"], {
    env: { ...env, MEMBRIA_ACTOR: "agent" },
  });
  expect(refused).toMatchObject({ code: 5, err: expect.stringContaining("Only a person decides") });
});
