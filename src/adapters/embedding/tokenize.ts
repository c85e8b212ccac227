import { readFile } from "node:fs/promises";
import { Tokenizer } from "@huggingface/tokenizers";

export type Tokenize = (text: string) => readonly number[];

/** No language has more characters per piece on average, so text beyond this would be cut anyway. */
const CHARACTERS_PER_PIECE = 32;

/** Splits a text into the model's tokens, at most `maxPieces` including the start and end markers. */
export async function loadTokenizer(file: string, maxPieces: number): Promise<Tokenize> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(file, "utf8")), {});
  return (text) => {
    const { ids } = tokenizer.encode(text.replace(/\s+/g, " ").slice(0, maxPieces * CHARACTERS_PER_PIECE));
    return ids.length <= maxPieces ? ids : [...ids.slice(0, maxPieces - 1), ...ids.slice(-1)];
  };
}
