import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { WITH_GIT } from "../support/git.ts";

const WEEK = fileURLToPath(new URL("../../examples/week.mjs", import.meta.url));

it("what the program prints in a week of use is what examples/week.md says", WITH_GIT, () => {
  const { status, stderr } = spawnSync(process.execPath, [WEEK, "--check"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});
