import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseInsight } from "../../../src/portability/sql/erase-memory.ts";
import { findNotes } from "../../../src/recall/sql/memories.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { insights } from "../../../src/repair/schema/words.ts";
import { addInsight } from "../../../src/sessions/sql/notes.ts";
import { textQuery } from "../../../src/shared/words/search-text.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, screened } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";
import { insight } from "./noting.ts";

describe("A SQLite file", () => {
  it("from before the word index of notes opens, and its checkpoints are found by their words, including Korean", async () => {
    const path = (await folderOfTest()).file("membria.db");
    const before = await connect(path);
    await migrate(before, path, MIGRATIONS.slice(0, MIGRATIONS.indexOf(insights)));
    await before.write((sql) =>
      sql.run(
        `INSERT INTO memories (id, type, project, content, author_kind, author, context_hash, created_at, updated_at, body)
         VALUES ('chk_a', 'checkpoint', 'shop', '주문 테이블 작업 중', 'agent', 'a', '', 1, 1, ?)`,
        JSON.stringify({ schema_version: 1, open_files: [], next_steps: "Run the migration" }),
      ),
    );
    await before.close();
    const memory = await openMemoryFile(path, silentLog);
    const found = async (query: string) => {
      const text = textQuery(query);
      const { candidates } = await findNotes(memory, {
        scope: "shop",
        types: ["checkpoint"],
        text,
        limit: 5,
      });
      return candidates.map(({ id }) => id);
    };
    expect(await found("migrations")).toEqual(["chk_a"]);
    expect(await found("주문을")).toEqual(["chk_a"]);
    expect(await found("other")).toEqual([]);
    await memory.close();
  });

  it("keeps no byte of an erased insight", async () => {
    const path = (await folderOfTest()).file("membria.db");
    const memory = await openMemoryFile(path, silentLog);
    const words = ["qvwxzbcdkj", "zxwvqhgfjd", "jkhgqxzvwb"];
    const [content = "", topic = "", tag = ""] = words;
    await addInsight(
      memory,
      insight({ content: screened(content), topic: screened(topic), tags: [screened(tag)] }),
      act(),
    );
    await addInsight(memory, insight({ id: "ins_b" }), act());
    await eraseInsight(memory, "shop", "ins_a", act());
    await memory.close();
    const bytes = readFileSync(path);
    expect(words.filter((word) => bytes.includes(word.slice(4)))).toEqual([]);
  });
});
