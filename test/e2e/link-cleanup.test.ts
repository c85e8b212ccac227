import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import {
  countLinks,
  latestCleanup,
  linksInOrder,
  restoreLinks,
} from "../../src/decisions/sql/link-upkeep.ts";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { runProgram } from "../support/command-line.ts";
import { act, decision } from "../support/decisions.ts";
import { eventually } from "../support/eventually.ts";
import { legacyLinks } from "../support/links.ts";
import { folderOfTest } from "../support/memory.ts";
import { PATIENT } from "../support/patient.ts";
import { silentLog } from "../support/silent-log.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const DECISIONS = 20;
const PATIENCE = 240_000;

it(
  "A clean-up that is killed in the middle goes on without removing anything twice, and a restore brings all of it back",
  async () => {
    const folder = await folderOfTest();
    const env = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop", MEMBRIA_LOG_LEVEL: "error" };
    const memory = await openMemoryFile(join(folder.path, "membria.db"), silentLog);
    const ids = Array.from({ length: DECISIONS }, (_, n) => `dec_${n}`);
    for (const id of ids) await addDecision(memory, { decision: decision({ id }) }, act());
    const pairs = ids.flatMap((from) => ids.filter((to) => to !== from).map((to) => [from, to] as const));
    await restoreLinks(memory, "shop", "cln_0", legacyLinks(pairs), act());
    const all = { autoOnly: false, limit: 1_000 };
    const before = await linksInOrder(memory, "shop", all);

    const backup = JSON.parse((await runProgram(["links", "backup", "--json"], { env })).out);
    const child = spawn(process.execPath, [MEMBRIA, "links", "cleanup", "--yes", "--batch-size", "1"], {
      stdio: "ignore",
      env: { ...process.env, ...PATIENT, ...env },
    });
    await eventually(async () =>
      expect((await countLinks(memory, "shop")).auto).toBeLessThanOrEqual(before.length - 20),
    );
    child.kill("SIGKILL");
    await once(child, "close");

    const left = (await countLinks(memory, "shop")).auto;
    expect(left, "it was killed in the middle").toBeGreaterThan(0);
    const cut = await latestCleanup(memory, "shop");
    expect(cut).toMatchObject({ endedAt: undefined, removed: before.length - left });

    const { out, err } = await runProgram(["links", "cleanup", "--yes", "--json"], { env });
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({
      data: { deleted: left, deleted_before: before.length - left, cleanup_id: cut?.id },
      validation: { status: "SUCCESS", remaining_auto_links: 0 },
    });
    const restored = await runProgram(["links", "restore", backup.data.backup_file], { env });
    expect(restored.out).toBe(`${before.length} of ${before.length} links were restored.\n`);
    expect(await linksInOrder(memory, "shop", all)).toEqual(before);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await memory.close();
  },
  PATIENCE,
);
