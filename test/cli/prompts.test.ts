import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askLine, choose, confirm, pressKey } from "../../src/cli/prompts.ts";

/** A terminal, as far as a question needs one. */
function terminal({ isTTY = true } = {}) {
  const raw: boolean[] = [];
  const setRawMode = (on: boolean): void => void raw.push(on);
  const stream = () => Object.assign(new PassThrough(), { isTTY, setRawMode });
  const [input, output] = [stream(), stream()];
  const agree = () => confirm("Sure?", input as never, output as never);
  const choice = () => choose("Which?", ["file", "memory"], input as never, output as never);
  const press = () => pressKey("Keep it?", ["y", "n"], input as never, output as never);
  const line = (begun = "") => askLine("›", begun, input as never, output as never);
  return { input, output, raw, agree, choice, press, line };
}

it.each([
  ["y", true],
  ["Yes", true],
  [" yes ", true],
  ["", false],
  ["n", false],
  ["yesterday", false],
])("the answer %j counts as %s", async (typed, agreed) => {
  const { input, output, agree } = terminal();
  input.write(`${typed}\n`);
  expect(await agree()).toBe(agreed);
  expect(String(output.read())).toContain("Sure? [y/N] ");
});

it("no answer at all is a no", async () => {
  const { input, agree } = terminal();
  input.end();
  expect(await agree()).toBe(false);
});

it("nobody is asked without a terminal", async () => {
  const { input, output, agree } = terminal({ isTTY: false });
  input.write("y\n");
  expect(await agree()).toBeUndefined();
  expect(output.read()).toBeNull();
});

it.each([
  ["file", "file"],
  [" M ", "memory"],
  ["", undefined],
  ["fine", undefined],
])("the answer %j chooses %s", async (typed, chosen) => {
  const { input, output, choice } = terminal();
  input.write(`${typed}\n`);
  expect(await choice()).toBe(chosen);
  expect(String(output.read())).toContain("Which? [file/memory] ");
});

it("nothing is chosen at the end of the input, and nobody is asked without a terminal", async () => {
  const ended = terminal();
  ended.input.end();
  expect(await ended.choice()).toBeUndefined();
  const { output, choice } = terminal({ isTTY: false });
  expect(await choice()).toBeUndefined();
  expect(output.read()).toBeNull();
});

const [CTRL_C, CTRL_D, CTRL_U] = ["\u0003", "\u0004", "\u0015"];

describe("A key", () => {
  it.each([
    ["y", "y"],
    ["N", "n"],
    ["x\u001b[A\ry", "y"],
    [CTRL_C, undefined],
    [CTRL_D, undefined],
  ])("%j answers %s, without Enter", async (typed, answer) => {
    const { input, output, raw, press } = terminal();
    input.write(typed);
    expect(await press()).toBe(answer);
    expect(String(output.read())).toBe(`Keep it? ${answer ?? ""}\n`);
    expect(raw, "the terminal is as it was").toEqual([true, false]);
  });

  it("is asked for again and again on the same terminal", async () => {
    const { input, press, line } = terminal();
    input.write("y");
    expect(await press()).toBe("y");
    const typed = line();
    input.write("a line\n");
    expect(await typed).toBe("a line");
    const last = press();
    input.write("n");
    expect(await last).toBe("n");
  });

  it("does not come at the end of the input, and is not asked for without a terminal", async () => {
    const { input, press } = terminal();
    input.end();
    expect(await press()).toBeUndefined();
    const { output, press: nowhere } = terminal({ isTTY: false });
    expect(await nowhere()).toBeUndefined();
    expect(output.read()).toBeNull();
  });
});

describe("A line", () => {
  it.each([
    ["\n", "Use Mongo"],
    [" and more\n", "Use Mongo and more"],
    [`${CTRL_U} Use Postgres \n`, "Use Postgres"],
    [`${CTRL_U}\n`, ""],
    [CTRL_C, undefined],
  ])("begins with a text, and after %j is %j", async (typed, answer) => {
    const { input, line } = terminal();
    const asked = line("Use Mongo");
    input.write(typed);
    expect(await asked).toBe(answer);
  });

  it("is not asked for without a terminal", async () => {
    expect(await terminal({ isTTY: false }).line("x")).toBeUndefined();
  });
});
