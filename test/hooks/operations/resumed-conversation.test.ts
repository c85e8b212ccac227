import { expect, it } from "vitest";
import { saveCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { openHookedMemory } from "../../support/hook-session.ts";
import { callBy } from "../../support/memory.ts";

it("is told where the work stands once, and again when that has changed or the conversation was shortened", async () => {
  const memory = await openHookedMemory();
  await perform(saveCheckpoint, { summary: "The parser is half done." }, memory, callBy());
  const begun = await memory.start("first");
  expect(begun).toContain("The parser is half done.");
  expect(await memory.resume("first")).toBeUndefined();
  expect(await memory.resume("another")).toBe(begun);

  expect(await memory.start("first", true)).toBe(begun);
  expect(await memory.resume("first")).toBeUndefined();

  await perform(saveCheckpoint, { summary: "The parser is done." }, memory, callBy());
  expect(await memory.resume("first")).toContain("The parser is done.");
});
