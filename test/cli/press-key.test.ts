import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askLine } from "../../src/cli/ask-line.ts";
import { pressKey } from "../../src/cli/press-key.ts";

/** A terminal, as far as a question needs one. */
function terminal({ isTTY = true } = {}) {
  const raw: boolean[] = [];
  const setRawMode = (on: boolean): void => void raw.push(on);
  const stream = () => Object.assign(new PassThrough(), { isTTY, setRawMode });
  const [input, output] = [stream(), stream()];
  const press = () => pressKey("Keep it?", ["y", "n"], input as never, output as never);
  const line = (begun = "") => askLine("›", begun, input as never, output as never);
  return { input, output, raw, press, line };
}

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
