import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { choose } from "../../src/cli/choose.ts";

/** A terminal, as far as a question needs one. */
function terminal({ isTTY = true } = {}) {
  const stream = () => Object.assign(new PassThrough(), { isTTY });
  const [input, output] = [stream(), stream()];
  const ask = () => choose("Which?", ["file", "memory"], input as never, output as never);
  return { input, output, ask };
}

it.each([
  ["file", "file"],
  [" M ", "memory"],
  ["", undefined],
  ["fine", undefined],
])("the answer %j chooses %s", async (typed, chosen) => {
  const { input, output, ask } = terminal();
  input.write(`${typed}\n`);
  expect(await ask()).toBe(chosen);
  expect(String(output.read())).toContain("Which? [file/memory] ");
});

it("nothing is chosen at the end of the input, and nobody is asked without a terminal", async () => {
  const ended = terminal();
  ended.input.end();
  expect(await ended.ask()).toBeUndefined();
  const { output, ask } = terminal({ isTTY: false });
  expect(await ask()).toBeUndefined();
  expect(output.read()).toBeNull();
});
