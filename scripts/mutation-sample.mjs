import { createHash } from "node:crypto";

export const [SHARE, SEED] = ["MEMBRIA_MUTATE_SHARE", "MEMBRIA_MUTATE_SEED"];

/** Goes by the change itself, so that the sample stays the same when tests are added. */
export function isSampled({ fileName, location: { start, end }, replacement }) {
  const file = fileName.slice(fileName.lastIndexOf("src"));
  const change = [process.env[SEED], file, start.line, start.column, end.line, end.column, replacement];
  const digest = createHash("sha256").update(JSON.stringify(change)).digest();
  return digest.readUInt32BE(0) / 2 ** 32 < Number(process.env[SHARE]);
}

/** Stryker has no sampling of its own. It does not run what a checker refuses. */
export const strykerPlugins = [
  {
    kind: "Checker",
    name: "sample",
    value: {
      init: async () => {},
      group: async (mutants) => [mutants.map(({ id }) => id)],
      check: async (mutants) =>
        Object.fromEntries(
          mutants.map((mutant) => [
            mutant.id,
            isSampled(mutant) ? { status: "passed" } : { status: "compileError", reason: "not sampled" },
          ]),
        ),
    },
  },
];
