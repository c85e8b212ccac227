import { loadavg } from "node:os";
import { join } from "node:path";
import { connect } from "../src/store/file/connection.ts";
import { EXAMPLE_PROJECT } from "../test/page/support/example-deps.ts";
import { seedMany } from "../test/page/support/many-decisions.ts";
import { startHttpServer } from "./http-server-process.ts";
import { fileIn, growMemory, PROJECT } from "./memory.ts";
import { hasBrowser, ticketFor } from "./page/browser.ts";
import { measureBytes } from "./page/bytes.ts";
import { measureFirstViews } from "./page/first-view.ts";
import { measureGraph } from "./page/graph.ts";
import { measureScrolling } from "./page/scrolling.ts";
import { folder, smoke } from "./workplace.ts";

const [FEW, MANY] = smoke ? [200, 400] : [10_000, 100_000];
const NODES = smoke ? 100 : 5_000;
const ROUNDS = smoke ? 1 : 10;

if (hasBrowser) await measure();
else console.log("  There is no Chromium here, so there is nothing to measure.");

async function measure(): Promise<void> {
  console.log(`  load average ${loadavg()[0]?.toFixed(1)}`);
  const home = join(folder, "memory");
  await growMemory(home, FEW, FEW);
  await served(home, PROJECT, async (origin, ticket) => {
    console.log(`\nWith ${FEW.toLocaleString("en")} decisions`);
    await measureBytes(origin, ticket());
    await measureFirstViews(origin, ticket, { rounds: ROUNDS, goalMs: 1_000 });
  });
  await copyRows(home, FEW, MANY);
  await served(home, PROJECT, async (origin, ticket) => {
    console.log(`\nWith ${MANY.toLocaleString("en")} decisions`);
    await measureScrolling(`${origin}/decisions${ticket()}`, {
      forMs: smoke ? 200 : 10_000,
      jumps: smoke ? 2 : 30,
    });
  });
  const related = join(folder, "related");
  await seedMany(related, NODES);
  await served(related, EXAMPLE_PROJECT, async (origin, ticket) => {
    console.log("\nThe graph");
    await measureGraph(origin, ticket, { rounds: ROUNDS, nodes: NODES });
  });
  console.log(`  load average ${loadavg()[0]?.toFixed(1)}`);
}

async function served(
  home: string,
  project: string,
  work: (origin: string, ticket: () => string) => Promise<void>,
): Promise<void> {
  const server = await startHttpServer(home);
  await work(server.url.origin, () => ticketFor(home, project));
  await server.end();
}

/** The list reads one table, so that copies of its rows are as good as others, and are there in seconds. */
async function copyRows(home: string, from: number, to: number): Promise<void> {
  const connection = await connect(fileIn(home));
  await connection.write((sql) => {
    const columns = sql
      .all("SELECT name FROM pragma_table_info('memories') WHERE name NOT IN ('seq', 'id', 'created_at')")
      .map(({ name }) => name)
      .join(", ");
    const { last } = sql.get("SELECT max(seq) AS last FROM memories") as { last: number };
    for (let copy = 1; copy < to / from; copy++)
      sql.run(
        `INSERT INTO memories (id, created_at, ${columns})
         SELECT id || '_' || ?, created_at - ? * 1000, ${columns} FROM memories WHERE seq <= ?`,
        copy,
        copy,
        last,
      );
  });
  await connection.close();
}
