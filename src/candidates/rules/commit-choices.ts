import type { WholeCommit } from "../../shared/ports.ts";
import { agentsChoice } from "./agents-choice.ts";
import { AGAINST, AGAINST_OVER, ASKS, type ChoiceParts, COMPARES_NUMBERS, OPEN } from "./choice-parts.ts";
import {
  BINDS,
  CHECKS,
  CHORES,
  CODE,
  DECISIVE,
  DEPENDS,
  EXCHANGES,
  FORBIDS,
  IMPERATIVE,
  MACHINE_TITLE,
  NOW_SO,
  OBLIGES,
  ORDINARY,
  PASSING,
  readMessage,
  SAYS_WHY,
  type ScreenedMessage,
  SETTLES,
  TELLS,
  THIS_CHANGE,
  WHY_BELOW,
} from "./commit-message.ts";
import { type ProseSentence, proseSentences } from "./prose-sentences.ts";
import {
  statedInWriting,
  type Touched,
  touchedBy,
  type WrittenChoice,
  writtenParts,
} from "./written-choice.ts";

/** Of one commit. What else it says can be read there. */
const MOST_OF_A_COMMIT = 2;
const LEAST_WORDS = 3;
/** Of a title that names two things and says nothing else about them. */
const LEAST_WITHOUT_MORE = 6;
/** Who says this says what was chosen, and not why the title was. */
const CHOSE =
  /\b(?:we|i)(?:'ve| have)? (?:\w+ )?(?:decided|agreed|chose|settled|opted|picked|went with|ruled out)\b/i;
const REFERS = /\b(?:it|them|this|these|those|that)\b/i;
/** What is shown to somebody is seldom chosen against something. */
const ABOUT_OUTPUT = /^(?:say|show|look|tell|print|mention|display|prove|expect)s?\b/i;
/** `…, not at all of them, to …`: in passing. */
const NOT_THAT_BESIDE = /(?:,|\band) not\b.*[,;]/i;
const IS_ISSUE = /^\S+ issue\b/i;
const LEAST_OF_PROSE = 5;
/** Longer sentences explain. */
const LONGEST_READ = 250;
const OUTRIGHT_WHY = /^(?:because|since|so that)\b/i;
/** `drop support for …` chooses against what follows, and `for` makes it look otherwise. */
const NO_ALTERNATIVE = /^(?:(?:the|all) )?(?:\S+ )?support$/i;
const ENDS_IN_PURPOSE =
  /^(\S+(?: \S+)*?) (to (?:improve|reduce|simplify|make|allow|prevent|ensure|support|match|get|save|speed)\b.*)$/i;
const PURPOSE = /\bto (?:avoid|keep) $/i;

/** The decisions that seem to stand in the message of a commit, by rule, and the pull request it names. */
export function choicesInCommit(commit: ScreenedMessage & Pick<WholeCommit, "files">): {
  readonly choices: readonly WrittenChoice[];
  readonly pr?: string | undefined;
} {
  const message = readMessage(commit.subject, commit.body);
  if (!message || MACHINE_TITLE.test(message.title) || CHORES.has(message.type ?? "")) return { choices: [] };
  const touched = touchedBy(commit.files);
  if (touched.onlyTests) return { choices: [], ...(message.pr && { pr: message.pr }) };
  const [title, ...sameLine] = proseSentences(message.title);
  const below = [...sameLine, ...proseSentences(message.body)];
  const inFirst = title && inTitle(title, message.type, below, touched);
  const choices = [
    ...(inFirst ? [inFirst] : []),
    ...message.breaking.flatMap((text) => inBreaking(text)),
    ...(touched.onlyDocs ? [] : inBody(below, inFirst, title?.text ?? "")),
  ];
  return { choices: choices.slice(0, MOST_OF_A_COMMIT), ...(message.pr && { pr: message.pr }) };
}

function inTitle(
  { text, masked }: ProseSentence,
  type: string | undefined,
  below: readonly ProseSentence[],
  { onlyDocs, manifest }: Touched,
): WrittenChoice | undefined {
  if (type === "docs" || type === "doc") return undefined;
  const parts = writtenParts(text, masked);
  const main = parts.maskedMain;
  if (isNoChoice(masked, main) || ORDINARY.test(masked) || PASSING.test(masked) || IS_ISSUE.test(masked))
    return undefined;
  const why = parts.reasoning === undefined ? whyBelow(below, DECISIVE.test(main)) : undefined;
  const hasReason = why !== undefined || isReason(parts.reasoning);
  // A fix that says why it is done this way and no other is more than a fix.
  const isFix = type === "fix" && !(why && OUTRIGHT_WHY.test(why.masked));
  const isDirect = hasReason && (why === undefined || WHY_BELOW.test(why.masked));
  const rank = rankOf(main, { isFix, hasReason, isDirect, manifest, isCode: CODE.test(text) });
  if (onlyDocs ? !OBLIGES.test(main) : rank === 0) return undefined;
  const strength = Math.max(rank, 1) + (hasReason ? 2 : 0);
  return chosen(why ? `${text}\n\n${why.text}` : text, parts, strength, why?.text);
}

/** How surely a title says that something was chosen; 0 if it does not. */
function rankOf(
  main: string,
  said: {
    readonly isFix: boolean;
    readonly hasReason: boolean;
    /** The reason is given with the title, and is none of the explanations below it. */
    readonly isDirect: boolean;
    readonly manifest: boolean;
    readonly isCode: boolean;
  },
): number {
  const { isFix, hasReason, isDirect, manifest, isCode } = said;
  const any = (patterns: readonly RegExp[]): boolean => patterns.some((one) => one.test(main));
  if (CHECKS.test(main) && !hasReason) return 0;
  if (any(SETTLES) && (!isFix || hasReason)) return 3;
  const isAgainst = AGAINST.test(main) || AGAINST_OVER.test(main) || any(EXCHANGES);
  if (isAgainst && (hasReason || manifest)) return 2;
  if (isAgainst && !isCode && !isFix && !ABOUT_OUTPUT.test(main) && !NOT_THAT_BESIDE.test(main))
    return main.trim().split(/\s+/).length >= LEAST_WITHOUT_MORE ? 1 : 0;
  if (any(DEPENDS) && manifest && !isFix) return 2;
  if (DECISIVE.test(main) && hasReason && !isFix) return 2;
  if (isDirect && !isFix && IMPERATIVE.test(main)) return 1;
  return OBLIGES.test(main) && !isFix ? 1 : 0;
}

/** What breaks was chosen, and is said to whoever is concerned. */
function inBreaking(text: string): WrittenChoice[] {
  return proseSentences(text)
    .slice(0, 1)
    .flatMap(({ text: said, masked }) => {
      if (isNoChoice(masked, masked)) return [];
      const isMade = [...SETTLES, ...EXCHANGES, ...BINDS, AGAINST].some((one) => one.test(masked));
      return isMade ? [chosen(said, writtenParts(said, masked), 3)] : [];
    });
}

function inBody(
  sentences: readonly ProseSentence[],
  before: WrittenChoice | undefined,
  title: string,
): WrittenChoice[] {
  return sentences.flatMap((sentence, i) => {
    const { text, masked } = sentence;
    if (text.length > LONGEST_READ || COMPARES_NUMBERS.test(masked) || before?.quote.includes(text))
      return [];
    const own = agentsChoice(sentence, sentences[i + 1], { isExplanation: false });
    if (own && !PASSING.test(masked))
      return [under(title, chosen(own.quote, own.parts, 3 + bonus(own.parts)))];
    const lead = THIS_CHANGE.exec(masked)?.[0].length ?? 0;
    const said = masked.slice(lead);
    const parts = writtenParts(text.slice(lead), said);
    const main = parts.maskedMain;
    if (
      isNoChoice(masked, main) ||
      (lead === 0 && TELLS.test(main)) ||
      ORDINARY.test(main) ||
      PASSING.test(main)
    )
      return [];
    const hasReason = parts.reasoning !== undefined;
    const settles = SETTLES.some((one) => one.test(main));
    const exchanges = EXCHANGES.some((one) => one.test(main));
    const binds = BINDS.some((one) => one.test(main));
    const isAgainst = parts.alternatives.length > 0;
    const isMade =
      (isAgainst && NOW_SO.test(main)) ||
      (settles && (hasReason || isAgainst || /^(?:we|i)\b/i.test(main))) ||
      (exchanges && hasReason) ||
      (binds && hasReason) ||
      (OBLIGES.test(main) && FORBIDS.test(main)) ||
      (hasReason && isAgainst && IMPERATIVE.test(main)) ||
      (lead > 0 && hasReason && IMPERATIVE.test(main));
    return isMade ? [under(title, chosen(text, parts, (settles ? 2 : 1) + bonus(parts)))] : [];
  });
}

const isNoChoice = (masked: string, main: string): boolean =>
  masked.endsWith("?") || ASKS.test(masked) || OPEN.test(main) || isTooShort(main);

const isTooShort = (text: string): boolean => text.trim().split(/\s+/).length < LEAST_WORDS;

/** `in case of errors` and a word or two give none. */
const isReason = (reasoning: string | undefined): boolean =>
  reasoning !== undefined && /\s/.test(reasoning) && !/^of\b/i.test(reasoning);

/**
 * The sentence below a title that says why: the first if it goes on with the title, or one that gives a reason outright.
 * Of what ends or fixes something, whatever is said about it is the reason.
 */
function whyBelow(below: readonly ProseSentence[], isDecisive: boolean): ProseSentence | undefined {
  const [first] = below;
  if (first && WHY_BELOW.test(first.masked)) return first;
  const near = below.slice(0, 4).filter(({ masked }) => !masked.endsWith("?") && !CHOSE.test(masked));
  const says = near.find(({ masked }) => SAYS_WHY.test(masked));
  return says ?? (isDecisive ? near.find(({ masked }) => isProse(masked)) : undefined);
}

const isProse = (masked: string): boolean =>
  masked.trim().split(/\s+/).length >= LEAST_OF_PROSE && /[.!]$/.test(masked.trim());

/** What refers to something says what only together with the title. */
function under(title: string, choice: WrittenChoice): WrittenChoice {
  if (title === "" || !REFERS.test(choice.statement)) return choice;
  const statement = `${capitalised(title)}: ${choice.statement.charAt(0).toLowerCase()}${choice.statement.slice(1)}`;
  return { ...choice, statement, quote: `${title}\n\n${choice.quote}` };
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const bonus = ({ reasoning, alternatives }: ChoiceParts): number =>
  (reasoning === undefined ? 0 : 1) + (alternatives.length > 0 ? 1 : 0);

function chosen(quote: string, parts: ChoiceParts, strength: number, why?: string): WrittenChoice {
  const { alternatives, purpose } = withoutPurpose(parts.alternatives);
  const reasoning = (parts.reasoning && withPurpose(quote, parts.reasoning)) ?? why ?? purpose;
  return {
    quote,
    statement: statedInWriting(parts.main),
    alternatives: alternatives.filter((one) => !NO_ALTERNATIVE.test(one)),
    ...(reasoning && { reasoning: reasoning.replace(/^because /i, "").replace(/\s+/g, " ") }),
    strength,
  };
}

/** `… instead of an array to improve the readability`: the end of it says why. */
function withoutPurpose(alternatives: readonly string[]): { alternatives: string[]; purpose?: string } {
  const [, named, purpose] = ENDS_IN_PURPOSE.exec(alternatives[0] ?? "") ?? [];
  return named && purpose ? { alternatives: [named], purpose } : { alternatives: [...alternatives] };
}

/** `to avoid` says more than what follows it alone. */
function withPurpose(quote: string, reasoning: string): string {
  const [purpose] = PURPOSE.exec(quote.slice(0, Math.max(0, quote.indexOf(reasoning)))) ?? [];
  return purpose === undefined ? reasoning : `${purpose}${reasoning}`;
}

const REVERTS = /^Revert(?:s|ed|ing)?:? ["“](.{3,300})["”]?\s*(?:\(?[#!]\d+\)?)?\s*$/i;
const REVERTED_COMMIT = /\breverts (?:commits? |merge )?([0-9a-f]{7,40})\b/gi;
const NO_REASON =
  /^(?:this |that )?(?:reverts?|reverting|changes made|conflicts)\b|^(?:fix(?:es)?|closes?|refs?|see|related)\b|https?:|^\S+#\d+/i;
const LEAST_WORDS_OF_WAY = 5;

/** What a commit takes back, if it is a revert. */
interface Reverted {
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
export function ruledOutWay(commit: ScreenedMessage): WrittenChoice | undefined {
  const { subject } = revertedBy(commit) ?? {};
  if (subject === undefined || /^Revert\b/i.test(subject)) return undefined;
  const taken = readMessage(subject, "");
  if (!taken || taken.title === "" || taken.type === "fix" || CHORES.has(taken.type ?? "")) return undefined;
  if ([MACHINE_TITLE, ORDINARY, PASSING].some((one) => one.test(taken.title))) return undefined;
  const why = proseSentences(commit.body).find(
    ({ masked }) =>
      !NO_REASON.test(masked) && !masked.endsWith("?") && masked.split(/\s+/).length >= LEAST_WORDS_OF_WAY,
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
