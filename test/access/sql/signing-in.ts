import { expect, it } from "vitest";
import { type AccessKey, tokenDigest } from "../../../src/access/rules/access-key.ts";
import { type PageToken, pageToken } from "../../../src/access/rules/page-session.ts";
import { readKeys, storeRevocation } from "../../../src/access/sql/keys.ts";
import {
  addPageSession,
  addPageTicket,
  readPageSession,
  removePageSession,
} from "../../../src/access/sql/page-sessions.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/shared/time.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, screened } from "../../support/decisions.ts";

const after = (ms: number): Date => new Date(DAY.getTime() + ms);

let made = 0;
function token(): PageToken {
  const bytes = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? ++made : i));
  return pageToken(bytes.slice(0, 9), bytes);
}

const KEY: AccessKey = {
  id: "key_page1",
  name: screened("Anna (page)"),
  role: "admin",
  mayConsent: false,
  digest: tokenDigest("unknown to anybody"),
  createdAt: DAY,
  expiresAt: after(30 * DAY_MS),
};

export function signingIn(current: () => OpenedStore): void {
  const ticketFor = async (forKey?: { readonly id: string }) => {
    const { id, digest, text } = token();
    const key = await addPageTicket(
      current().memory,
      { id, digest, person: screened("Anna"), begin: "shop", expiresAt: after(2 * MINUTE_MS) },
      forKey ?? { newKey: KEY, serves: (known) => known.name === KEY.name },
      act(),
    );
    return { presented: { id, digest, text }, key };
  };
  const open = (presented: PageToken, at = DAY) => {
    const own = token();
    return addPageSession(
      current().memory,
      presented,
      { token: own, expiresAt: new Date(at.getTime() + 12 * HOUR_MS) },
      { opens: () => ({ ...act(), at }), ends: { ...act(), at } },
    );
  };

  it("adds the key of the page once", async () => {
    expect((await ticketFor()).key.id).toBe("key_page1");
    expect((await ticketFor()).key.id).toBe("key_page1");
    expect((await readKeys(current().memory)).map(({ id }) => id)).toEqual(["key_page1"]);
  });

  it("keeps no ticket for a key that does not exist", async () => {
    await expect(ticketFor({ id: "key_none" })).rejects.toMatchObject({ code: "not_found" });
  });

  it("makes one session of a ticket, with its key", async () => {
    const { presented } = await ticketFor();
    const opened = await open(presented);
    expect(opened).toMatchObject({
      session: { key: "key_page1", person: "Anna", begin: "shop", expiresAt: after(12 * HOUR_MS) },
      key: { id: "key_page1" },
    });
    const { session } = opened as Exclude<typeof opened, string>;
    expect(await readPageSession(current().memory, session.id)).toEqual(opened);
  });

  it("ends that session if the ticket is used again", async () => {
    const { presented } = await ticketFor();
    const opened = await open(presented);
    const { session } = opened as Exclude<typeof opened, string>;
    expect(await open(presented)).toBe("used");
    expect(await readPageSession(current().memory, session.id)).toBeUndefined();
  });

  it("takes no ticket that is unknown, has another secret, or has expired", async () => {
    expect(await open(token())).toBe("unknown");
    const { presented } = await ticketFor();
    expect(await open({ ...presented, digest: tokenDigest("another") })).toBe("unknown");
    expect(await open(presented, after(2 * MINUTE_MS))).toBe("expired");
    expect(await open(presented)).toBe("unknown");
  });

  it("takes no ticket of a key that was revoked", async () => {
    const { presented, key } = await ticketFor();
    await storeRevocation(current().memory, key.id, act());
    expect(await open(presented)).toBe("key_ended");
  });

  it("forgets a session that was closed, or that is over when somebody else signs in", async () => {
    const first = await open((await ticketFor()).presented);
    const { session } = first as Exclude<typeof first, string>;
    await removePageSession(current().memory, session.id, act());
    expect(await readPageSession(current().memory, session.id)).toBeUndefined();
    const second = await open((await ticketFor()).presented);
    const { session: older } = second as Exclude<typeof second, string>;
    await open((await ticketFor()).presented, after(12 * HOUR_MS));
    expect(await readPageSession(current().memory, older.id)).toBeUndefined();
  });
}
