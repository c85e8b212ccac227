import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { confirm } from "../../src/cli/confirm.ts";

/** A terminal, as far as a question needs one. */
function terminal({ isTTY = true } = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY });
  const [input, output] = [stream(), stream()];
  const ask = () => confirm("Sure?", input as never, output as never);
  return { input, output, ask };
}

it.each([
  ["y", true],
  ["Yes", true],
  [" yes ", true],
  ["", false],
  ["n", false],
  ["yesterday", false],
])("the answer %j counts as %s", async (typed, agreed) => {
  const { input, output, ask } = terminal();
  input.write(`${typed}\n`);
  expect(await ask()).toBe(agreed);
  expect(String(output.read())).toContain("Sure? [y/N] ");
});

it("no answer at all is a no", async () => {
  const { input, ask } = terminal();
  input.end();
  expect(await ask()).toBe(false);
});

it("nobody is asked without a terminal", async () => {
  const { input, output, ask } = terminal({ isTTY: false });
  input.write("y\n");
  expect(await ask()).toBeUndefined();
  expect(output.read()).toBeNull();
});
