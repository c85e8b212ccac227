import { describe, expect, it } from "vitest";
import { RULES, secretScanner } from "../../../src/shared/secrets/secret-scanner.ts";

const scanner = secretScanner();

describe("no input makes a rule scan the text repeatedly", () => {
  const size = 100_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const keywords = RULES.flatMap((rule) => rule.keywords.slice(0, 1));

  // Far more than it takes, and less than quadratic work on this size; how fast it is, `npm run bench secrets` measures.
  const HANGING_MS = 30_000;
  const ofProcessor = (since: NodeJS.CpuUsage): number => process.cpuUsage(since).user / 1_000;
  it.each(["a1", "A", "-", ".", "=", " ", "aB3-"])("runs of %j after the keyword of every rule", (run) => {
    for (const keyword of keywords) {
      const started = process.cpuUsage();
      scanner.scan(`${keyword}${fill(run)}`);
      scanner.scan(fill(`${keyword}${run}`));
      scanner.scan(fill(`${keyword} = "${run.repeat(20)}`));
      expect(ofProcessor(started), keyword).toBeLessThan(HANGING_MS);
    }
  });
});
