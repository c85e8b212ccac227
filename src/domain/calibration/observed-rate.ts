import type { BinSums } from "./calibration.ts";

/** The success rate that was observed at each confidence. It never falls, and is constant beyond what was stated. */
export type ObservedRate = (confidence: number) => number;

interface Block {
  outcomes: number;
  score: number;
  confidence: number;
}

/**
 * Neighbouring bins in which more confidence went with less success are put together (pool adjacent violators); between
 * bins it is interpolated. Undefined without outcomes.
 */
export function observedRateOf(bins: readonly BinSums[]): ObservedRate | undefined {
  const blocks: Block[] = [];
  for (const { outcomes, score, confidence } of bins) {
    if (outcomes <= 0) continue;
    let block: Block = { outcomes, score, confidence };
    for (let last = blocks.at(-1); last && rateOf(last) >= rateOf(block); last = blocks.at(-1)) {
      blocks.pop();
      block = {
        outcomes: last.outcomes + block.outcomes,
        score: last.score + block.score,
        confidence: last.confidence + block.confidence,
      };
    }
    blocks.push(block);
  }
  if (blocks.length === 0) return undefined;
  return (confidence) => {
    const next = blocks.findIndex((block) => meanOf(block) >= confidence);
    if (next === 0) return rateOf(blocks[0] as Block);
    if (next < 0) return rateOf(blocks.at(-1) as Block);
    const [low, high] = [blocks[next - 1] as Block, blocks[next] as Block];
    const share = (confidence - meanOf(low)) / (meanOf(high) - meanOf(low));
    return rateOf(low) + share * (rateOf(high) - rateOf(low));
  };
}

const rateOf = ({ score, outcomes }: Block): number => score / outcomes;
const meanOf = ({ confidence, outcomes }: Block): number => confidence / outcomes;
