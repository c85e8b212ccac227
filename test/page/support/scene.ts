import type { Browser, Cookie } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { launchChromium } from "./chromium.ts";
import type { ExampleIds } from "./example-deps.ts";
import { seedExample } from "./example-memory.ts";
import { type OpenedPage, openView, type WindowOptions } from "./open-view.ts";
import { type PageServer, startPageServer } from "./page-server.ts";

export interface Scene {
  readonly server: PageServer;
  readonly browser: Browser;
  readonly home: string;
  readonly ids: ExampleIds;
  /**
   * A window of who is at the terminal, or of who has the key. The first one comes in by a link, and the others go on with
   * its session for as long as it holds.
   */
  open(options?: WindowOptions & { readonly key?: string }): Promise<OpenedPage>;
}

/** A server with the example memory and a browser, for all tests of a file. */
export function pageScene(
  seed: (home: string) => Promise<ExampleIds> = seedExample,
  ...flags: readonly string[]
): () => Scene {
  let scene: Scene | undefined;
  const ended: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const folder = await temporaryFolder();
    ended.push(() => folder.remove());
    const ids = await seed(folder.path);
    const server = await startPageServer(folder.path, ...flags);
    ended.push(() => server.stop());
    const browser = await launchChromium();
    const sessions = new Map<string | undefined, readonly Cookie[]>();
    ended.push(() => browser.close());
    scene = {
      server,
      browser,
      home: folder.path,
      ids,
      async open({ key, ...options } = {}) {
        const cookies = sessions.get(key);
        if (cookies && (await server.knows(cookies))) {
          return openView(browser, server.url, { ...options, cookies });
        }
        const opened = await openView(browser, await server.link(key === undefined ? {} : { key }), options);
        sessions.set(key, await opened.context.cookies());
        return opened;
      },
    };
  });
  afterAll(async () => {
    for (const end of ended.reverse()) await end();
  });
  return () => {
    if (!scene) throw new Error("The scene is there once the tests run.");
    return scene;
  };
}
