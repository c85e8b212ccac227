import { expect, it } from "vitest";
import { activeModel } from "../../../src/recall/sql/embeddings.ts";
import { DECISION_VECTORS, vectorIndex } from "../../../src/recall/sql/vector-search.ts";
import { rebuildDerived } from "../../../src/repair/sql/rebuild-derived.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { act } from "../../support/decisions.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { memoryOfAWeek } from "../../support/week.ts";

it("A resident index of vectors drops what a rebuild removed from the file", async () => {
  const { memory, path } = await memoryOfAWeek();
  const another = await connect(path);
  const index = vectorIndex(another, (await activeModel(memory)) as string, DECISION_VECTORS);
  const query = new Float32Array(64).fill(0.125);
  await raw(path, (db) =>
    db.exec(`PRAGMA foreign_keys = OFF; INSERT INTO vector_codes (memory, model, project, code)
      SELECT 900, model, project, code FROM vector_codes LIMIT 1`),
  );
  await index.nearest(query, "all", 20);
  expect(index.describe().vectors).toBe(16);
  await rebuildDerived(memory, true, act());
  await index.nearest(query, "all", 20);
  expect(index.describe().vectors).toBe(15);
  await another.close();
});
