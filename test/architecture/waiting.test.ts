import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const TESTS = dirname(dirname(fileURLToPath(import.meta.url)));

/** What makes a test depend on how busy the machine is. */
const REAL_TIME = /\bsetTimeout\b|\bsetInterval\b|\bperformance\.now\b|\bAbortSignal\.timeout\b/;

/** Files that may use it, and why that makes no test fail on a busy machine. */
const ALLOWED: Readonly<Record<string, string>> = {
  "recall/embedding/passage-pause.test.ts": "names the timers that it replaces by fake ones",
  "clients/": "sessions of real clients, which no test run contains",
  "conformance/tools.ts": "tools that take a moment, because the conformance suite asks for them",
  "e2e/durability.test.ts": "kills at random moments",
  "e2e/killed-undo.test.ts": "kills at random moments",
  "e2e/large-requests.test.ts": "only ends what hangs",
  "fuzz/": "how long replies take is a subject of the fuzzer, which subtracts what other work took",
  "knowledge/play-steps.ts": "only ends what hangs",
  "mcp/http/clients.test.ts": "says something again and again until somebody listens",
  "mcp/stdio/fixture-server.ts": "a tool that takes a moment",
  "support/hook-time.mjs": "replaces the timers of a hook",
  "support/passing-time.ts": "names the timers that it replaces by fake ones",
  "support/pseudo-terminal.ts": "only ends what hangs",
  "support/team/": "faults that last for a while, and how long machines take to agree, for the long runs",
};

const files = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\.(?:ts|mjs)$/.test(path) && path !== "architecture/waiting.test.ts");
const using = files.filter((path) => REAL_TIME.test(readFileSync(join(TESTS, path), "utf8")));
const reasonFor = (path: string): string | undefined =>
  Object.keys(ALLOWED).find((one) => path === one || (one.endsWith("/") && path.startsWith(one)));

it("no test waits for real time, or counts it", () => {
  const found = using.filter((path) => reasonFor(path) === undefined);
  expect(
    found,
    "use the fake clock, fake timers or an event; what is about speed belongs into bench/",
  ).toEqual([]);
});

it("every file that may is one that does", () => {
  expect(Object.keys(ALLOWED).filter((one) => !using.some((path) => reasonFor(path) === one))).toEqual([]);
});

/** A limit that stands for "it does not hang" is at least this long. */
const LEAST_LIMIT_MS = 30_000;
const isShort = (digits: string): boolean => Number(digits.replaceAll("_", "")) < LEAST_LIMIT_MS;

interface Rule {
  /** Finds what makes a test depend on how busy the machine is. */
  readonly pattern: RegExp;
  /** Whether what the first group matched is as it should be. */
  readonly isFine?: (matched: string, text: string) => boolean;
  /** Files that may have it, and why. */
  readonly allowed?: Readonly<Record<string, string>>;
}

const RULES: Readonly<Record<string, Rule>> = {
  "vi.waitFor gives up after a second: use eventually": {
    pattern: /vi\.waitFor\(/g,
    allowed: { "support/eventually.ts": "is eventually" },
  },
  "a limit that only ends what hangs is at least 30 seconds": {
    pattern: /(?:\btimeout: |\b[A-Z_]*(?:DEADLINE|PATIENCE|TIMEOUT|EVENTUALLY)[A-Z_]* = )(\d[\d_]*)\b/g,
    isFine: (digits) => !isShort(digits),
    allowed: {
      "clients-settings/codex-trust.test.ts": "is in the settings of a client",
    },
  },
  "the built program gives up on nothing: pass PATIENT": {
    pattern: /\.\.\.(?:process\.env|getDefaultEnvironment\(\))/g,
    isFine: (_, text) => /\.\.\.PATIENT\b/.test(text),
    allowed: {
      "team/falkordb/set-up.test.ts": "starts another program",
      "fuzz/":
        "how long replies take is a subject of the fuzzer, also to a client that never says its folder",
      "support/falkordb.ts": "starts another program",
      "support/fixture-repository/": "is in a text",
    },
  },
  "a hook gives up after 30 seconds, or when the test says so": {
    pattern: /MEMBRIA_HOOK_WAIT_MS: "(\d+)"/g,
    isFine: (digits) => !isShort(digits),
    allowed: {
      "e2e/hooks-in-trouble.test.ts": "one is to end because its input does not",
      "main/hooks/hook-settings.test.ts": "only reads it",
    },
  },
  "git has all the time: use PATIENT_GIT": {
    pattern: /git: usersGit\b/g,
    allowed: { "portability/projects/project.test.ts": "one never answers" },
  },
};

it.each(Object.entries(RULES))("in tests %s", (_, { pattern, isFine = () => false, allowed = {} }) => {
  const found = files.filter((path) => {
    const text = readFileSync(join(TESTS, path), "utf8");
    return [...text.matchAll(pattern)].some(([, matched = ""]) => !isFine(matched, text));
  });
  const isAllowed = (path: string): boolean => Object.keys(allowed).some((one) => path.startsWith(one));
  expect(found.filter((path) => !isAllowed(path))).toEqual([]);
  // What is allowed is also needed.
  expect(Object.keys(allowed).filter((one) => !found.some((path) => path.startsWith(one)))).toEqual([]);
});
