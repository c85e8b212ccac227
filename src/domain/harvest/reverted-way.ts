import { proseSentences } from "../hooks/prose-sentences.ts";
import type { WholeCommit } from "../shared/ports.ts";
import { readMessage } from "./commit-message.ts";
import { CHORES, MACHINE_TITLE, ORDINARY, PASSING } from "./commit-words.ts";
import type { WrittenChoice } from "./written-choice.ts";

const REVERTS = /^Revert(?:s|ed|ing)?:? ["“](.{3,300})["”]?\s*(?:\(?[#!]\d+\)?)?\s*$/i;
const REVERTED_COMMIT = /\breverts (?:commits? |merge )?([0-9a-f]{7,40})\b/gi;
const NO_REASON =
  /^(?:this |that )?(?:reverts?|reverting|changes made|conflicts)\b|^(?:fix(?:es)?|closes?|refs?|see|related)\b|https?:|^\S+#\d+/i;
const LEAST_WORDS = 5;

/** What a commit takes back, if it is a revert. */
export interface Reverted {
  /** Whole or abbreviated. */
  readonly commits: readonly string[];
  /** The first line of the commit that is taken back. */
  readonly subject?: string | undefined;
}

export function revertedBy({ subject, body }: Pick<WholeCommit, "subject" | "body">): Reverted | undefined {
  const named = REVERTS.exec(subject.trim())?.[1]?.replace(/["”]$/, "");
  const commits = [...body.matchAll(REVERTED_COMMIT)].map(([, id = ""]) => id.toLowerCase());
  if (named === undefined && (commits.length === 0 || !/^revert/i.test(subject))) return undefined;
  return { commits, ...(named !== undefined && { subject: named }) };
}

/**
 * A way that was taken back with a reason: what was ruled out. A revert without one says only that something went wrong
 * that day.
 */
export function ruledOutWay(commit: WholeCommit): WrittenChoice | undefined {
  const { subject } = revertedBy(commit) ?? {};
  if (subject === undefined || /^Revert\b/i.test(subject)) return undefined;
  const taken = readMessage(subject, "");
  if (!taken || taken.title === "" || taken.type === "fix" || CHORES.has(taken.type ?? "")) return undefined;
  if ([MACHINE_TITLE, ORDINARY, PASSING].some((one) => one.test(taken.title))) return undefined;
  const why = proseSentences(commit.body).find(
    ({ masked }) =>
      !NO_REASON.test(masked) && !masked.endsWith("?") && masked.split(/\s+/).length >= LEAST_WORDS,
  );
  if (!why) return undefined;
  return {
    quote: `${commit.subject}\n\n${why.text}`,
    statement: `Ruled out by a revert: ${taken.title}`,
    alternatives: [taken.title],
    reasoning: why.text,
    strength: 5,
  };
}
