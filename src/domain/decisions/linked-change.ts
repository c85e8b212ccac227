import { boundedText, LIMITS } from "../shared/text.ts";

const ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cf}]+$/u;
const COMMIT = /^[0-9a-f]{7,64}$/i;

/** The address of the pull request that carries out a decision. Older and imported decisions may have other texts. */
export const LinkedPr = boundedText(1, LIMITS.name).refine(
  (text) => ADDRESS.test(text) && URL.canParse(text),
  "must be the address of a pull request that begins with http:// or https://",
);

/** A commit hash, whole or shortened as git shortens it. */
export const LinkedCommit = boundedText(1, LIMITS.name).refine(
  (text) => COMMIT.test(text),
  "must be a commit hash: 7 to 64 of the characters 0-9 and a-f",
);
