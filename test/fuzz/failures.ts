import type { FuzzRun } from "./fuzz-run.ts";
import type { Failure } from "./tally.ts";

const SHOWN = 30;

/** Each kind of failure once, with how to see it again; empty when there is none. */
export function failuresText(runs: readonly FuzzRun[]): string {
  return runs
    .flatMap((run) => {
      const kinds = new Map<string, Failure[]>();
      for (const failure of run.tally.failures) {
        const key = `${failure.kind}: ${failure.problem.replaceAll(/\d+/g, "#")}`;
        kinds.set(key, [...(kinds.get(key) ?? []), failure]);
      }
      return [...kinds].slice(0, SHOWN).map(([key, failures]) => described(run, key, failures));
    })
    .join("\n\n");
}

function described({ transport, seed }: FuzzRun, key: string, [first, ...others]: Failure[]): string {
  if (!first) return key;
  const again =
    first.index < 0
      ? `MEMBRIA_FUZZ_SEED=${seed}`
      : `MEMBRIA_FUZZ_SEED=${seed} MEMBRIA_FUZZ_CASE=${transport}:${first.index}`;
  return [
    `${transport}, ${key}${others.length > 0 ? ` (and ${others.length} more)` : ""}`,
    `  problem:  ${first.problem}`,
    `  sent:     ${first.sent}`,
    `  received: ${first.received}`,
    `  again:    ${again} npm run fuzz`,
  ].join("\n");
}
