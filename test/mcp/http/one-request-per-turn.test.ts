import { expect, it } from "vitest";
import { oneRequestPerTurn } from "../../../src/mcp/http/serve.ts";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("starts one request per turn of the event loop, in order, including those that arrive in the meantime", async () => {
  const enter = oneRequestPerTurn();
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
