import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import {
  activateModel,
  activeModel,
  claimUnembedded,
  embeddingClaimants,
  pendingEmbeddings,
  releaseClaims,
  saveVectors,
} from "../../../src/recall/sql/embeddings.ts";
import {
  agreementWith,
  bitsOf,
  bytesOf,
  codeOf,
  dot,
  dots,
  floatsOf,
  wordsOf,
} from "../../../src/recall/sql/vector-code.ts";
import { DECISION_VECTORS, exactVectors, vectorIndex } from "../../../src/recall/sql/vector-search.ts";
import { MIGRATIONS } from "../../../src/repair/schema/index.ts";
import { embeddingClaims } from "../../../src/repair/schema/words.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { migrate } from "../../../src/store/file/migrate.ts";
import { act, DAY, decision } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";
import { silentLog } from "../../support/silent-log.ts";

const DIMENSIONS = 64;
const MODEL = "test-model";

/** Reproducible unit vectors, some of them close together. */
function directions(count: number): Float32Array[] {
  let state = 12_345;
  const random = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31 - 0.5;
  };
  const centres = Array.from({ length: 8 }, () => Float32Array.from({ length: DIMENSIONS }, random));
  return Array.from({ length: count }, (_, i) => {
    const centre = centres[i % centres.length] as Float32Array;
    const vector = centre.map((x) => x + 0.6 * random());
    const length = Math.sqrt(dot(vector, vector));
    return vector.map((x) => x / length);
  });
}

async function memoryOf(count: number, project: (i: number) => string = () => "shop") {
  const folder = await folderOfTest();
  const path = `${folder.path}/memory.db`;
  const memory = await openMemoryFile(path, silentLog);
  const vectors = directions(count);
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const made = decision({ project: project(i) });
    ids.push(made.id);
    await addDecision(memory, { decision: made }, act());
  }
  await activateModel(memory, MODEL);
  const claimed = await claimUnembedded(memory, count, { by: "test", now: DAY, leaseMs: 1_000 });
  expect(new Set(claimed.map(({ id }) => id))).toEqual(new Set(ids));
  await saveVectors(
    memory,
    MODEL,
    ids.map((id, i) => ({ id, vector: vectors[i] as Float32Array })),
  );
  return { memory, path, vectors, ids, memories: await rowsOf(path, ids) };
}

/** The row numbers of memories, by which the vector index names them. */
const rowsOf = (path: string, ids: readonly string[]): Promise<number[]> =>
  raw(path, (db) => {
    const row = db.prepare("SELECT seq FROM memories WHERE id = ?");
    return ids.map((id) => (row.get(id) as { seq: number }).seq);
  });

describe("one-bit codes of vectors", () => {
  it("count bits like a simple loop", () => {
    void fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (word) => {
        expect(bitsOf(word)).toBe([...word.toString(2)].filter((bit) => bit === "1").length);
      }),
    );
  });

  it("keep the sign of every dimension, also after conversion to bytes and back", () => {
    const vector = Float32Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? 1 : -1));
    const code = wordsOf(bytesOf(codeOf(vector)));
    for (let i = 0; i < 40; i++)
      expect(((code[i >>> 5] as number) >>> (i & 31)) & 1).toBe(i % 3 === 0 ? 1 : 0);
    expect(floatsOf(bytesOf(vector))).toEqual(vector);
  });
});

describe("the agreement of a code with a vector", () => {
  it("is the sum of the dimensions whose bit is set", () => {
    for (const [vector, other] of [directions(2), directions(4).slice(2)] as [Float32Array, Float32Array][]) {
      const code = new Uint8Array(8 + DIMENSIONS / 8);
      code.set(bytesOf(codeOf(other)), 8);
      const expected = vector.reduce((sum, x, i) => sum + ((other[i] as number) > 0 ? x : 0), 0);
      expect(agreementWith(vector)(code, 8)).toBeCloseTo(expected, 5);
    }
  });
});

describe("the dot products of a vector with several", () => {
  it("are the same to the bit as one by one, for any number of them", () => {
    const floats = fc.float32Array({
      minLength: 33,
      maxLength: 33,
      noNaN: true,
      noDefaultInfinity: true,
      max: 1,
      min: -1,
    });
    fc.assert(
      fc.property(floats, fc.array(floats, { maxLength: 9 }), (vector, others) => {
        expect([...dots(vector, others)]).toEqual(others.map((other) => dot(vector, other)));
      }),
    );
  });
});

describe("the vector index", () => {
  it("finds the same nearest memories as an exact search", async () => {
    const { memory, path, vectors, memories } = await memoryOf(600);
    const connection = await connect(path);
    const index = vectorIndex(connection, MODEL, DECISION_VECTORS);
    for (const query of directions(40).slice(20)) {
      const near = await index.nearest(query, "shop", 20);
      const exact = vectors
        .map((vector, i) => ({ item: memories[i] as number, cosine: dot(query, vector) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, 20);
      const found = near.filter(({ item }) => exact.some((other) => other.item === item)).length;
      expect(found).toBeGreaterThanOrEqual(19);
      expect(near[0]?.cosine).toBeCloseTo(exact[0]?.cosine ?? 0, 5);
    }
    await connection.close();
    await memory.close();
  });

  it("keeps projects apart, and `all` spans them", async () => {
    const { memory, path, vectors, memories } = await memoryOf(60, (i) => (i % 2 === 0 ? "shop" : "blog"));
    const connection = await connect(path);
    const index = vectorIndex(connection, MODEL, DECISION_VECTORS);
    const near = await index.nearest(vectors[1] as Float32Array, "shop", 60);
    expect(near).toHaveLength(30);
    expect(near.some(({ item }) => item === memories[1])).toBe(false);
    expect(await index.nearest(vectors[1] as Float32Array, "all", 60)).toHaveLength(60);
    expect(await index.nearest(vectors[1] as Float32Array, "nowhere", 60)).toEqual([]);
    await connection.close();
    await memory.close();
  });

  it("sees what other connections embed and erase", async () => {
    const { memory, path, vectors, ids, memories } = await memoryOf(40);
    const connection = await connect(path);
    const index = vectorIndex(connection, MODEL, DECISION_VECTORS);
    expect((await index.nearest(vectors[5] as Float32Array, "shop", 1))[0]?.item).toBe(memories[5]);
    await eraseDecision(memory, "shop", ids[5] as string, act());
    expect(
      (await index.nearest(vectors[5] as Float32Array, "shop", 40)).some(({ item }) => item === memories[5]),
    ).toBe(false);
    expect(index.describe().vectors).toBe(39);
    await addDecision(memory, { decision: decision() }, act());
    const [fresh] = await claimUnembedded(memory, 1, { by: "test", now: DAY, leaseMs: 1_000 });
    const id = fresh?.id ?? "";
    await saveVectors(memory, MODEL, [{ id, vector: vectors[5] as Float32Array }]);
    const [row] = await rowsOf(path, [id]);
    expect((await index.nearest(vectors[5] as Float32Array, "shop", 1))[0]?.item).toBe(row);
    await connection.close();
    await memory.close();
  });
});

describe("the embedding queue", () => {
  it("of a file from before claims had a name keeps its leases", async () => {
    const path = (await folderOfTest()).file("membria.db");
    const before = await connect(path);
    await migrate(before, path, MIGRATIONS.slice(0, MIGRATIONS.indexOf(embeddingClaims)));
    await before.write((sql) => {
      sql.run(
        `INSERT INTO memories (id, type, project, content, author_kind, author, context_hash, created_at, updated_at, body)
         VALUES ('chk_a', 'checkpoint', 'shop', 'One', 'agent', 'a', '', 1, 1, ?)`,
        JSON.stringify({ schema_version: 1, open_files: [], next_steps: "" }),
      );
      sql.run("INSERT INTO embedding_queue (memory, leased_until) SELECT seq, 60000 FROM memories");
    });
    await before.close();
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(() => memory.close());
    expect(await pendingEmbeddings(memory)).toBe(1);
    expect(await embeddingClaimants(memory, new Date(59_999))).toEqual([]);
    await releaseClaims(memory, ["test"]);
    expect(await claimUnembedded(memory, 10, { by: "test", now: new Date(59_999), leaseMs: 1 })).toEqual([]);
  });

  it("starts again when another model becomes active, and does not bring back erased memories", async () => {
    const { memory, ids } = await memoryOf(4);
    expect(await pendingEmbeddings(memory)).toBe(0);
    await activateModel(memory, "another-model");
    expect(await activeModel(memory)).toBe("another-model");
    const claimed = await claimUnembedded(memory, 10, { by: "test", now: DAY, leaseMs: 1_000 });
    expect(claimed).toHaveLength(4);
    await eraseDecision(memory, "shop", ids[0] as string, act());
    await saveVectors(
      memory,
      "another-model",
      claimed.map(({ id }) => ({ id, vector: new Float32Array(DIMENSIONS).fill(1) })),
    );
    expect(await pendingEmbeddings(memory)).toBe(0);
    await activateModel(memory, MODEL);
    expect(await pendingEmbeddings(memory)).toBe(0);
    await memory.close();
  });
});

describe("the full vectors", () => {
  it("are compared all, however few of them fit into the cache", async () => {
    const { path, memory } = await memoryOf(6);
    await memory.close();
    const connection = await connect(path);
    onTestFinished(() => connection.close());
    const [query] = directions(1) as [Float32Array];
    const exact = exactVectors(MODEL, DECISION_VECTORS, 2);
    for (const asked of [
      [1, 2],
      [2, 3, 4, 1],
      [6, 5, 4, 3, 2, 1],
    ]) {
      const found = await connection.read((sql) => exact.cosines(sql, query, asked));
      expect(found.map(({ item }) => item)).toEqual(asked);
    }
  });
});
