import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  restoreLinkBackup,
  runLinkCleanup,
  statusOf,
} from "../../src/decisions/operations/clean-up-links.ts";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { countLinks, linksInOrder, restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { storeLink, storeLinkReview } from "../../src/decisions/sql/links.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { type Call, perform } from "../../src/shared/operations/operation.ts";
import { act, decision } from "../support/decisions.ts";
import { legacyLinks, link, review } from "../support/links.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "../support/memory.ts";
import { callTool, type Json, succeed } from "../support/tools.ts";

const ADMIN: Caller = { role: "admin" };
const EXECUTE = { dry_run: false };

/** A memory with so many auto links, in a ring, and one link that a person approved. */
async function legacyMemory(count = 5): Promise<TestMemory> {
  const memory = await openMemory();
  const { memory: store } = memory;
  for (let n = 0; n < count; n++) await addDecision(store, { decision: decision({ id: `dec_${n}` }) }, act());
  const pairs = Array.from({ length: count }, (_, n) => [`dec_${n}`, `dec_${(n + 1) % count}`] as const);
  await restoreLinks(store, "shop", "cln_0", legacyLinks(pairs), act());
  const ours = link({ from: "dec_0", to: "dec_2" });
  await storeLink(store, ours, act());
  await storeLinkReview(store, "shop", ours.id, review(), act());
  return memory;
}

const allLinks = (memory: TestMemory) => linksInOrder(memory, "shop", { autoOnly: false, limit: 1_000 });
const dataOf = (structured: Json): Json => structured["data"] as Json;

async function refusal(memory: TestMemory, args: Json, caller?: Caller) {
  const { structured, fault } = await callTool(memory, "execute_link_cleanup", args, caller);
  expect(fault).toBeDefined();
  return (structured as unknown as { error: { code: string; message: string; details: Json } }).error;
}

describe("scan_auto_links", () => {
  it("counts what a clean-up would remove, with samples when asked, in the document's words", async () => {
    const memory = await legacyMemory(9);
    const { text, structured } = await callTool(memory, "scan_auto_links", { include_samples: true });
    expect(text).toBe(
      [
        "# Auto-Link Scan Results",
        "",
        "Total Links: 10",
        "Auto-Generated Links: 9 (90%)",
        "Protected Links: 1 (10%)",
        "Deletion Targets: 9",
        "",
        "Sample Deletion Targets:",
        ...[0, 1, 2, 3, 4].map((n) => `${n + 1}. dec_${n} → dec_${n + 1} (refines)`),
        "...",
      ].join("\n"),
    );
    expect(dataOf(structured)).toMatchObject({ total_links: 10, auto_links: 9, protected_links: 1 });
    expect(dataOf(await succeed(memory, "scan_auto_links", {}))["samples"]).toBeUndefined();
  });
});

describe("create_link_backup", () => {
  it("writes the auto links with a checksum and a manifest beside it", async () => {
    const memory = await legacyMemory();
    const { text, structured } = await callTool(memory, "create_link_backup", {});
    const { links_backed_up, backup_file, manifest_file, checksum } = dataOf(structured) as Record<
      string,
      string
    >;
    expect(links_backed_up).toBe(5);
    expect(text).toContain(`**Checksum:** ${checksum}`);
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(backup_file).toMatch(/backups\/links-backup-2026-02-12T10-30-00-000Z\.json$/);
    const manifest = JSON.parse(readFileSync(manifest_file as string, "utf8"));
    expect(manifest).toMatchObject({ checksum, links: 5, project: "shop" });
    const backup = JSON.parse(readFileSync(backup_file as string, "utf8"));
    expect(backup.links).toEqual(JSON.parse(JSON.stringify((await allLinks(memory)).slice(0, 5))));
    const whole = await succeed(memory, "create_link_backup", { include_protected: true });
    expect(dataOf(whole)).toMatchObject({ links_backed_up: 6 });
    expect(dataOf(whole)["backup_file"]).not.toBe(backup_file);
  });
});

describe("execute_link_cleanup", () => {
  it("only simulates by default, and an agent may do that", async () => {
    const memory = await legacyMemory();
    const { text, structured } = await callTool(memory, "execute_link_cleanup", {});
    expect(text).toContain("**Mode:** DRY RUN MODE (simulation)\n**Would Delete:** 5");
    expect(text).toContain("⚠️ To execute actual deletion, run with `dry_run: false`");
    expect(dataOf(structured)).toMatchObject({ dry_run: true, backup_file: null });
    expect(await allLinks(memory)).toHaveLength(6);
  });

  it("needs an admin for the real thing", async () => {
    const memory = await legacyMemory();
    await succeed(memory, "create_link_backup", {});
    expect(await refusal(memory, EXECUTE)).toMatchObject({
      code: "UNAUTHORIZED",
      details: { reason: "permission_denied" },
    });
    expect(await allLinks(memory)).toHaveLength(6);
  });

  it("refuses without a backup", async () => {
    const memory = await legacyMemory();
    expect(await refusal(memory, EXECUTE, ADMIN)).toMatchObject({ details: { reason: "backup_required" } });
  });

  it("refuses with a backup whose checksum does not verify, or whose file is gone", async () => {
    const memory = await legacyMemory();
    const { backup_file } = dataOf(await succeed(memory, "create_link_backup", {})) as {
      backup_file: string;
    };
    writeFileSync(backup_file, readFileSync(backup_file, "utf8").replace("dec_0", "dec_9"));
    expect(await refusal(memory, EXECUTE, ADMIN)).toMatchObject({ details: { reason: "checksum_mismatch" } });
    rmSync(backup_file);
    expect(await refusal(memory, EXECUTE, ADMIN)).toMatchObject({ details: { reason: "backup_required" } });
    expect(await allLinks(memory)).toHaveLength(6);
  });

  it("does not take the backup of another project for its own", async () => {
    const memory = await legacyMemory();
    await succeed(memory, "create_link_backup", {}, { project: "bank" });
    expect(await refusal(memory, EXECUTE, ADMIN)).toMatchObject({ details: { reason: "backup_required" } });
  });

  it("removes in batches with progress, leaves what a person approved, and says so as the document does", async () => {
    const memory = await legacyMemory();
    await succeed(memory, "create_link_backup", {});
    const { text, structured } = await callTool(memory, "execute_link_cleanup", EXECUTE, ADMIN);
    expect(text).toContain(
      "**Mode:** Cleanup Execution Complete\n**Deleted:** 5\n**Failed:** 0\n**Success Rate:** 100%",
    );
    expect(dataOf(structured)).toMatchObject({ deleted: 5, failed: 0, not_backed_up: 0 });
    expect(await allLinks(memory)).toMatchObject([{ link: { origin: "memory" } }]);
  });

  it("goes on after it was cut off, and then ends", async () => {
    const memory = await legacyMemory();
    await succeed(memory, "create_link_backup", {});
    const stop = new AbortController();
    const seen: number[] = [];
    const call: Call = {
      ...callBy({ ...ADMIN, signal: stop.signal }),
      progress: (done) => {
        seen.push(done);
        if (done >= 4) stop.abort();
      },
    };
    await expect(perform(runLinkCleanup, { batchSize: 2, dryRun: false }, memory, call)).rejects.toThrow();
    expect(seen).toEqual([2, 4]);
    expect(await countLinks(memory, "shop")).toEqual({ total: 2, auto: 1 });
    expect(dataOf(await succeed(memory, "validate_cleanup_result", {}))["last_cleanup"]).toMatchObject({
      deleted: 4,
      ended_at: null,
    });
    const { text, structured } = await callTool(memory, "execute_link_cleanup", EXECUTE, ADMIN);
    expect(dataOf(structured)).toMatchObject({ deleted: 1, deleted_before: 4 });
    expect(text).toContain("**Deleted Before The Interruption:** 4");
    const { last_cleanup } = dataOf(await succeed(memory, "validate_cleanup_result", {}));
    expect(last_cleanup).toMatchObject({ deleted: 5, ended_at: expect.any(String) });
  });

  it("leaves alone what came after the backup, and says so", async () => {
    const memory = await legacyMemory();
    await succeed(memory, "create_link_backup", {});
    const [late] = legacyLinks([["dec_3", "dec_0"]]);
    const again = { link: { ...late!.link, id: "lnk_late" }, place: "99" };
    await restoreLinks(memory, "shop", "cln_9", [again], act());
    const { text, structured } = await callTool(memory, "execute_link_cleanup", EXECUTE, ADMIN);
    expect(dataOf(structured)).toMatchObject({ deleted: 5, not_backed_up: 1 });
    expect(text).toContain("not in the backup");
  });
});

describe("validate_cleanup_result", () => {
  it.each([
    [0, "SUCCESS"],
    [0.0499, "SUCCESS"],
    [0.05, "PARTIAL"],
    [0.1, "PARTIAL"],
    [0.1001, "FAILED"],
    [1, "FAILED"],
  ])("a remaining share of %d is %s", (ratio, status) => {
    expect(statusOf(ratio)).toBe(status);
  });

  it("succeeds after a clean-up, in the document's words or as JSON", async () => {
    const memory = await legacyMemory();
    await succeed(memory, "create_link_backup", {});
    await succeed(memory, "execute_link_cleanup", EXECUTE, ADMIN);
    const { text } = await callTool(memory, "validate_cleanup_result", {});
    expect(text).toBe(
      [
        "# Post-Cleanup Validation",
        "",
        "**Status:** SUCCESS",
        "",
        "✅ SUCCESS: Remaining auto-links under 5%. Target achieved!",
        "",
        "## Statistics",
        "- **Total Links:** 1",
        "- **Remaining Auto Links:** 0",
        "- **Remaining Ratio:** 0.0%",
        "- **Protected Links:** 1",
        "",
        "## Recommendation",
        "Cleanup completed successfully. You can proceed with migration.",
      ].join("\n"),
    );
    const json = await callTool(memory, "validate_cleanup_result", { format: "json" });
    expect(JSON.parse(json.text)).toEqual({ success: true, data: dataOf(json.structured) });
  });

  it.each([
    [5, "Make a backup with create_link_backup and run execute_link_cleanup with dry_run: false."],
    [0, "There are no auto links, so no clean-up is needed."],
  ])("MAMA, 5: says that no clean-up was ever run, with %i auto links", async (count, recommendation) => {
    const memory = count > 0 ? await legacyMemory(count) : await openMemory();
    await succeed(memory, "create_link_backup", {});
    await succeed(memory, "execute_link_cleanup", { dry_run: true });
    const { text, structured } = await callTool(memory, "validate_cleanup_result", {});
    expect(dataOf(structured)).toMatchObject({
      status: "NOT_RUN",
      remaining_auto_links: count,
      last_cleanup: null,
      recommendation,
    });
    expect(text).toContain("**Status:** NOT_RUN");
    expect(text).toContain("No clean-up was ever run");
    expect(text).not.toContain("SUCCESS");
  });
});

describe("restoring a backup", () => {
  const restore = (memory: TestMemory, backup: string, caller: Caller = ADMIN) =>
    perform(restoreLinkBackup, { backup, batchSize: 2 }, memory, callBy(caller));

  it("brings every link back exactly, by name or by path, and is idempotent", async () => {
    const memory = await legacyMemory();
    const before = await allLinks(memory);
    const { backup_file } = dataOf(await succeed(memory, "create_link_backup", {})) as {
      backup_file: string;
    };
    await succeed(memory, "execute_link_cleanup", EXECUTE, ADMIN);
    const [name] = readdirSync(join(dirname(memory.path), "backups")).filter((file) =>
      file.startsWith("links"),
    );
    expect(await restore(memory, name as string)).toMatchObject({
      restored: 5,
      present: 0,
      gone: 0,
      total: 5,
    });
    expect(await allLinks(memory)).toEqual(before);
    expect(await restore(memory, backup_file)).toMatchObject({ restored: 0, present: 5 });
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("needs an admin, a whole backup and the right project", async () => {
    const memory = await legacyMemory();
    const { backup_file } = dataOf(await succeed(memory, "create_link_backup", {})) as {
      backup_file: string;
    };
    await expect(restore(memory, backup_file, {})).rejects.toMatchObject({ code: "forbidden" });
    await expect(restore(memory, backup_file, { ...ADMIN, project: "bank" })).rejects.toMatchObject({
      reason: "other_project",
    });
    await expect(restore(memory, "../membria.db")).rejects.toMatchObject({ reason: "not_a_backup" });
    await expect(restore(memory, "links-backup-nowhere.json")).rejects.toMatchObject({ code: "not_found" });
    writeFileSync(backup_file, "{}");
    await expect(restore(memory, backup_file)).rejects.toMatchObject({ reason: "checksum_mismatch" });
  });
});
