import { describe, expect, it } from "vitest";
import { FIELD_NAMES, fieldNamed, snakeCaseName } from "../../../src/decisions/rules/decision-fields.ts";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import type { Database } from "../../../src/store/file/driver.ts";
import { act, fullDecision, screened } from "../../support/decisions.ts";
import { openMemory } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

const kept = fullDecision();

async function memoryWithOne(decision = kept) {
  const memory = await openMemory();
  await addDecision(memory, { decision }, act());
  const edit = (sql: string) => raw(memory.path, (db: Database) => db.exec(sql));
  const body = () =>
    raw(memory.path, (db) => {
      const row = db.prepare("SELECT body FROM memories WHERE id = ?").get(kept.id);
      return JSON.parse(row?.["body"] as string) as Record<string, unknown>;
    });
  return { ...memory, edit, body };
}

describe("The row of a decision", () => {
  it("has the fields with `kept: body` in its body", async () => {
    const fields = FIELD_NAMES.filter((name) => fieldNamed(name).kept === "body").map(snakeCaseName);
    const { body } = await memoryWithOne();
    const keys = Object.keys(await body());
    expect(keys.sort()).toEqual(["schema_version", ...fields].sort());
  });

  it("keeps the fields of a newer program when this one changes the decision", async () => {
    const { memory: store, edit, body } = await memoryWithOne();
    await edit("UPDATE memories SET body = json_set(body, '$.weather', json('[\"rain\"]'))");
    const before = await body();
    const change = { progress: "executed", note: screened("Done"), linkedPr: screened("#44") } as const;
    await writeDecisionChange(store, "shop", kept.id, change, act());
    const { notes, linked_pr, ...rest } = await body();
    const { notes: _, linked_pr: __, ...untouched } = before;
    expect(rest).toEqual(untouched);
    expect(rest).toHaveProperty("weather", ["rain"]);
    expect([linked_pr, notes]).toEqual(["#44", [expect.objectContaining({ text: "Done" })]]);
  });
});
