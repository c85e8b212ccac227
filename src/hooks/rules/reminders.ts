import { type CheckAgain, causeWords, type Decision, hasFailed } from "../../decisions/index.ts";
import { type IndexedTerms, informationIn, rareWord } from "../../recall/index.ts";
import { type Author, namedAuthor } from "../../shared/actor.ts";
import { foldLines } from "../../shared/text.ts";
import { plainQuery } from "../../shared/words/search-text.ts";
import type { ToldKind } from "./hook-session.ts";

/**
 * How relevant a decision has to be for somebody to be told of it who did not ask. All of them are strong; `bench/hooks.ts`
 * fitted how much more it takes. A failure that is not told is repeated.
 */
const LEAST_RELEVANCE = { "in-force": 0.7, failed: 0.6 } as const;
/**
 * What a prompt has to say for that to be enough, in words that only one decision has. One that says less is usually a
 * chore, and near to whatever has its few words: `write a commit message` to what is decided about messages.
 */
const ENOUGH_SAID = 12;
/** How much the odds have to rise for what was not said: eightfold at half of it. */
const RISE = 3;
/**
 * Without a vector relevance takes chance for a match, and a prompt of some length has words in common with everything. So
 * a decision then needs as much in common with it as this many words that no other decision has.
 */
const LEAST_RARE_WORDS = 5.5;
/** More is not read. */
const MOST_REMINDERS = 3;

/** A strong decision that a search for a prompt found. */
export interface FoundDecision {
  readonly decision: Decision;
  readonly relevance: number;
  /** How much the prompt says; see `saidIn`. */
  readonly said: number;
  /** The prompt has most of the words of its statement; then it is about it, whatever else it says. */
  readonly isRepeated: boolean;
  /** What it has in common with the prompt, in words that no other decision has; only if it was found by words alone. */
  readonly rareWords?: number | undefined;
}

export interface Reminder {
  readonly kind: Extract<ToldKind, "in-force" | "failed">;
  readonly decision: Decision;
  readonly relevance: number;
}

/**
 * What a session is told about a prompt: decisions in force, and failures, also of what was replaced since. Drafts, what was
 * retracted and what was replaced are left out, and so is what it knows. What people decided comes first.
 */
export function chooseReminders(found: readonly FoundDecision[], told: ReadonlySet<string>): Reminder[] {
  return found
    .filter((one) => isSure(one) && !told.has(one.decision.id))
    .flatMap(({ decision, relevance }): Reminder[] => {
      const kind = kindOf(decision);
      return kind === undefined ? [] : [{ kind, decision, relevance }];
    })
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, MOST_REMINDERS)
    .sort((a, b) => Number(isHuman(b)) - Number(isHuman(a)));
}

/**
 * Whether it is worth a look at the sentences of the prompt: the rest of a prompt makes the one that is about to repeat a
 * failure look less like it.
 */
export const isDoubtfulFailure = (found: FoundDecision): boolean =>
  kindOf(found.decision) === "failed" && found.rareWords === undefined && !isSure(found);

function isSure({
  decision,
  relevance,
  said,
  isRepeated,
  rareWords = LEAST_RARE_WORDS,
}: FoundDecision): boolean {
  const kind = kindOf(decision);
  if (kind === undefined) return false;
  if (isRepeated) return relevance >= LEAST_RELEVANCE[kind];
  return relevance >= leastRelevance(kind, said) && rareWords >= LEAST_RARE_WORDS;
}

function leastRelevance(kind: Reminder["kind"], said: number): number {
  const enough = LEAST_RELEVANCE[kind];
  const odds = (enough / (1 - enough)) * Math.max(1, ENOUGH_SAID / said) ** RISE;
  // Nothing said makes it infinite, and then nothing is enough.
  return 1 - 1 / (1 + odds);
}

/** Undefined for what nobody is told of. */
function kindOf(decision: Decision): Reminder["kind"] | undefined {
  const { standing } = decision;
  if (hasFailed(decision)) return standing === "active" || standing === "superseded" ? "failed" : undefined;
  return standing === "active" ? "in-force" : undefined;
}

const isHuman = ({ decision }: Reminder): boolean => decision.author.kind === "human";

/** Shorter ones say nothing. */
const LEAST_QUOTED = 40;
const MOST_OF_NAME = 30;

/** Words of a record. The quotation marks cannot be closed by what is inside, and it stays one line. */
export function quoted(text: string, most: number): string {
  return JSON.stringify(shortened(foldLines(text).trim(), most));
}

/** At most so many characters, or what costs as many tokens as so many letters. */
function shortened(text: string, most: number): string {
  let room = most;
  let end = 0;
  for (const character of text) {
    room -= Math.max(1, LETTERS_PER_TOKEN * tokensIn(character) * (/["\\]/.test(character) ? 2 : 1));
    if (room < 0) return `${text.slice(0, end).replace(/.$/su, "")}…`;
    end += character.length;
  }
  return text;
}

/** A name may be as long as a message, and must not push the record out of it. */
export const shownAuthor = ({ kind, name }: Author): string =>
  namedAuthor({ kind, name: shortened(name, MOST_OF_NAME) });

export const decidedBy = (author: Author): string => `decided by ${shownAuthor(author)}`;

/** Whether it holds; if it does and should be looked at again, also why. */
export function holdsWords(failed: boolean, causes: readonly CheckAgain[] = []): string {
  if (failed) return "did not work out";
  const [nearest] = causes;
  return nearest ? `holds (check again: ${causeWords(nearest)})` : "holds";
}

/** A line with a part that may be shortened. */
export type ToldLine = (mostQuoted: number) => string;

/**
 * The lines that fit, in their order. If they do not all fit, quotations are shortened first, and then the last lines
 * are left out. Undefined if not even the first fits.
 */
export function fitLines(
  head: string,
  lines: readonly ToldLine[],
  limit: number,
): { readonly text: string; readonly shown: number; readonly tokens: number } | undefined {
  for (let shown = lines.length; shown > 0; shown--)
    for (const most of [240, 160, 100, LEAST_QUOTED]) {
      const text = unclosing([head, ...lines.slice(0, shown).map((line) => line(most))].join("\n"));
      const tokens = mostTokens(text);
      if (tokens <= limit) return { text, shown, tokens };
    }
  return undefined;
}

/** Some clients put the message between tags, which a record must not close. In quotation marks `<\/` is the same. */
const unclosing = (text: string): string => text.replaceAll("</", "<\\/");

/** The most that a client is given at once, in tokens. */
export const TOKEN_LIMITS = { "session-start": 500, prompt: 250, "pre-edit": 150 } as const;

const LETTERS_PER_TOKEN = 3;
const DIGITS_PER_TOKEN = 2;
const PIECES = /[a-z]+|\d+|\n|\P{ASCII}|\S/giu;

/**
 * Scripts of which all tokenizers know most letters or syllables, with tokens for each. Of any other character they may
 * make a token for each byte.
 */
const KNOWN_SCRIPTS: readonly (readonly [RegExp, number])[] = [
  [/[\u0370-\u03ff\u0400-\u045f\u05d0-\u05ea\u0620-\u064a]/, 1.5],
  [/[\u0900-\u09ff\u0b80-\u0bff\u0e00-\u0e7f\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/, 2],
];

/** How many tokens a text has at most. English prose has a third fewer, and ids and paths about as many. */
export function mostTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (/[a-z]/i.test(piece)) tokens += Math.ceil(piece.length / LETTERS_PER_TOKEN);
    else if (/\d/.test(piece)) tokens += Math.ceil(piece.length / DIGITS_PER_TOKEN);
    else tokens += tokensIn(piece);
  }
  return Math.ceil(tokens);
}

function tokensIn(character: string): number {
  if (/[a-z ]/i.test(character)) return 1 / LETTERS_PER_TOKEN;
  if (/\d/.test(character)) return 1 / DIGITS_PER_TOKEN;
  return KNOWN_SCRIPTS.find(([script]) => script.test(character))?.[1] ?? bytesOf(character);
}

/** In UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** A path of three parts or more, or a name with the ending of a file. Shorter ones may be `client/server`. */
const FILE_NAME = /(?:[\p{L}\p{N}@_.~-]+\/){2,}[\p{L}\p{N}@_.*-]*|[\p{L}\p{N}@_./-]+\.[a-z][a-z\d]{0,4}\b/giu;

/**
 * How much somebody said, in words that only one decision has; common words count less. The name of a file says where to
 * look, and not what it is about.
 */
export function saidIn(words: string, { terms, rowsInIndex }: IndexedTerms): number {
  const said = new Set(plainQuery(words.replace(FILE_NAME, " ")).terms);
  const isSaid = ({ term }: { readonly term: string }): boolean => said.has(term);
  // What the memory does not know is said, too: a young one knows few words.
  const { known } = informationIn(
    { ...terms, kept: [...terms.kept, ...terms.absent].filter(isSaid), absent: [] },
    rowsInIndex,
  );
  return known / rareWord(rowsInIndex).information;
}
