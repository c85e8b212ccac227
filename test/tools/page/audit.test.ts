import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/shared/errors.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { getAuditEntryCall, listAuditCall, verifyAuditCall } from "../../../src/tools/page/audit.ts";
import { decide } from "../../support/loop.ts";
import { callBy, openMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

const ADMIN = callBy({ kind: "human", role: "admin", name: "Anna" });

async function threeDays() {
  const memory = await openMemory();
  const ids: string[] = [];
  for (const [name, project] of [
    ["claude-code", "shop"],
    ["cursor", "shop"],
    ["cursor", "bank"],
  ] as const) {
    ids.push(await decide(memory, {}, { name, project }));
    memory.clock.advance(DAY_MS);
  }
  return { memory, ids };
}

describe("the audit log on the page", () => {
  it("lists the newest entries of the project first, page by page", async () => {
    const memory = await openMemory();
    for (let i = 0; i < 5; i++) await decide(memory);
    const first = (await listAuditCall.run({ limit: 2 }, memory, ADMIN)).result;
    expect(first.entries.map(({ position }) => position)).toEqual([5, 4]);
    expect(first.earlier).toBe(3);
    const next = (await listAuditCall.run({ limit: 2, before: 4 }, memory, ADMIN)).result;
    expect(next.entries.map(({ position }) => position)).toEqual([3, 2]);
    expect(next.earlier).toBe(1);
  });

  it("is filtered by action, author, record and time", async () => {
    const { memory, ids } = await threeDays();
    const positions = async (filter: object, scope = "all") =>
      (await listAuditCall.run(filter, memory, { ...ADMIN, scope })).result.entries.map(
        ({ position }) => position,
      );
    expect(await positions({ actor: "cursor" })).toEqual([3, 2]);
    expect(await positions({ record: ids[0] })).toEqual([1]);
    expect(await positions({ since: "36h" })).toEqual([3]);
    expect(await positions({ action: "decision" })).toEqual([3, 2, 1]);
    expect(await positions({ action: "outcome.recorded" })).toEqual([]);
    expect(await positions({}, "bank")).toEqual([3]);
  });

  it("names the actions that can be asked for, and refuses others with them", async () => {
    const memory = await openMemory();
    const { actions } = (await listAuditCall.run({}, memory, ADMIN)).result;
    expect(actions).toContain("decision");
    expect(actions).toContain("decision.captured");
    const fault = await listAuditCall.run({ action: "nonsense" }, memory, ADMIN).catch((thrown) => thrown);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ reason: "unknown_action", field: "action" });
  });

  it("shows one entry with what it wrote, and none of another project", async () => {
    const { memory, ids } = await threeDays();
    const { result } = await getAuditEntryCall.run({ position: 2 }, memory, ADMIN);
    expect(result).toMatchObject({ position: 2, subject: ids[1], action: "decision.captured" });
    expect(JSON.stringify(result.changes)).toContain("Leave number");
    const other = await getAuditEntryCall.run({ position: 3 }, memory, ADMIN).catch((thrown) => thrown);
    expect(other).toMatchObject({ code: "not_found", reason: "entry_not_found" });
    expect(JSON.stringify(other)).not.toContain(ids[2]);
  });

  it("says that the chain is whole, and where it is not", async () => {
    const { memory } = await threeDays();
    const whole = (await verifyAuditCall.run({}, memory, ADMIN)).result;
    expect(whole).toMatchObject({ entries: 3, problem: null, recovered_at: null });
    expect(whole.head).toMatch(/^[0-9a-f]{64}$/);
    await raw(memory.path, (sql) => sql.exec("UPDATE audit SET author = 'nobody' WHERE seq = 2"));
    const broken = (await verifyAuditCall.run({}, memory, ADMIN)).result;
    expect(broken.entries).toBe(1);
    expect(broken.problem).toContain("2");
  });

  it("keeps what concerns all projects from a key of one", async () => {
    const { memory } = await threeDays();
    const fault = await verifyAuditCall
      .run({}, memory, { ...ADMIN, confinedTo: "shop" })
      .catch((thrown) => thrown);
    expect(fault).toMatchObject({ code: "forbidden", reason: "other_project" });
  });
});
