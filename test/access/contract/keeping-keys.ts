import { expect, it } from "vitest";
import type { AccessKey } from "../../../src/access/rules/access-key.ts";
import { tokenDigest } from "../../../src/access/rules/access-key.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, DAY, screened } from "../../support/decisions.ts";

let made = 0;
const LATER = new Date(DAY.getTime() + 60_000);
const MONTH = new Date(DAY.getTime() + 30 * DAY_MS);

function key(fields: Partial<AccessKey> = {}): AccessKey {
  const id = `key_made${String(++made).padStart(4, "0")}`;
  return {
    id,
    name: screened("laptop"),
    role: "agent",
    mayConsent: false,
    digest: tokenDigest(id),
    createdAt: DAY,
    expiresAt: MONTH,
    ...fields,
  };
}

export function keepingKeys(current: () => OpenedStore): void {
  const added = async (fields?: Partial<AccessKey>): Promise<AccessKey> => {
    const one = key(fields);
    await current().store.addKey(one, act());
    return one;
  };

  it("returns a key with every field, also after a restart and to another process", async () => {
    const opened = current();
    const bound = await added({ project: "shop", role: "viewer", mayConsent: true });
    const free = await added();
    for (const open of [async () => opened.store, opened.second, opened.reopen]) {
      const store = await open();
      expect(await store.findKey(bound.id)).toEqual(bound);
      expect(await store.findKey(free.id)).toEqual(free);
      expect(await store.findKey("key_none")).toBeUndefined();
    }
  });

  it("lists them newest first, including revoked and expired ones", async () => {
    const { store } = current();
    const [a, b] = [await added(), await added()];
    await store.revokeKey(a.id, act(LATER));
    expect((await store.listKeys()).map(({ id }) => id)).toEqual([b.id, a.id]);
  });

  it("replaces the secret alone, and keeps the old one only for an overlap", async () => {
    const { store } = current();
    const one = await added({ mayConsent: true });
    const digest = tokenDigest("second");
    const overlap = { digest, expiresAt: LATER, previousUntil: MONTH };
    const rotated = { ...one, digest, expiresAt: LATER, previous: { digest: one.digest, until: MONTH } };
    expect(await store.rotateKey(one.id, overlap, act(LATER))).toEqual(rotated);
    expect(await store.findKey(one.id)).toEqual(rotated);
    const third = tokenDigest("third");
    await store.rotateKey(one.id, { digest: third, expiresAt: MONTH }, act(LATER));
    expect(await store.findKey(one.id)).toEqual({ ...one, digest: third });
  });

  it("revokes a key and its previous secret, and revoking it again changes nothing", async () => {
    const { store } = current();
    const one = await added();
    await store.rotateKey(one.id, { digest: one.digest, expiresAt: MONTH, previousUntil: MONTH }, act());
    const gone = { ...one, revokedAt: LATER };
    expect(await store.revokeKey(one.id, act(LATER))).toEqual(gone);
    expect(await store.revokeKey(one.id, act(MONTH))).toEqual(gone);
    expect(await store.findKey(one.id)).toEqual(gone);
    await expect(
      store.rotateKey(one.id, { digest: one.digest, expiresAt: MONTH }, act()),
    ).rejects.toMatchObject({ code: "conflict", reason: "key_revoked" });
  });

  it("does not find a key that does not exist", async () => {
    const { store } = current();
    const missing = { code: "not_found", reason: "key_not_found" };
    await expect(store.revokeKey("key_none", act())).rejects.toMatchObject(missing);
    await expect(
      store.rotateKey("key_none", { digest: tokenDigest("x"), expiresAt: MONTH }, act()),
    ).rejects.toMatchObject(missing);
  });

  it("records the last use, and ignores an earlier one", async () => {
    const { store } = current();
    const one = await added();
    await store.touchKey(one.id, LATER);
    await store.touchKey(one.id, DAY);
    expect((await store.findKey(one.id))?.lastUsedAt).toEqual(LATER);
  });

  it("writes an audit row for each change and none for a use, and never the secret", async () => {
    const { store } = current();
    const one = await added({ project: "shop" });
    await store.rotateKey(one.id, { digest: tokenDigest("x"), expiresAt: MONTH }, act());
    await store.touchKey(one.id, LATER);
    await store.revokeKey(one.id, act());
    const entries = await store.changesAfter(0, 10);
    expect(entries.map(({ action, kind, subject, project }) => [action, kind, subject, project])).toEqual([
      ["key.created", "key", one.id, "shop"],
      ["key.rotated", "key", one.id, "shop"],
      ["key.revoked", "key", one.id, "shop"],
    ]);
    expect((await store.verifyAudit()).problem).toBeUndefined();
    expect(JSON.stringify(entries)).not.toContain(one.digest);
  });

  it("reports a revocation to a follower in another process", async () => {
    const { store, second } = current();
    const other = await second();
    const one = await added();
    const told = new Promise<void>((resolve) => {
      other.follow((entries) => {
        if (entries.some(({ action }) => action === "key.revoked")) resolve();
      });
    });
    await store.revokeKey(one.id, act());
    await told;
  });
}
