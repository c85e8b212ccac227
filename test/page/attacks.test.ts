import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { actsOnPage } from "./support/audit.ts";
import { IN_BROWSER } from "./support/chromium.ts";
import { type ForeignSite, startForeignSite } from "./support/foreign-site.ts";
import { openView } from "./support/open-view.ts";
import { pageScene } from "./support/scene.ts";

const STATEMENT = "Keep orders in PostgreSQL with a table for lines";
/** A host of its own is another site. Another port of the same host is the same site, which gets the cookie, too. */
const HOSTS = ["127.0.0.2", "127.0.0.1"];

describe("Attacks on who is signed in to the page", IN_BROWSER, () => {
  const scene = pageScene();
  const id = (): string => scene().ids.get(STATEMENT) as string;
  const acts = async (): Promise<readonly string[]> =>
    (await actsOnPage(scene().home))
      .map(({ action }) => action)
      .filter((action) => !action.startsWith("page."));
  const stillHolds = async (): Promise<boolean> =>
    ((await scene().server.run(["show", id()])) as { standing: string }).standing === "active";

  let context: BrowserContext;
  beforeAll(async () => {
    context = await scene().browser.newContext();
    const page = await context.newPage();
    await page.goto(await scene().server.link());
    await page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
  });
  afterAll(() => context.close());

  describe.each(HOSTS)("from a page at %s", (host) => {
    let site: ForeignSite;
    beforeAll(async () => {
      site = await startForeignSite(host);
    });
    afterAll(() => site.stop());

    /** A foreign page beside the one of who is signed in, and what this server answers it, by path. */
    async function visit(html: string): Promise<{ page: Page; statuses: Map<string, number> }> {
      const page = await context.newPage();
      onTestFinished(() => page.close());
      const statuses = new Map<string, number>();
      page.on("response", (response) => {
        const { origin, pathname } = new URL(response.url());
        if (origin === scene().server.url) statuses.set(pathname, response.status());
      });
      site.show(html);
      await page.goto(site.url);
      return { page, statuses };
    }

    it("refuses a form", async () => {
      const body = JSON.stringify({ id: id(), x: "" }).replace('"x":""}', '"x":"');
      const { page, statuses } = await visit(
        `<form method="post" enctype="text/plain" action="${scene().server.url}/page/call/retract-decision">
           <input name='${body}' value='"}'></form>`,
      );
      await Promise.all([
        page.waitForURL(/retract-decision/),
        page.evaluate(() => document.querySelector("form")?.submit()),
      ]);
      expect(statuses.get("/page/call/retract-decision")).toBe(403);
      expect(await page.textContent("body")).toMatch(/"foreign_(?:site|origin)"/);
      expect(await acts()).toEqual([]);
      expect(await stillHolds()).toBe(true);
    });

    it("refuses what a script sends with the cookie, and shows it nothing", async () => {
      const { page, statuses } = await visit("");
      const seen = await page.evaluate(
        async ({ server, decision }) => {
          const attempt = (path: string, options: RequestInit): Promise<string> =>
            fetch(`${server}${path}`, { credentials: "include", ...options }).then(
              async (answer) => `${answer.type} ${answer.status} ${await answer.text()}`,
              () => "refused",
            );
          const body = JSON.stringify({ id: decision });
          const post = { method: "POST", body };
          const json = { "Content-Type": "application/json", "Membria-CSRF": "x" };
          return [
            await attempt("/page/session", {}),
            await attempt("/page/call/get-decision", { ...post, headers: json }),
            await attempt("/page/call/retract-decision", { ...post, headers: json }),
            await attempt("/page/call/retract-decision", { ...post, mode: "no-cors" }),
            await attempt("/page/session", { method: "DELETE", headers: json }),
            await attempt("/page/events", { mode: "no-cors" }),
          ];
        },
        { server: scene().server.url, decision: id() },
      );
      expect(seen).toEqual(seen.map(() => expect.stringMatching(/^(?:refused|opaque 0 )$/)));
      expect([...statuses.values()].filter((status) => status < 400)).toEqual([]);
      expect(await acts()).toEqual([]);
      expect(await stillHolds()).toBe(true);
    });

    it("is given nothing as a picture, a script or a stream", async () => {
      const { page } = await visit("");
      const loaded = await page.evaluate(async (server) => {
        const element = (name: "img" | "script"): Promise<string> =>
          new Promise((resolve) => {
            const made = document.createElement(name);
            made.onload = () => resolve("loaded");
            made.onerror = () => resolve("refused");
            made.src = `${server}/page/session`;
            document.body.append(made);
          });
        const stream = new Promise<string>((resolve) => {
          const source = new EventSource(`${server}/page/events`, { withCredentials: true });
          source.onmessage = source.onopen = () => resolve("loaded");
          source.onerror = () => resolve("refused");
        });
        return Promise.all([element("img"), element("script"), stream]);
      }, scene().server.url);
      expect(loaded).toEqual(["refused", "refused", "refused"]);
    });

    it("cannot put the page into a frame", async () => {
      const { page } = await visit(`<iframe src="${scene().server.url}/today"></iframe>`);
      await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
      expect(await page.frames()[1]?.locator("nav, main").count()).toBe(0);
    });

    it("loses hold of the page when it opens it", async () => {
      const { page } = await visit("");
      const [popup] = await Promise.all([
        context.waitForEvent("page"),
        page.evaluate((server) => {
          (window as unknown as { opened: unknown }).opened = window.open(`${server}/today`);
        }, scene().server.url),
      ]);
      await popup.getByRole("heading", { level: 1, name: "Today" }).waitFor();
      expect(await popup.evaluate(() => window.opener)).toBeNull();
      const isClosed = () => page.evaluate(() => (window as unknown as { opened: Window }).opened.closed);
      await expect.poll(isClosed).toBe(true);
    });
  });

  it("lets nobody in by a ticket that was used", async () => {
    const link = await scene().server.link();
    const rightful = await openView(scene().browser, link);
    // Who came second may be the rightful one, so that the link is over for both.
    rightful.allow(/status of 401/);
    await rightful.page.getByRole("heading", { level: 1, name: "Today" }).waitFor();
    const { page, context: other, allow } = await openView(scene().browser, link);
    allow(/status of 40[13]/);
    await page.getByRole("heading", { name: "This link was used or is too old" }).waitFor();
    expect(await other.cookies()).toEqual([]);
  });

  it("lets a viewer write nothing, with buttons or without", async () => {
    const { id: key } = (await scene().server.run([
      "keys",
      "create",
      "--name",
      "vera",
      "--role",
      "viewer",
    ])) as {
      id: string;
    };
    const { page, allow } = await scene().open({ key });
    allow(/status of 403/);
    await page.goto(`${scene().server.url}/decisions/${id()}`);
    await page.getByRole("heading", { level: 1, name: STATEMENT }).waitFor();
    expect(await page.getByRole("button", { name: "Retract" }).count()).toBe(0);
    const refused = await callFromPage(page, "retract-decision", { id: id() });
    expect(refused).toEqual({ status: 403, reason: "permission_denied" });
    expect(await stillHolds()).toBe(true);
  });

  it("shows nothing of another project by its address", async () => {
    const { id: key } = (await scene().server.run([
      ...["keys", "create", "--name", "otto", "--role", "admin", "--project", "example.org/other"],
    ])) as { id: string };
    const { page, allow } = await scene().open({ key });
    allow(/status of 40[34]|EventSource/);
    for (const query of ["", "?project=example.org%2Fshop", "?project=all"]) {
      await page.goto(`${scene().server.url}/decisions/${id()}${query}`);
      await page.locator(".notice-problem").first().waitFor();
      expect(await page.locator("body").textContent()).not.toContain(STATEMENT);
    }
    const refused = await callFromPage(page, "retract-decision", { id: id() }, "example.org/shop");
    expect(refused).toEqual({ status: 403, reason: "project_forbidden" });
    expect(await stillHolds()).toBe(true);
  });
});

/** Calls past the buttons, with everything that the session has. */
function callFromPage(
  page: Page,
  name: string,
  input: object,
  project = "example.org/shop",
): Promise<{ status: number; reason: string }> {
  return page.evaluate(
    async ({ call, body, place }) => {
      const { csrf } = (await (await fetch("/page/session")).json()) as { csrf: string };
      const answer = await fetch(`/page/call/${call}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Membria-CSRF": csrf, "Membria-Project": place },
        body: JSON.stringify(body),
      });
      const { error } = (await answer.json()) as { error: { details: { reason: string } } };
      return { status: answer.status, reason: error.details.reason };
    },
    { call: name, body: input, place: project },
  );
}
