import { defineConfig } from "vitest/config";
import packageJson from "./package.json" with { type: "json" };
import { yamlInTests } from "./scripts/yaml-plugin.mjs";

export default defineConfig({
  plugins: [yamlInTests],
  define: { MEMBRIA_VERSION: JSON.stringify(packageJson.version) },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/global-setup.ts",
    // They only end what hangs: many tests start processes, and other work may have the processors.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Most of the time goes by in processes that a test starts and waits for.
    maxWorkers: "100%",
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
