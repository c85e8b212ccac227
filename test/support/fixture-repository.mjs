import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writeRepository } from "./fixture-repository/git-objects.mjs";
import { tellHistory } from "./fixture-repository/told-history.mjs";
import { truthOf } from "./fixture-repository/truth.mjs";

/**
 * Makes a git repository of a made-up web service, always the same for the same `idOf`, and returns what is known to be
 * true about it. `idOf` gives the id under which a decision is stored: some commit messages name it.
 */
export function makeFixtureRepository(folder, { idOf = (key) => `decision-${key}` } = {}) {
  const told = tellHistory(idOf);
  writeRepository(folder, told.history.commits, told.history.branches);
  return { root: realpathSync(folder), ...truthOf(told) };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (process.argv[2] !== "--check") throw new Error("Usage: node fixture-repository.mjs --check");
  const { checkFixtureRepository } = await import("./fixture-repository/check.mjs");
  checkFixtureRepository(makeFixtureRepository);
}
