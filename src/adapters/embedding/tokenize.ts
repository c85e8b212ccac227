import { readFile } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";

export type Tokenize = (text: string) => readonly number[];

/** No language needs more characters for a piece on average, so nothing beyond this could be kept. */
const CHARACTERS_PER_PIECE = 32;

/** Cuts a text into the model's pieces, at most `maxPieces` of them, the markers of start and end included. */
export async function loadTokenizer(file: string, maxPieces: number): Promise<Tokenize> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(file, "utf8")), {});
  return (text) => {
    const { ids } = tokenizer.encode(text.replace(/\s+/g, " ").slice(0, maxPieces * CHARACTERS_PER_PIECE));
    return ids.length <= maxPieces ? ids : [...ids.slice(0, maxPieces - 1), ...ids.slice(-1)];
  };
}
