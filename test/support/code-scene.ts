import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import type { Decision } from "../../src/decisions/rules/decision.ts";
import { gitCheckout } from "../../src/repository/git/checkout.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { gitRepository, type TestRepository, workTree } from "./git.ts";
import { callBy, openMemory, rewired, type TestMemory } from "./memory.ts";

const DAY_ONE = new Date("2026-03-01T09:00:00.000Z");
export const day = (n: number): Date => new Date(DAY_ONE.getTime() + n * 86_400_000);

/** Lines of code that no other name shares. */
export const codeLines = (name: string, count = 20): string =>
  Array.from({ length: count }, (_, n) => `const ${name}${n} = ${n};`).join("\n");

export const codeFunction = (name: string, of: string): string =>
  `export function ${name}() {\n${codeLines(of, 8).replaceAll(/^/gm, "  ")}\n}\n`;

/** A repository and a memory that looks at it. */
export interface CodeScene {
  readonly memory: TestMemory;
  readonly repository: TestRepository;
  decide(
    at: Date,
    statement: string,
    files?: readonly string[],
    alternatives?: readonly string[],
  ): Promise<Decision>;
}

export async function codeScene(): Promise<CodeScene> {
  const repository = await gitRepository();
  const opened = await openMemory();
  const memory = rewired(opened, { checkout: gitCheckout(async () => workTree(repository.root)) });
  return {
    memory,
    repository,
    async decide(at, statement, files = [], alternatives = []) {
      memory.clock.set(at);
      const evidence = files.map((ref) => ({ kind: "file" as const, ref }));
      const input = { statement, confidenceStated: false, evidence, alternatives: [...alternatives] };
      return (await perform(captureDecision, input, memory, callBy())).decision;
    },
  };
}
