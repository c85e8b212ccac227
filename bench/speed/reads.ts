import { loadEncoder } from "../../src/recall/embedding/encoder.ts";
import { openModelDirectory } from "../../src/recall/embedding/model-directory.ts";
import { shippedFile } from "../../src/recall/embedding/shipped-file.ts";
import { PER_METHOD } from "../../src/recall/operations/find-relevant.ts";
import { findCandidates } from "../../src/recall/sql/search.ts";
import { questionQuery } from "../../src/shared/words/search-text.ts";
import { bareSearch } from "../bare-search.ts";
import { madeUpDecisions } from "../made-up-decisions.ts";
import { madeUpVectors } from "../made-up-vectors.ts";
import { openMemory, PROJECT } from "../memory.ts";
import { takeTurns, timed } from "../rounds.ts";
import { startPeer } from "./peer.ts";
import { startProduct } from "./product.ts";
import { type Line, ratioLine, sampleOf, timesLine } from "./table.ts";

const SEARCH = "search with meaning";
const AGAIN = "the same question again";
const CONTEXT = "decision context";
const PEER = "  peer: search for a substring";
const EMBEDDING = "  bare: embedding in process";
const BARE = "  bare: one query of the index and a scan of the codes";

/** Reading through the pipe, in turns with the bare operations and the peer. */
export async function readsAmong(size: number, home: string, rounds: number): Promise<Line[]> {
  const bare = await bareOperations(size, home);
  const ours = await startProduct(home);
  const peer = await startPeer(size);
  const next = madeUpDecisions(size + 1);
  const question = () => next().statement;
  const samples = await takeTurns(
    [
      { name: SEARCH, once: () => timed(() => ours.search(question())) },
      {
        name: AGAIN,
        once: async () => {
          const asked = question();
          await ours.search(asked);
          return timed(() => ours.search(asked));
        },
      },
      { name: CONTEXT, once: () => timed(() => ours.context(question())) },
      { name: EMBEDDING, once: () => timed(() => bare.embed(question())) },
      { name: BARE, once: bare.search },
      { name: PEER, once: () => timed(() => peer.search(question())) },
    ],
    rounds,
  );
  await Promise.all([ours.end(), peer.end(), bare.end()]);
  const of = (name: string) => sampleOf(samples, name);
  const inSmall = (ms: number) => (size <= 1_000 ? ms : undefined);
  return [
    timesLine(of(SEARCH), inSmall(4)),
    timesLine(of(AGAIN), 1),
    timesLine(of(CONTEXT)),
    ratioLine("decision context to its search", of(CONTEXT), of(SEARCH), 1.3),
    timesLine(of(EMBEDDING)),
    timesLine(of(BARE)),
    timesLine(of(PEER)),
  ];
}

/** What no search can do without, in this process. */
async function bareOperations(size: number, home: string) {
  const directory = shippedFile("model");
  if (directory === undefined) throw new Error("There is no model beside the product.");
  const encoder = await loadEncoder(openModelDirectory(directory));
  const vectors = madeUpVectors(384, size, 1);
  const bare = await bareSearch(home, Array.from({ length: size }, vectors));
  const query = madeUpVectors(384, size, 2);
  const { memory } = await openMemory(home);
  const next = madeUpDecisions(size + 2);
  return {
    embed: (text: string) => encoder.encode(text),
    async search(): Promise<number> {
      const text = questionQuery(next().statement);
      const { terms } = await findCandidates(memory, { scope: PROJECT, text, perMethod: 1 });
      const vector = query();
      return timed(async () => {
        await bare.byWords(terms, PER_METHOD);
        bare.byMeaning(vector, PER_METHOD);
      });
    },
    async end(): Promise<void> {
      await bare.close();
      await memory.close();
    },
  };
}
