import { createHash } from "node:crypto";

const NO_WORD = /[^\p{L}\p{N}]+/gu;

/** Equal for the same words, however they are spaced and punctuated. It has no text, so that it may stay. */
export const candidateDigest = (quote: string): string =>
  createHash("sha256")
    .update(quote.normalize("NFKC").toLowerCase().replaceAll(NO_WORD, " ").trim())
    .digest("hex");
