import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makePageTicket } from "../../../../src/access/operations/page-sessions.ts";
import { pageFiles } from "../../../../src/mcp/http/page/page-files.ts";
import type { HttpSettings } from "../../../../src/mcp/http/start.ts";
import { perform } from "../../../../src/shared/operations/operation.ts";
import { callBy, folderOfTest } from "../../../support/memory.ts";
import { type HttpSetup, type Json, openHttp, type SentHeaders, type TestHttp } from "../open-http.ts";

export const SHELL = '<!doctype html><title>Membria</title><script src="/page/assets/main-1.js"></script>';

/** The person at the terminal. */
export const ANNA = callBy({ kind: "human", role: "admin", name: "Anna" });

/** A page as the build would make it. */
async function builtPage(): Promise<string> {
  const { path } = await folderOfTest();
  const page = join(path, "page");
  await mkdir(join(page, "assets"), { recursive: true });
  await writeFile(join(page, "index.html"), SHELL);
  await writeFile(join(page, "assets", "main-1.js"), "export {};\n");
  return page;
}

export const pageSettings = (folder: string | undefined, project = "shop"): HttpSettings["page"] => ({
  files: pageFiles(folder),
  place: { project: async () => project, checkoutOf: async () => undefined },
});

export interface TestPage extends TestHttp {
  /** A ticket as `membria open` makes it, for the person or for a key. */
  ticket(options?: { readonly key?: string; readonly begin?: string }): Promise<string>;
  /** Sends a ticket as the page does. */
  signIn(ticket: string, headers?: SentHeaders): Promise<Response>;
  /** Signs somebody in, and returns what their browser sends. */
  browser(options?: { readonly key?: string; readonly begin?: string }): Promise<TestBrowser>;
}

export interface TestBrowser {
  readonly cookie: string;
  readonly session: Json;
  /** What the page sends with every request. */
  readonly headers: SentHeaders;
  call(name: string, args?: object, headers?: SentHeaders): Promise<Response>;
  get(path: string, headers?: SentHeaders): Promise<Response>;
  signOut(): Promise<Response>;
}

/** A real server with the page, on a real memory with a fake clock. */
export async function openPage(setup: HttpSetup = {}): Promise<TestPage> {
  const http = await openHttp({ page: pageSettings(await builtPage()), ...setup });
  const { url, memory } = http;
  const page: Omit<TestPage, "browser"> = {
    ...http,
    ticket: async (options = {}) => (await perform(makePageTicket, options, memory, ANNA)).ticket,
    signIn: (ticket, headers = {}) =>
      fetch(`${url}/page/session`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Origin: url, ...headers },
        body: JSON.stringify({ ticket }),
      }),
  };
  return {
    ...page,
    async browser(options) {
      const response = await page.signIn(await page.ticket(options));
      const session = (await response.json()) as Json;
      const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
      return browserWith(url, cookie, session);
    },
  };
}

function browserWith(url: string, cookie: string, session: Json): TestBrowser {
  const headers: SentHeaders = {
    Cookie: cookie,
    Origin: url,
    "Sec-Fetch-Site": "same-origin",
    "Content-Type": "application/json",
    "Membria-CSRF": String(session["csrf"]),
  };
  return {
    cookie,
    session,
    headers,
    call: (name, args = {}, more = {}) =>
      fetch(`${url}/page/call/${name}`, {
        method: "POST",
        headers: { ...headers, ...more },
        body: JSON.stringify(args),
      }),
    get: (path, more = {}) =>
      fetch(`${url}${path}`, { headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin", ...more } }),
    signOut: () => fetch(`${url}/page/session`, { method: "DELETE", headers }),
  };
}
