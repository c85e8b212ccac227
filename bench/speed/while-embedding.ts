import { connect } from "../../src/store/file/connection.ts";
import { madeUpDecisions } from "../made-up-decisions.ts";
import { fileIn } from "../memory.ts";
import { takeTurns, timed } from "../rounds.ts";
import { memoryOf, startProduct } from "./product.ts";
import { type Line, ratioLine, sampleOf, timesLine } from "./table.ts";

const EMBEDDING = "search while new decisions are embedded";
const IDLE = "  the same with nothing to embed";

/** Searches of a server that has `waiting` decisions to embed, in turns with one that has none. */
export async function readsWhileEmbedding(size: number, waiting: number, rounds: number): Promise<Line[]> {
  const home = await memoryOf(size, size - waiting);
  const [busy, idle] = [await startProduct(home), await startProduct(await memoryOf(size))];
  const before = await waitingIn(home);
  const next = madeUpDecisions(size + 4);
  const samples = await takeTurns(
    [
      { name: EMBEDDING, once: () => timed(() => busy.search(next().statement)) },
      { name: IDLE, once: () => timed(() => idle.search(next().statement)) },
    ],
    rounds,
  );
  const left = await waitingIn(home);
  await Promise.all([busy.end(), idle.end()]);
  const of = (name: string) => sampleOf(samples, name);
  return [
    timesLine(of(EMBEDDING)),
    timesLine(of(IDLE)),
    ratioLine("search while new decisions are embedded, to one otherwise", of(EMBEDDING), of(IDLE), 1.3),
    { what: "  embedded meanwhile", reached: `${before - left} of ${before}, ${left} are left` },
  ];
}

async function waitingIn(home: string): Promise<number> {
  const connection = await connect(fileIn(home));
  const row = await connection.read((sql) => sql.get("SELECT count(*) AS n FROM embedding_queue"));
  await connection.close();
  return row?.["n"] as number;
}
