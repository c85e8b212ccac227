import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import packageJson from "./package.json" with { type: "json" };
import { yamlInTests } from "./scripts/yaml-plugin.mjs";

/**
 * What `npm test` leaves to `npm run check`, because somebody who changed a line does not wait for it: every way of a kind
 * of which a few stay. Those few of a folder are in `STAYS`.
 */
const LONGER = [
  ...["test/team/falkordb/", "test/e2e/", "test/page/"],
  ...[
    ...["architecture/decision-fields", "mcp/access/access-table", "mcp/stdio/pipes"],
    ...["store/file/file-copies"],
    ...["repository/git/repository-hooks", "repair/sql/replay", "repair/sql/salvage"],
    ...["store/file/pending-erasure", "team/sql/same-on-every-machine"],
    ...["portability/operations/adr-fixed-point", "portability/operations/import-adr"],
    ...["repository/operations/fixture-anchors", "repository/operations/fixture-dependencies"],
    ...[
      "candidates/operations/harvesting",
      "repository/operations/explaining-places",
      "repository/operations/following-anchors",
    ],
    ...["recall/embedding/local", "promises/mcp-logging", "promises/membria-protocol-logging"],
    ...[
      "repository/operations/fixture-places",
      "repository/operations/known-truth",
      "shared/operations/reads",
    ],
    ...["cli/adr-story", "cli/closed-pipe", "cli/code", "cli/control-characters", "cli/erased-but-read"],
    ...["cli/git-sync", "cli/hook", "cli/install", "cli/program", "cli/review-at-terminal", "cli/trust"],
    ...[
      "knowledge/exploits",
      "knowledge/labelled-tasks",
      "main/caller/personal-call",
      "mcp/calls/ask-person",
    ],
    ...["cli/completion", "cli/forged-rows", "cli/projects", "cli/refusals"],
    ...["mcp/access/authors", "mcp/calls/many-arguments", "mcp/http/subscriptions", "mcp/lists/resources"],
    ...["promises/tmkb-transcripts", "recall/operations/fit-model", "recall/operations/siblings"],
    ...["repair/operations/rebuild-memory", "repair/sql/replay-order", "repository/git/checkout"],
    ...["repository/operations/checking-changes", "repository/operations/syncing"],
    ...["shared/secrets/long-texts", "store/log/erasure", "team/operations/sync-round"],
    ...["tools/forged-rows", "tools/quoting-payloads"],
  ].map((name) => `test/${name}.test.ts`),
];
const STAYS = [
  ...["e2e/projects-over-http", "e2e/restart", "e2e/start-cost"],
  ...["team/falkordb/entries", "page/signing-in"],
].map((name) => `test/${name}.test.ts`);

/**
 * They start many processes, or try in all ways what is tried in one way elsewhere. The full check runs them, and the check
 * some of them with another version of Node.
 */
const LONG_RUNS = [
  ...[
    ...["calibration-reference", "crash-points", "damaged-file", "durability", "failing-disk"],
    ...["foreign-project-name", "hanging-embedder", "killed-undo", "large-requests", "naughty-strings"],
    ...["new-project-name", "refused-by-the-system", "scripted-week"],
    ...["team-chaos", "team-chaos-smoke", "team-offline-day"],
  ].map((name) => `test/e2e/${name}.test.ts`),
  "test/fuzz/fuzz.test.ts",
];

// What scripts/mutate.mjs runs for each change needs no built program.
const mutating = process.env["MEMBRIA_MUTATE_TESTS"]?.split(",");

const ALL = readdirSync("test", { recursive: true, encoding: "utf8" })
  .map((name) => `test/${name.replaceAll("\\", "/")}`)
  .filter((name) => name.endsWith(".test.ts"));
const within = (list: readonly string[]) => (file: string) => list.some((place) => file.startsWith(place));
/** Of the command line: the command of vitest, and options such as `-t`, which is a part of many names. */
const NO_NAME = /^(?:run$|-)/;
/** Whoever names a file, or a folder that it is in, runs it. */
const isNamed = (file: string): boolean =>
  process.argv.some((word) => !NO_NAME.test(word) && file.includes(word));

/** Those of `npm test` unless a variable asks for the longer ones, or for all. */
function chosen(): string[] {
  for (const place of [...LONGER, ...STAYS, ...LONG_RUNS])
    if (!ALL.some(within([place]))) throw new Error(`vitest.config.ts names ${place}, which is not there.`);
  if (process.env["MEMBRIA_SOAK"]) return ALL;
  const isLong = within(LONG_RUNS);
  const isLonger = (file: string): boolean => within(LONGER)(file) && !within(STAYS)(file) && !isLong(file);
  if (process.env["MEMBRIA_LONGER_TESTS"]) return ALL.filter(isLonger);
  return ALL.filter((file) => isNamed(file) || !(isLonger(file) || isLong(file)));
}

export default defineConfig({
  plugins: [yamlInTests],
  define: { MEMBRIA_VERSION: JSON.stringify(packageJson.version) },
  test: {
    include: mutating ?? chosen(),
    // Files share a process, because loading the sources anew for each would take most of the time. So a test leaves nothing
    // behind there; what it puts into the environment is taken back for it.
    isolate: false,
    unstubEnvs: true,
    globalSetup: mutating ? [] : "test/global-setup.ts",
    setupFiles: "test/fixed-seed.ts",
    // Programs start in homes that are used once, where keeping compiled code only takes time.
    env: { NODE_DISABLE_COMPILE_CACHE: "1" },
    // They only end what hangs: many tests start processes, and other work may have the processors.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Most of the time goes by in processes that a test starts and waits for.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "json-summary", "html"],
      thresholds: {
        lines: 85,
        branches: 85,
        "src/*/rules/**": { lines: 90, branches: 90 },
        "src/shared/*.ts": { lines: 90, branches: 90 },
        "src/mcp/**": { lines: 90, branches: 90 },
      },
    },
  },
});
