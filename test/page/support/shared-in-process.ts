import { cp } from "node:fs/promises";
import { test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { launchChromium } from "./chromium.ts";
import { seedExample } from "./example-memory.ts";
import { openScene, type Seed } from "./open-scene.ts";

/**
 * What files that run in the same process share: to start a browser and a server for each, and to write the same year of
 * decisions again, takes longer than most tests. It is made when first asked for and ends with the process.
 */
export const sharedInProcess = test
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads here what a fixture needs
  .extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads here what a fixture needs
  .extend("copyExample", { scope: "worker" }, async ({}, { onCleanup }): Promise<Seed> => {
    const written = await temporaryFolder();
    onCleanup(() => written.remove());
    const ids = await seedExample(written.path);
    return async (home) => {
      await cp(written.path, home, { recursive: true });
      return ids;
    };
  })
  .extend("exampleOnView", { scope: "worker" }, ({ browser, copyExample }, { onCleanup }) =>
    openScene(browser, copyExample, onCleanup),
  )
  .extend("nothingOnView", { scope: "worker" }, ({ browser }, { onCleanup }) =>
    openScene(browser, async () => new Map(), onCleanup),
  );
