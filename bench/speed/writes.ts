import { join } from "node:path";
import { openDatabase } from "../../src/store/file/driver.ts";
import { madeUpDecisions } from "../made-up-decisions.ts";
import { takeTurns, timed } from "../rounds.ts";
import { folder } from "../workplace.ts";
import { startPeer } from "./peer.ts";
import { startProduct } from "./product.ts";
import { type Line, ratioLine, sampleOf, tailLine, timesLine } from "./table.ts";

const SAVE = "save, with its look for repetitions";
const OUTCOME = "record_outcome";
const PEER = "  peer: save, which is not synced";
const BARE = "  bare: durable transaction";

/** Writing through the pipe, in turns with a bare transaction and the peer. */
export async function writesAmong(size: number, home: string, rounds: number): Promise<Line[]> {
  const ours = await startProduct(home);
  const peer = await startPeer(size);
  const bare = await bareTransaction(size);
  const next = madeUpDecisions(size + 3);
  // An outcome may come first in a round.
  const saved = [await ours.save(next())];
  let settled = 0;
  const samples = await takeTurns(
    [
      { name: SAVE, once: () => timed(async () => saved.push(await ours.save(next()))) },
      {
        name: OUTCOME,
        once: () => timed(() => ours.outcome(saved[settled] as string, settled++ % 3 === 0 ? 0 : 1)),
      },
      { name: BARE, once: () => timed(bare.once) },
      { name: PEER, once: () => timed(() => peer.save(next())) },
    ],
    rounds,
  );
  await Promise.all([ours.end(), peer.end()]);
  bare.end();
  const of = (name: string) => sampleOf(samples, name);
  return [
    timesLine(of(SAVE), size <= 1_000 ? 1.5 : undefined),
    tailLine(of(SAVE), 3),
    timesLine(of(OUTCOME)),
    ratioLine("record_outcome to a save", of(OUTCOME), of(SAVE), 2),
    timesLine(of(BARE)),
    timesLine(of(PEER)),
  ];
}

/** One row of a kilobyte, synced. */
async function bareTransaction(size: number) {
  const db = await openDatabase(join(folder, `bare-${size}.db`), 0);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE noted (text TEXT)");
  const statement = db.prepare("INSERT INTO noted VALUES (?)");
  const text = "x".repeat(1_000);
  return {
    once(): void {
      db.exec("BEGIN IMMEDIATE");
      statement.run(text);
      db.exec("COMMIT");
    },
    end: () => db.close(),
  };
}
