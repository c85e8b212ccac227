import { describe, expect, it } from "vitest";
import { bodyOf } from "../../../../src/adapters/sqlite/decisions/rows.ts";
import type { Database } from "../../../../src/adapters/sqlite/shared/driver.ts";
import { contextHash, HASH_VERSION } from "../../../../src/domain/decisions/context-hash.ts";
import { FIELD_NAMES, fieldNamed, snakeCaseName } from "../../../../src/domain/decisions/decision-fields.ts";
import { act, fullDecision, screened } from "../../../support/decisions.ts";
import { openMemory } from "../../../support/memory.ts";
import { raw } from "../../../support/raw-sqlite.ts";

const kept = fullDecision();

async function memoryWithOne(decision = kept) {
  const memory = await openMemory();
  await memory.store.addDecision({ decision }, act());
  const edit = (sql: string) => raw(memory.path, (db: Database) => db.exec(sql));
  const body = () =>
    raw(memory.path, (db) => {
      const row = db.prepare("SELECT body FROM memories WHERE id = ?").get(kept.id);
      return JSON.parse(row?.["body"] as string) as Record<string, unknown>;
    });
  return { ...memory, edit, body };
}

describe("The row of a decision", () => {
  it("has the fields with `kept: body` in its body", () => {
    const fields = FIELD_NAMES.filter((name) => fieldNamed(name).kept === "body").map(snakeCaseName);
    const keys = Object.keys(JSON.parse(bodyOf(kept)) as object);
    expect(keys.sort()).toEqual(["schema_version", ...fields].sort());
  });

  it("without a hash version uses the first one, and is not reported as changed", async () => {
    const first = { ...kept, contextHash: contextHash(kept, 1), hashVersion: 1 };
    const { store, edit, body } = await memoryWithOne(first);
    await edit("UPDATE memories SET body = json_remove(body, '$.hash_version')");
    expect(await body()).not.toHaveProperty("hash_version");
    expect((await store.verifyAudit()).problem).toBeUndefined();
    expect(await store.findDecision("shop", kept.id)).toMatchObject({ hashVersion: 1 });
  });

  it("with the hash version of a newer program is not reported as changed", async () => {
    const { store, edit } = await memoryWithOne();
    await edit(`UPDATE memories SET body = json_set(body, '$.hash_version', ${HASH_VERSION + 1})`);
    expect((await store.verifyAudit()).problem).toBe(
      `decision ${kept.id} was written by a newer Membria, and only that can check it`,
    );
  });

  it("keeps the fields of a newer program when this one changes the decision", async () => {
    const { store, edit, body } = await memoryWithOne();
    await edit("UPDATE memories SET body = json_set(body, '$.weather', json('[\"rain\"]'))");
    const before = await body();
    const change = { progress: "executed", note: screened("Done"), linkedPr: screened("#44") } as const;
    await store.updateDecision("shop", kept.id, change, act());
    const { notes, linked_pr, ...rest } = await body();
    const { notes: _, linked_pr: __, ...untouched } = before;
    expect(rest).toEqual(untouched);
    expect(rest).toHaveProperty("weather", ["rain"]);
    expect([linked_pr, notes]).toEqual(["#44", [expect.objectContaining({ text: "Done" })]]);
  });
});
