import { describe } from "vitest";
import { openMemory } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { relating } from "./relating.ts";

describe("A SQLite file knows how decisions relate", () => {
  relating(async () => {
    const { store, path } = await openMemory();
    return {
      store,
      link: ({ id, from, to, relation, state, at }) =>
        raw(path, (db) => {
          db.prepare(
            `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body)
             VALUES (?, 'shop', ?, ?, ?, ?, ?, '{}')`,
          ).run(id, from, to, relation, state, at);
        }),
    };
  });
});
