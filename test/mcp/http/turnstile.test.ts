import { expect, it } from "vitest";
import { turnstile } from "../../../src/mcp/http/turnstile.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("lets one in per turn of the event loop, in order, also those who come meanwhile", async () => {
  const enter = turnstile();
  const inside: string[] = [];
  for (const name of ["a", "b"]) enter(() => inside.push(name));
  enter(() => {
    inside.push("c");
    enter(() => inside.push("d"));
  });
  expect(inside).toEqual([]);
  for (const so of ["a", "ab", "abc", "abcd", "abcd"]) {
    await turn();
    expect(inside.join("")).toBe(so);
  }
  enter(() => inside.push("e"));
  await turn();
  expect(inside.at(-1)).toBe("e");
});
