import { describe, expect, it } from "vitest";
import { findKey, readKeys } from "../../../src/access/sql/keys.ts";
import { Fault } from "../../../src/shared/errors.ts";
import type { Call } from "../../../src/shared/operations/operation.ts";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.ts";
import { getAuditEntryCall, listAuditCall } from "../../../src/tools/page/audit.ts";
import { PAGE_CALLS } from "../../../src/tools/page/inventory.ts";
import { createKeyCall, listKeysCall, revokeKeyCall, rotateKeyCall } from "../../../src/tools/page/keys.ts";
import { callBy, openMemory } from "../../support/memory.ts";

const ANNA = callBy({ kind: "human", role: "admin", name: "Anna", key: "key_000001" });
const OF_SHOP: Call = { ...ANNA, confinedTo: "shop" };
const SECRET = /mbr_[a-z0-9]+_[\w-]{43}/;

const refused = async (work: Promise<unknown>): Promise<Fault> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Fault);
  return error as Fault;
};

describe("a key made on the page", () => {
  it("has its secret in the answer, and nothing that is read later has it or its digest", async () => {
    const memory = await openMemory();
    const { result } = await createKeyCall.run({ name: "Build", role: "viewer" }, memory, ANNA);
    expect(result.secret).toMatch(SECRET);
    expect(result.key).toMatchObject({
      name: "Build",
      role: "viewer",
      project: null,
      standing: "active",
      may_consent: false,
      expires_at: "2026-03-14T10:30:00.000Z",
      last_used_at: null,
    });
    const { digest } = (await findKey(memory, result.key.id)) as { digest: string };
    const later = JSON.stringify([
      await listKeysCall.run({}, memory, ANNA),
      await listAuditCall.run({}, memory, { ...ANNA, scope: "all" }),
      await getAuditEntryCall.run({ position: 1 }, memory, { ...ANNA, scope: "all" }),
      await revokeKeyCall.run({ id: result.key.id }, memory, ANNA),
    ]);
    expect(later).toContain(result.key.id);
    expect(later).not.toMatch(SECRET);
    expect(later).not.toContain(digest);
  });

  it("is recorded as the act of the person, and in the log without its name", async () => {
    const memory = await openMemory();
    await createKeyCall.run({ name: "Build server" }, memory, ANNA);
    const { result } = await listAuditCall.run({ action: "key.created" }, memory, { ...ANNA, scope: "all" });
    expect(result.entries).toMatchObject([{ action: "key.created", author: "Anna", author_kind: "human" }]);
    expect(JSON.stringify(result.entries)).not.toContain("Build server");
  });

  it("can be bound to a project, expire early and report consent", async () => {
    const memory = await openMemory();
    const { result } = await createKeyCall.run(
      { name: "Build", project: "shop", expires: "3d", may_consent: true },
      memory,
      ANNA,
    );
    expect(result.key).toMatchObject({ project: "shop", may_consent: true, expires_soon: true });
  });

  it("is refused for longer than a year, in the words of the page", async () => {
    const memory = await openMemory();
    const fault = await refused(createKeyCall.run({ name: "Build", expires: "900d" }, memory, ANNA));
    expect(fault).toMatchObject({ code: "invalid", field: "expires", reason: "invalid_expiry" });
  });
});

describe("a key", () => {
  it("that this page was opened with is marked", async () => {
    const memory = await openMemory();
    const { result: own } = await createKeyCall.run({ name: "Anna (page)" }, memory, ANNA);
    const { result: other } = await createKeyCall.run({ name: "Build" }, memory, ANNA);
    const caller = { ...ANNA, actor: { ...ANNA.actor, key: own.key.id } };
    const { result } = await listKeysCall.run({}, memory, caller);
    expect(result.keys.map(({ id, is_own }) => [id, is_own])).toEqual([
      [other.key.id, false],
      [own.key.id, true],
    ]);
  });

  it("gets another secret, while the old one may work for another hour", async () => {
    const memory = await openMemory();
    const made = (await createKeyCall.run({ name: "Build" }, memory, ANNA)).result;
    const { result } = await rotateKeyCall.run({ id: made.key.id, overlap: "1h" }, memory, ANNA);
    expect(result.secret).toMatch(SECRET);
    expect(result.secret).not.toBe(made.secret);
    expect(result.key.previous_until).toBe("2026-02-12T11:30:00.000Z");
    memory.clock.advance(2 * HOUR_MS);
    const { keys } = (await listKeysCall.run({}, memory, ANNA)).result;
    expect(keys[0]?.previous_until).toBeNull();
  });

  it("says when it is revoked or has expired", async () => {
    const memory = await openMemory();
    const { id } = (await createKeyCall.run({ name: "Build" }, memory, ANNA)).result.key;
    await createKeyCall.run({ name: "Old", expires: "1d" }, memory, ANNA);
    const revoked = (await revokeKeyCall.run({ id }, memory, ANNA)).result;
    expect(revoked).toMatchObject({ said: "The key of Build no longer opens anything." });
    memory.clock.advance(2 * DAY_MS);
    const { keys } = (await listKeysCall.run({}, memory, ANNA)).result;
    expect(keys.map(({ name, standing }) => [name, standing])).toEqual([
      ["Old", "expired"],
      ["Build", "revoked"],
    ]);
  });
});

describe("who manages keys", () => {
  it.each([
    "list-keys",
    "create-key",
    "rotate-key",
    "revoke-key",
    "list-audit",
    "verify-audit",
    "check-health",
  ] as const)("is an admin: %s is refused to everybody else", async (name) => {
    const memory = await openMemory();
    const args = {
      "create-key": { name: "x" },
      "rotate-key": { id: "key_1" },
      "revoke-key": { id: "key_1" },
    };
    for (const role of ["viewer", "agent"] as const) {
      const run = PAGE_CALLS[name].run(
        (args as Record<string, object>)[name] ?? {},
        memory,
        callBy({ role }),
      );
      expect((await refused(run)).code).toBe("forbidden");
    }
  });

  it("sees the keys of their project alone, if their own key is bound to it", async () => {
    const memory = await openMemory();
    const mine = (await createKeyCall.run({ name: "Mine", project: "shop" }, memory, ANNA)).result.key;
    const others = [
      (await createKeyCall.run({ name: "Theirs", project: "bank" }, memory, ANNA)).result.key,
      (await createKeyCall.run({ name: "Anywhere" }, memory, ANNA)).result.key,
    ];
    const { keys } = (await listKeysCall.run({}, memory, OF_SHOP)).result;
    expect(keys.map(({ id }) => id)).toEqual([mine.id]);
    for (const { id } of others) {
      expect((await refused(revokeKeyCall.run({ id }, memory, OF_SHOP))).reason).toBe("key_not_found");
      expect((await refused(rotateKeyCall.run({ id }, memory, OF_SHOP))).reason).toBe("key_not_found");
    }
    await rotateKeyCall.run({ id: mine.id }, memory, OF_SHOP);
    await revokeKeyCall.run({ id: mine.id }, memory, OF_SHOP);
  });

  it("makes no key that opens more than their own", async () => {
    const memory = await openMemory();
    for (const project of [undefined, "bank"]) {
      const run = createKeyCall.run({ name: "More", ...(project && { project }) }, memory, OF_SHOP);
      expect(await refused(run)).toMatchObject({ code: "forbidden", reason: "other_project" });
    }
    await createKeyCall.run({ name: "Same", project: "shop" }, memory, OF_SHOP);
    expect(await readKeys(memory)).toHaveLength(1);
  });
});
