import { expect, it } from "vitest";
import type { AccessKey } from "../../../src/access/rules/access-key.ts";
import { tokenDigest } from "../../../src/access/rules/access-key.ts";
import {
  addKey,
  findKey,
  readKeys,
  storeRevocation,
  storeRotation,
  touchKey,
} from "../../../src/access/sql/keys.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
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
    await addKey(current().memory, one, act());
    return one;
  };

  it("returns a key with every field, also after a restart and to another process", async () => {
    const opened = current();
    const bound = await added({ project: "shop", role: "viewer", mayConsent: true });
    const free = await added();
    for (const open of [async () => opened.memory, opened.second, opened.reopen]) {
      const memory = await open();
      expect(await findKey(memory, bound.id)).toEqual(bound);
      expect(await findKey(memory, free.id)).toEqual(free);
      expect(await findKey(memory, "key_none")).toBeUndefined();
    }
  });

  it("lists them newest first, including revoked and expired ones", async () => {
    const { memory } = current();
    const [a, b] = [await added(), await added()];
    await storeRevocation(memory, a.id, act(LATER));
    expect((await readKeys(memory)).map(({ id }) => id)).toEqual([b.id, a.id]);
  });

  it("replaces the secret alone, and keeps the old one only for an overlap", async () => {
    const { memory } = current();
    const one = await added({ mayConsent: true });
    const digest = tokenDigest("second");
    const overlap = { digest, expiresAt: LATER, previousUntil: MONTH };
    const rotated = { ...one, digest, expiresAt: LATER, previous: { digest: one.digest, until: MONTH } };
    expect(await storeRotation(memory, one.id, overlap, act(LATER))).toEqual(rotated);
    expect(await findKey(memory, one.id)).toEqual(rotated);
    const third = tokenDigest("third");
    await storeRotation(memory, one.id, { digest: third, expiresAt: MONTH }, act(LATER));
    expect(await findKey(memory, one.id)).toEqual({ ...one, digest: third });
  });

  it("revokes a key and its previous secret, and revoking it again changes nothing", async () => {
    const { memory } = current();
    const one = await added();
    await storeRotation(
      memory,
      one.id,
      { digest: one.digest, expiresAt: MONTH, previousUntil: MONTH },
      act(),
    );
    const gone = { ...one, revokedAt: LATER };
    expect(await storeRevocation(memory, one.id, act(LATER))).toEqual(gone);
    expect(await storeRevocation(memory, one.id, act(MONTH))).toEqual(gone);
    expect(await findKey(memory, one.id)).toEqual(gone);
    await expect(
      storeRotation(memory, one.id, { digest: one.digest, expiresAt: MONTH }, act()),
    ).rejects.toMatchObject({ code: "conflict", reason: "key_revoked" });
  });

  it("does not find a key that does not exist", async () => {
    const { memory } = current();
    const missing = { code: "not_found", reason: "key_not_found" };
    await expect(storeRevocation(memory, "key_none", act())).rejects.toMatchObject(missing);
    await expect(
      storeRotation(memory, "key_none", { digest: tokenDigest("x"), expiresAt: MONTH }, act()),
    ).rejects.toMatchObject(missing);
  });

  it("records the last use, and ignores an earlier one", async () => {
    const { memory } = current();
    const one = await added();
    await touchKey(memory, one.id, LATER);
    await touchKey(memory, one.id, DAY);
    expect((await findKey(memory, one.id))?.lastUsedAt).toEqual(LATER);
  });

  it("writes an audit row for each change and none for a use, and never the secret", async () => {
    const { memory } = current();
    const one = await added({ project: "shop" });
    await storeRotation(memory, one.id, { digest: tokenDigest("x"), expiresAt: MONTH }, act());
    await touchKey(memory, one.id, LATER);
    await storeRevocation(memory, one.id, act());
    const entries = await memory.changesAfter(0, 10);
    expect(entries.map(({ action, kind, subject, project }) => [action, kind, subject, project])).toEqual([
      ["key.created", "key", one.id, "shop"],
      ["key.rotated", "key", one.id, "shop"],
      ["key.revoked", "key", one.id, "shop"],
    ]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    expect(JSON.stringify(entries)).not.toContain(one.digest);
  });

  it("reports a revocation to a follower in another process", async () => {
    const { memory, second } = current();
    const other = await second();
    const one = await added();
    const told = new Promise<void>((resolve) => {
      other.follow((entries) => {
        if (entries.some(({ action }) => action === "key.revoked")) resolve();
      });
    });
    await storeRevocation(memory, one.id, act());
    await told;
  });
}
