import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import packageJson from "./package.json" with { type: "json" };
import { yamlInTests } from "./scripts/yaml-plugin.mjs";

/**
 * They start many processes, or try in all ways what is tried in one way elsewhere. The full check runs them, the check runs
 * some of them with another version of Node, and whoever names one on the command line runs it.
 */
const LONG_RUNS = [
  ...["calibration-reference", "crash-points", "damaged-file", "durability", "failing-disk"],
  ...["foreign-project-name", "hanging-embedder", "killed-undo", "large-requests", "naughty-strings"],
  ...["new-project-name", "refused-by-the-system", "scripted-week"],
  ...["team-chaos", "team-chaos-smoke", "team-offline-day"],
].map((name) => `test/e2e/${name}.test.ts`);
const leftOut = process.env["MEMBRIA_SOAK"]
  ? []
  : [...LONG_RUNS, "test/fuzz/fuzz.test.ts"].filter(
      (file) => !process.argv.some((word) => word !== "run" && file.includes(word)),
    );

/**
 * They leave nothing behind in their process, so that files can share one: loading the sources anew for each would take
 * most of the time.
 */
const SHARING = ["domain", "app", "tools", "contract", "resources", "prompts", "knowledge", "page"].map(
  (name) => `test/${name}/**/*.test.ts`,
);
const exclude = [...configDefaults.exclude, ...leftOut];

export default defineConfig({
  plugins: [yamlInTests],
  define: { MEMBRIA_VERSION: JSON.stringify(packageJson.version) },
  test: {
    projects: [
      { extends: true, test: { name: "sharing", include: SHARING, exclude, isolate: false } },
      {
        extends: true,
        test: { name: "alone", include: ["test/**/*.test.ts"], exclude: [...exclude, ...SHARING] },
      },
    ],
    globalSetup: "test/global-setup.ts",
    setupFiles: "test/fixed-seed.ts",
    // Programs start in homes that are used once, where keeping compiled code only takes time.
    env: { NODE_DISABLE_COMPILE_CACHE: "1" },
    // They only end what hangs: many tests start processes, and other work may have the processors.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Most of the time goes by in processes that a test starts and waits for.
    maxWorkers: availableParallelism() + 1,
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      reporter: ["text-summary", "json-summary", "html"],
      thresholds: {
        lines: 85,
        branches: 85,
        "src/domain/**": { lines: 90, branches: 90 },
        "src/mcp/**": { lines: 90, branches: 90 },
      },
    },
  },
});
