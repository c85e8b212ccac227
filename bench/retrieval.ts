import { abstention } from "./retrieval/abstention.ts";
import { bounding } from "./retrieval/bounding.ts";
import { chains } from "./retrieval/chains.ts";
import { loadSets } from "./retrieval/data.ts";
import { fitRelevance } from "./retrieval/fit.ts";
import { quality } from "./retrieval/quality.ts";
import { openCorpus } from "./retrieval/search.ts";
import { embedSets } from "./retrieval/vectors.ts";
import { young } from "./retrieval/young.ts";

const sets = loadSets();
if (!sets) {
  console.log(
    "  The public retrieval sets are not beside this checkout, so there is nothing to measure with.",
  );
} else {
  const vectors = await embedSets(sets);
  const corpora = await Promise.all(sets.map((set, i) => openCorpus(set, vectors[i]!)));
  if (process.argv.includes("--fit")) await fitRelevance(corpora, vectors);
  else {
    await quality(corpora, vectors);
    await bounding(corpora, vectors);
    await chains(corpora, vectors);
    await abstention(corpora, vectors);
    await young(sets, vectors);
  }
  for (const { memory } of corpora) await memory.close();
}
