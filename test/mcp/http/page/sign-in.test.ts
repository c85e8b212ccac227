import { describe, expect, it } from "vitest";
import { listKeys, revokeKey } from "../../../../src/access/operations/manage-keys.ts";
import { makePageTicket } from "../../../../src/access/operations/page-sessions.ts";
import { readLog } from "../../../../src/access/operations/read-log.ts";
import { readKeys } from "../../../../src/access/sql/keys.ts";
import { erasePerson } from "../../../../src/portability/sql/erase-memory.ts";
import { perform } from "../../../../src/shared/operations/operation.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../src/shared/time.ts";
import { readPeople } from "../../../../src/store/log/people.ts";
import { callBy, openMemory } from "../../../support/memory.ts";
import { raw } from "../../../support/raw-sqlite.ts";
import { json } from "../open-http.ts";
import { ANNA, openPage } from "./open-page.ts";

const reasonIn = async (response: Response) =>
  ((await json(response))["error"] as { details: { reason: string } }).details.reason;

describe("a ticket", () => {
  it("signs a person in once, as themselves, with everything they may do", async () => {
    const page = await openPage();
    const response = await page.signIn(await page.ticket({ begin: "shop" }));
    expect(response.status).toBe(200);
    expect(await json(response)).toEqual({
      person: "Anna",
      role: "admin",
      project: null,
      projects: ["shop"],
      current: "shop",
      csrf: expect.stringMatching(/^[\w-]{43}$/),
      readsOnly: false,
      version: "1.2.3",
      expires_at: "2026-02-12T22:30:00.000Z",
    });
  });

  it("becomes a cookie that no script can read and no other site can have sent, for twelve hours", async () => {
    const page = await openPage();
    const response = await page.signIn(await page.ticket());
    const { port } = new URL(page.url);
    expect(response.headers.get("set-cookie")).toMatch(
      new RegExp(
        `^membria_session_${port}=[\\w-]{12}\\.[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/; Max-Age=43200$`,
      ),
    );
  });

  it("becomes a cookie for TLS alone where the server is reached over TLS", async () => {
    const page = await openPage({ address: { behindProxy: true } });
    const response = await page.signIn(await page.ticket(), {
      Origin: page.url.replace("http:", "https:"),
    });
    expect(response.headers.get("set-cookie")).toMatch(/; Secure$/);
  });

  it("is refused the second time, and what it opened ends, because somebody else has it", async () => {
    const page = await openPage();
    const ticket = await page.ticket();
    const first = await page.signIn(ticket);
    const cookie = (first.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const look = () => fetch(`${page.url}/page/session`, { headers: { Cookie: cookie } });
    expect((await look()).status).toBe(200);
    const second = await page.signIn(ticket);
    expect(second.status).toBe(403);
    expect(await reasonIn(second)).toBe("used_ticket");
    expect(second.headers.get("set-cookie")).toBeNull();
    expect((await look()).status).toBe(401);
  });

  it("ends after two minutes", async () => {
    const page = await openPage();
    const [early, late] = [await page.ticket(), await page.ticket()];
    page.memory.clock.advance(2 * MINUTE_MS - 1);
    expect((await page.signIn(early)).status).toBe(200);
    page.memory.clock.advance(1);
    const refused = await page.signIn(late);
    expect(refused.status).toBe(403);
    expect(await reasonIn(refused)).toBe("expired_ticket");
  });

  it.each(["", "x", "a".repeat(12), `${"a".repeat(12)}.${"b".repeat(43)}`, "'; DROP TABLE page_tickets; --"])(
    "that nobody made is refused: %j",
    async (made) => {
      const page = await openPage();
      const response = await page.signIn(made);
      expect(response.status).toBe(403);
      expect(await reasonIn(response)).toBe("unknown_ticket");
    },
  );

  it("with the right id and another secret is refused, and the real one still works", async () => {
    const page = await openPage();
    const ticket = await page.ticket();
    expect((await page.signIn(`${ticket.slice(0, 12)}.${"x".repeat(43)}`)).status).toBe(403);
    expect((await page.signIn(ticket)).status).toBe(200);
  });

  it.each(["agent", "script"] as const)("is made for no %s", async (kind) => {
    const memory = await openMemory();
    const call = callBy({ kind, role: "admin" });
    await expect(perform(makePageTicket, {}, memory, call)).rejects.toMatchObject({
      code: "forbidden",
      reason: "person_required",
    });
    expect(await readKeys(memory)).toEqual([]);
  });

  it("and a session are in the file as digests only, and gone from it when they have ended", async () => {
    const page = await openPage();
    const ticket = await page.ticket();
    const { cookie } = await page.browser();
    const rows = () =>
      raw(page.memory.path, (db) =>
        ["page_tickets", "page_sessions"].flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all()),
      );
    const before = JSON.stringify(await rows());
    expect(before).not.toContain(ticket.slice(13));
    expect(before).not.toContain(cookie.split(".")[1]);
    page.memory.clock.advance(12 * HOUR_MS);
    await page.ticket();
    expect(await rows()).toHaveLength(1);
  });
});

describe("a session", () => {
  it("belongs to a key of the page, which is listed, made once, and ends it at once when it is revoked", async () => {
    const page = await openPage();
    const { get } = await page.browser();
    await page.browser();
    const keys = await perform(listKeys, {}, page.memory, ANNA);
    expect(keys).toMatchObject([{ name: "Anna (page)", role: "admin", project: undefined }]);
    expect((await get("/page/session")).status).toBe(200);
    await perform(revokeKey, { id: keys[0]?.id ?? "" }, page.memory, ANNA);
    const refused = await get("/page/session");
    expect(refused.status).toBe(401);
    expect(await reasonIn(refused)).toBe("no_session");
  });

  it("has the role and the project of the key that it was made for", async () => {
    const page = await openPage();
    const { id } = await page.key({ name: "Ben", role: "viewer", project: "shop" });
    const { session } = await page.browser({ key: id });
    expect(session).toMatchObject({ person: "Ben", role: "viewer", project: "shop", projects: ["shop"] });
  });

  it("ends after twelve hours", async () => {
    const page = await openPage();
    const { get } = await page.browser();
    page.memory.clock.advance(12 * HOUR_MS - 1);
    expect((await get("/page/session")).status).toBe(200);
    page.memory.clock.advance(1);
    expect((await get("/page/session")).status).toBe(401);
  });

  it("survives a restart of the server", async () => {
    const page = await openPage();
    const { cookie } = await page.browser();
    await page.close();
    const again = await openPage({ memory: page.memory });
    const [before, after] = [page, again].map(({ url }) => new URL(url).port) as [string, string];
    const response = await fetch(`${again.url}/page/session`, {
      headers: { Cookie: cookie.replace(before, after) },
    });
    expect(response.status).toBe(200);
  });

  it("ends for good when the person signs out, also for who has a copy of the cookie", async () => {
    const page = await openPage();
    const { signOut, get } = await page.browser();
    const response = await signOut();
    expect(response.status).toBe(204);
    expect(response.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await get("/page/session")).status).toBe(401);
  });

  it("is in the audit log, with the name of the person", async () => {
    const page = await openPage();
    await (await page.browser()).signOut();
    const { entries } = await perform(readLog, { action: "page", limit: 10 }, page.memory, {
      ...ANNA,
      scope: "all",
    });
    expect(entries).toMatchObject([
      { action: "page.opened", author: "Anna", authorKind: "human", client: "membria-page/1.2.3" },
      { action: "page.closed", author: "Anna", authorKind: "human", client: "membria-page/1.2.3" },
    ]);
  });

  it("of a person who is erased ends", async () => {
    const page = await openPage();
    const { get } = await page.browser();
    const [person] = await readPeople(page.memory);
    await erasePerson(page.memory, person?.id ?? "", { by: ANNA.actor, at: page.memory.clock.now() });
    expect((await get("/page/session")).status).toBe(401);
  });
});
