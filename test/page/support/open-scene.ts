import type { Browser, Cookie } from "playwright-core";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import type { ExampleIds } from "./example-deps.ts";
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

/** Puts a memory into the folder. */
export type Seed = (home: string) => Promise<ExampleIds>;

/** A server with the memory that the seed makes, and windows of the browser that show it. */
export async function openScene(
  browser: Browser,
  seed: Seed,
  atEnd: (end: () => Promise<void>) => void,
  flags: readonly string[] = [],
): Promise<Scene> {
  const folder = await temporaryFolder();
  let server: PageServer | undefined;
  atEnd(async () => {
    await server?.stop();
    await folder.remove();
  });
  const ids = await seed(folder.path);
  const started = await startPageServer(folder.path, ...flags);
  server = started;
  const sessions = new Map<string | undefined, readonly Cookie[]>();
  return {
    server: started,
    browser,
    home: folder.path,
    ids,
    async open({ key, ...options } = {}) {
      const cookies = sessions.get(key);
      if (cookies && (await started.knows(cookies))) {
        return openView(browser, started.url, { ...options, cookies });
      }
      const opened = await openView(browser, await started.link(key === undefined ? {} : { key }), options);
      sessions.set(key, await opened.context.cookies());
      return opened;
    },
  };
}
