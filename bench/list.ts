import { join } from "node:path";

import { decisionPage } from "../src/decisions/sql/decisions.ts";
import { type Connection, connect, type Sql } from "../src/store/file/connection.ts";
import { fileIn, growMemory, PROJECT } from "./memory.ts";
import { chart } from "./report.ts";
import { takeTurns, timed } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const SIZES = smoke ? [20, 40] : [1_000, 10_000, 100_000];
const ROUNDS = smoke ? 1 : 25;
const PAGE = 20;
const FILTER = { scope: PROJECT, domain: "auth" };

const TYPED = "by typed column";
const JSON_SCAN = "by JSON";
const JSON_INDEX = "by JSON, with an index on it";

const home = join(folder, "memory");
let grown = 0;
for (const size of SIZES) {
  await growMemory(home, size - grown, size);
  grown = size;
  const connection = await copyWithJson(join(folder, `${size}.db`));
  const lists = [
    { name: TYPED, memory: connection },
    // The plus sign prevents the use of the index.
    { name: JSON_SCAN, memory: asking(connection, (field) => `+${inJson(field)}`) },
    { name: JSON_INDEX, memory: asking(connection, inJson) },
  ];
  const found = await requireSameAnswer(lists.map(({ memory }) => memory));
  const samples = await takeTurns(
    lists.map(({ name, memory }) => ({
      name,
      once: () => timed(() => decisionPage(memory, FILTER, PAGE)),
    })),
    ROUNDS,
  );
  await connection.close();
  chart(`The newest ${PAGE} of an area, and how many there are (${found} of ${size})`, samples, TYPED);
}

function inJson(field: string): string {
  return `json_extract(m.body, '$.${field}')`;
}

/** A memory without typed columns for the filter; `body` has the same values. */
async function copyWithJson(path: string): Promise<Connection> {
  const memory = await connect(fileIn(home));
  await memory.outsideTransaction(`VACUUM INTO '${path}'`);
  await memory.close();
  const connection = await connect(path);
  await connection.write((sql) =>
    sql.script(`
      UPDATE memories SET body = json_set(body, '$.type', type, '$.project', project, '$.domain', domain);
      CREATE INDEX memories_by_json ON memories
        (${["project", "type", "domain"].map(inJson).join(", ").replaceAll("m.", "")}, created_at);`),
  );
  return connection;
}

/** The statements of the store, with the filter on other columns. */
function asking(connection: Connection, from: (field: string) => string): Connection {
  const rewrite = (statement: string): string =>
    statement.replace(/\bm\.(type|project|domain) = /g, (_, field: string) => `${from(field)} = `);
  const rewriting = (sql: Sql): Sql => ({
    ...sql,
    all: (statement, ...values) => sql.all(rewrite(statement), ...values),
    get: (statement, ...values) => sql.get(rewrite(statement), ...values),
  });
  return { ...connection, read: (work) => connection.read((sql) => work(rewriting(sql))) };
}

async function requireSameAnswer(connections: readonly Connection[]): Promise<number> {
  const pages = await Promise.all(connections.map((memory) => decisionPage(memory, FILTER, PAGE)));
  const answers = new Set(
    pages.map(({ items, total }) => JSON.stringify([total, items.map(({ id }) => id)])),
  );
  if (answers.size !== 1) throw new Error("The lists differ, so their times say nothing.");
  return pages[0]!.total;
}
