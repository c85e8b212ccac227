import { topicKey } from "../names.ts";
import { type Compound, compoundsIn } from "./compounds.ts";
import { baseFormOf } from "./word-forms.ts";

/**
 * Scripts without spaces between words, and Korean, where particles are attached to words. The long-vowel mark of
 * Japanese (U+30FC) belongs to no script, so it is listed.
 */
const CJK = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30FC]";
const CJK_RUN = new RegExp(`${CJK}+`, "gu");
const CJK_OR_OTHER_RUN = new RegExp(`${CJK}+|(?:(?!${CJK}).)+`, "gsu");
const LETTER = /[\p{L}\p{N}]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const IDENTIFIER = /[\p{L}\p{N}]+(?:_+[\p{L}\p{N}]+)*/gu;
/** `get|User|By|Id`, `HTTP|Server`, `max_|retries`. */
const IDENTIFIER_BOUNDARY = /_+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
/** PostgreSQL, JavaScript: looks like an identifier but is one word, whose parts mean something else. */
const CAPITALISED = /^\p{Lu}[\p{L}\p{N}]*$/u;
const FILE_ENDING = /^\.[a-z][a-z\d]{0,4}\b/i;
const QUOTED = /"([^"]*)"|“([^”]*)”|「([^」]*)」/gu;
/**
 * Marks the first character of a run. A Korean word starts with its meaning and ends with its grammar, so sharing the
 * first character says more than sharing one anywhere. Runs are separated from the surrounding text, so the mark joined
 * to a character cannot come from the text itself.
 */
const RUN_START = "w";
/**
 * Marks a compound as one word where it is written in parts, so that a query in the same spelling does not find it twice.
 * No text has a word of this Greek letter and Latin ones.
 */
const JOINED = "ϙ";
/** Shorter words are hardly ever compounds. */
const COMPOUND = /^[a-z\d]{4,}$/;
/** Terms beyond this number are ignored. */
const MAX_TERMS = 400;

/** The wordings of one thing, the one in the query first. Each is a list of terms. */
export type Alternatives = readonly (readonly string[])[];

/** A term for a whole compound, and those for its parts. */
interface OneWord {
  readonly whole: string;
  readonly parts: readonly string[];
}

/** A text as a query to the word index. */
export interface TextQuery {
  /**
   * Distinct, lowercase, in the order of the text, then in other wordings, at most 400. Only letters, digits and single
   * spaces between the words of an abbreviation, so they can be quoted safely.
   */
  readonly terms: readonly string[];
  /** All words in their order, as the index has them. */
  readonly words: readonly string[];
  /** Terms that say the same, which ask for one thing together. */
  readonly alternatives?: readonly Alternatives[] | undefined;
  /** The compounds whose parts are not searched for where the memory has the whole. */
  readonly oneWords?: readonly OneWord[] | undefined;
  /** Terms that count only in rows without all of these others, which say the same. */
  readonly onlyWithout?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The quoted parts. Each is a list of word sequences, and a text matches when it contains all of them. */
  readonly phrases: readonly (readonly string[])[];
  /** True if the query is nothing but quotations: then a match has to contain them word for word. */
  readonly onlyPhrases: boolean;
  /** The share of CJK characters among the letters and digits, 0 to 1. */
  readonly cjkShare: number;
  /** Equal to that of a topic which the query names, also in a question such as "What did we decide about …?". */
  readonly topicKey: string;
}

/**
 * A text as the word index stores it. A CJK run becomes its characters, their pairs and its marked first character, so
 * that a part of a compound is found. An identifier is followed by its parts, so that it is found whole, by a part, and
 * in other spellings. An irregular form becomes the word it belongs to. Compounds follow the text as one marked word, where
 * they separate no words that a quotation wants side by side. Documents and queries go through this same function, in every
 * store.
 */
export function indexText(text: string): string {
  const compounds = compoundsIn(text.normalize("NFKC"));
  return [wordsInPlace(text), ...compounds.map(({ joined }) => `${JOINED}${joined}`)].join(" ");
}

/** The distinct words of a text as they are written, in order. */
export function searchTerms(text: string): string[] {
  return distinct(wordsOf(split(text)));
}

/** A text as a query. If it is a question, the topic that it names is what it asks about. */
export const textQuery = (text: string): TextQuery => ({
  ...plainQuery(text),
  topicKey: topicKey(questionCore(text)),
});

/** The same for what is no question. Looking for one takes a while where it is the first search of a program. */
export function plainQuery(text: string): TextQuery {
  const phrases = [...text.matchAll(QUOTED)]
    .map(([, straight, curly, corner]) => sequencesOf(straight ?? curly ?? corner ?? ""))
    .filter((sequences) => sequences.length > 0);
  const words = wordsOf(wordsInPlace(text));
  const alternatives = alternativesIn(text.normalize("NFKC"), words);
  return {
    terms: distinct([...words, ...alternatives.flat(2)]),
    words,
    alternatives,
    oneWords: oneWordsIn(text.normalize("NFKC"), words),
    phrases,
    onlyPhrases: phrases.length > 0 && text.replace(QUOTED, "").search(LETTER) === -1,
    cjkShare: cjkShare(text),
    topicKey: topicKey(text),
  };
}

/**
 * What somebody asks as a query: words such as `what did we decide about` are not searched for. A quotation that such
 * words surround is still within a sentence.
 */
export function questionQuery(text: string): TextQuery {
  const query = textQuery(questionCore(text));
  return { ...query, onlyPhrases: query.onlyPhrases && textQuery(text).onlyPhrases };
}

/** All words of a text in their order, as they are in its index. */
export const indexedWords = (text: string): readonly string[] => wordsOf(wordsInPlace(text));

/** Words that are side by side in a text, as they are in its index. */
export const phraseOf = (text: string): string => indexedWords(text).join(" ");

function alternativesIn(text: string, words: readonly string[]): Alternatives[] {
  const compounds = compoundsIn(text);
  const isCompound = new Set(compounds.flatMap(({ parts }) => (parts.length === 1 ? parts : [])));
  const identifiers = [...text.matchAll(IDENTIFIER)]
    .map(({ 0: identifier, index }) => partsOf(identifier, index, text).map((part) => part.toLowerCase()))
    .filter((parts) => parts.length > 1);
  return [
    ...identifiers.map((parts) => [[parts.join("")], parts.map(baseFormOf)]),
    ...compounds.map((compound) => [compound.parts.map(baseFormOf), [termOf(compound)]]),
    ...distinct(words)
      .filter((word) => COMPOUND.test(word) && !isCompound.has(word))
      .map((word) => [[word], [`${JOINED}${word}`]]),
  ];
}

/** A compound that is one word in every spelling is always marked; others only where they are written in parts. */
const termOf = ({ joined, isOneWord }: Compound): string => (isOneWord ? `${JOINED}${joined}` : joined);

/** Parts that also stand elsewhere in the text are asked for by themselves. */
function oneWordsIn(text: string, words: readonly string[]): OneWord[] {
  const compounds = compoundsIn(text).filter(({ isOneWord }) => isOneWord);
  const parts = compounds.flatMap((compound) => compound.parts.map(baseFormOf));
  const times = (word: string, among: readonly string[]): number =>
    among.filter((other) => other === word).length;
  return compounds.map((compound) => ({
    whole: termOf(compound),
    parts: compound.parts.map(baseFormOf).filter((part) => times(part, words) <= times(part, parts)),
  }));
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MAX_TERMS);

/** With the words at their places, so that those of a quotation are side by side. */
function wordsInPlace(text: string): string {
  return split(text).replace(WORD, (word) => {
    const lower = word.toLowerCase();
    const base = baseFormOf(lower);
    return base === lower ? word : base;
  });
}

function split(text: string): string {
  return text
    .normalize("NFKC")
    .replace(IDENTIFIER, wholeAndParts)
    .replace(CJK_RUN, (run) => ` ${[...run, ...pairsOf(run), beginningOf(run)].join(" ")} `);
}

function cjkShare(text: string): number {
  const letters = text.match(LETTER)?.length ?? 0;
  const cjk = (text.match(CJK_RUN) ?? []).reduce((sum, run) => sum + [...run].length, 0);
  return letters === 0 ? 0 : cjk / letters;
}

function wordsOf(indexed: string): string[] {
  return indexed.toLowerCase().match(WORD) ?? [];
}

function wholeAndParts(identifier: string, at: number, text: string): string {
  const parts = partsOf(identifier, at, text);
  return parts.length === 1 ? identifier : `${parts.join("")} ${parts.join(" ")}`;
}

/** The parts of an identifier; a word is its only part. */
function partsOf(identifier: string, at: number, text: string): string[] {
  const parts = identifier.split(IDENTIFIER_BOUNDARY);
  if (parts.length !== 2 || !CAPITALISED.test(identifier)) return parts;
  const isFile = FILE_ENDING.test(text.slice(at + identifier.length, at + identifier.length + 8));
  return isFile ? parts : [identifier];
}

function beginningOf(run: string): string {
  const [first = ""] = run;
  return `${RUN_START}${first}`;
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/**
 * The words of a quotation that are adjacent in an indexed text. In a CJK run only the pairs are, so each run is a
 * sequence of its own.
 */
function sequencesOf(quotation: string): string[] {
  return (quotation.normalize("NFKC").match(CJK_OR_OTHER_RUN) ?? [])
    .map(sequenceOf)
    .filter((sequence) => sequence !== "");
}

function sequenceOf(piece: string): string {
  if (piece.search(CJK_RUN) === -1) return phraseOf(piece);
  return [...piece].length === 1 ? piece : pairsOf(piece).join(" ");
}

/** Nouns for what is looked up here. */
const RECORD =
  "(?:decisions?|polic(?:y|ies)|rules?|rulings?|agreements?|conventions?|guidelines?|stance|position|approach|strategy|records?|adrs?|take|plan)";
const ABOUT =
  "(?:about|on|for|regarding|concerning|around|as to|with respect to|with regard to|when it comes to|to do about|to do with|of)";
const DECIDED = "(?:decide|choose|agree|settle|conclude|resolve|say|pick|select|go with)";
const HAD_DECIDED = "(?:decided|chosen|chose|agreed|settled|concluded|resolved|said|picked|selected)";
const WE = "(?:we|i|you|they|the team|our team|one)";
const NOT = "(?:n['’]t| not)?";
const HANDLE = "(?:handle|deal with|manage|treat|approach|go about|do)";

const ASKING = "(?:what|why|how|which|where|when|who|whether|if)";
const PLEASE = "(?:please )?(?:(?:can|could|would) you )?(?:please )?";
const GREETING = "(?:(?:so|and|but|ok|okay|hey|hi|also|again|well)[, ]+)*";

const startingWith = (openings: readonly string[]): RegExp =>
  new RegExp(`^${GREETING}(?:${openings.join("|")})(?=[\\s?!.,:"“「]|$)`, "iu");

/** After one of these comes a question in the order of words of a statement. */
const REQUEST = startingWith([
  `${PLEASE}remind me(?: again| please)?(?: about| of|(?= ${ASKING}))`,
  `${PLEASE}tell me(?: again)?(?: about|(?= ${ASKING}))`,
  `(?:does anyone|does anybody|do you|do we) (?:remember|recall|know)(?: about|(?= ${ASKING}))`,
]);
const AFTER_REQUEST = startingWith([
  `what ${WE} (?:had |have )?${HAD_DECIDED}(?: ${ABOUT})?`,
  `what (?:was|were|had been|has been|is) ${HAD_DECIDED}(?: ${ABOUT})?`,
  `what (?:our|the)(?: current| official)? ${RECORD} (?:is |was )?${ABOUT}`,
  `(?:how|what) ${WE} (?:do|did|${HANDLE}|handled)(?: ${ABOUT})?`,
  `${ASKING}(?: ${WE})?(?: (?:do|did)(?:n['’]t| not))?`,
]);
/**
 * What a question about a decision begins with. It has the order of words of a question, so that a sentence such as `How
 * we handle retries` keeps its words.
 */
const QUESTION = startingWith([
  `what (?:did|do|have|had) ${WE} (?:ever |already |finally |end up )?(?:${DECIDED}|${HAD_DECIDED}|deciding|choosing|agreeing)(?: ${ABOUT})?`,
  `what (?:was|were|is|has been|got) ${HAD_DECIDED}(?: ${ABOUT})?`,
  `what(?:['’]s| is| was| were| are) (?:our|the|your)(?: current| official| latest)? ${RECORD} ${ABOUT}`,
  "what(?:['’]s| is| was) the (?:reason|rationale|reasoning|story|deal) (?:for|behind|with|why)",
  `what do ${WE} (?:do|know|say|have) ${ABOUT}`,
  `why(?: on earth)? (?:do|did|does|are|were|have|had|would|should|can|could|will)${NOT} ${WE}(?: not| again| actually| ever)?`,
  "why (?:is|are|was|were|does|do|did|has|have)(?:n['’]t)?(?: it that)?",
  `how come(?: ${WE})?(?: (?:do|did)(?:n['’]t| not))?`,
  `how (?:do|did|should|would|can|could|will|are) ${WE} (?:supposed to |going to )?${HANDLE}(?: with)?`,
  `how (?:do|did|should|would|can|could|will|are|have) ${WE}(?: supposed to| going to)?`,
  "how (?:is|are|was|were)(?=.* (?:handled|done|dealt with|managed)\\W*$)",
  `(?:do|did|are|have|should|can) ${WE} (?:still|already|ever|really|actually)(?: ${DECIDED}(?: ${ABOUT}| to| whether)?)?`,
  `(?:did|have) ${WE} (?:${DECIDED}|${HAD_DECIDED})(?: anything| something)?(?: ${ABOUT}| to| whether)?`,
  `(?:do ${WE} have|have ${WE} got|have ${WE}|(?:is|are|was|were) there)(?: already| still)? (?:an? |any |some |our )?(?:existing |official |recorded )?${RECORD} (?:${ABOUT}|whether|that says)`,
  `any ${RECORD} ${ABOUT}`,
  `(?:which|what) ${RECORD} (?:do ${WE} have|did ${WE} make|have ${WE} made|are there|exist) ${ABOUT}`,
  `(?:which|what)(?= .*\\bdid ${WE} ${DECIDED}\\b)`,
]);

/** `What our policy on cookies is`. */
const VERB_AT_THE_END = /\s(?:is|was|are|were)\W*$/iu;
/** Within a question that began like one. */
const WITHIN = new RegExp(
  `\\s(?:did|have) ${WE} (?:${DECIDED}|${HAD_DECIDED})(?: on| about| to use)?(?=\\W|$)`,
  "iu",
);
const ENDINGS = [
  /[,\s]+(?:and|or) (?:why|how|when|how come|why not)\s*[?!.]*$/iu,
  /[,\s]+(?:again|right|anyway|exactly|please|now|these days|handled|dealt with|managed)\s*[?!.]*$/iu,
];

const KOREAN_DECIDED = "(?:정|결정|선택|합의|채택)";
/** The ends of a verb that asks. Those of a statement, as in `했다`, are not among them. */
const KOREAN_ASKS =
  "(?:지요?|죠|어요?|나요?|니|냐|더라고?요?|었지요?|었더라|습니까|을까요?|는지|던가요?|던지)";
const KOREAN_WHAT =
  "(?:뭐라고|무엇을|무엇으로|무엇이라고|뭘로|뭐로|뭘|뭐를|어떻게|어떤 걸로|어느 걸로|어떤 식으로|어떤 것을|어디에서?|어디로|언제|누가|얼마나)";
const KOREAN_DID = "(?:했|했었|정했|결정했|하였)";
const THING = "(?:게|거|것|건|내용)(?:이|은|가)?";
/** A particle of the word before it, which has two syllables at least: `은` also ends words. */
const PARTICLE =
  "(?:(?:에|과|와)? ?(?:대해서?|대한|관해서?|관한|관련해서?|관련된|관련)|(?<=[가-힣A-Za-z\\d]{2})[은는을를])?";
/** What a Korean question about a decision ends with. */
const KOREAN_ENDINGS = [
  `${KOREAN_WHAT}\\s*[가-힣]{1,5}기로\\s*${KOREAN_DID}${KOREAN_ASKS}`,
  `(?:하|정하)기로\\s*${KOREAN_DID}${KOREAN_ASKS}`,
  `${KOREAN_WHAT}\\s*(?:${KOREAN_DECIDED}(?:했|됐|되었|하였)|(?:처리|관리)(?:하|했)|하|했|다루)${KOREAN_ASKS}`,
  `${KOREAN_WHAT}\\s*(?:처리|관리)?(?:하고|해)\\s*있(?:${KOREAN_ASKS}|는\\s*(?:거|건)[가-힣]*)`,
  `${KOREAN_DECIDED}(?:된|한|했던)\\s*${THING}\\s*(?:있|뭐|무엇)[가-힣]*`,
  `(?:우리\\s*)?(?:결정|정책|방침|규칙|원칙|합의)(?:사항)?(?:이|은|을|가)?\\s*(?:뭐|무엇|있|어떻게)[가-힣]*`,
].map((ending) => new RegExp(`${PARTICLE}(?:^|\\s+|(?<=[은는을를해대한련서]))${ending}\\s*[?？!.]*$`, "u"));
const KOREAN_OPENING = /^(?:우리(?:가|는|팀은|팀이)?|혹시|그런데|근데)\s+/u;
const KOREAN_WHY = /(?:^|(?<=\s))왜\s+/u;
const KOREAN_WHY_ENDING = new RegExp(
  `(?:(?:\\s+하기로\\s*했|기로\\s*했|[았었였했]|하|쓰)${KOREAN_ASKS}|(?:하?는|한)\\s*(?:거|건|것)[가-힣]*)\\s*[?？!.]*$`,
  "u",
);

const FRAME_WORD = /[\p{L}\p{N}]/u;

/**
 * What a question is about: the text without the words that only say that it is a question about a decision. What stands
 * in quotation marks stays. A text without such words, or with nothing else, is returned as it is.
 */
export function questionCore(text: string): string {
  const asked = text.trim().replace(/\s+/gu, " ");
  const core = koreanCore(englishCore(asked));
  return core === asked || !FRAME_WORD.test(core) ? text : core;
}

function englishCore(text: string): string {
  const requested = without(text, REQUEST);
  const opened =
    requested === text
      ? without(text, QUESTION)
      : without(without(requested, QUESTION), AFTER_REQUEST).replace(VERB_AT_THE_END, "");
  if (opened === text) return text;
  const core = [WITHIN, ...ENDINGS].reduce((rest, part) => rest.replace(part, ""), opened);
  return FRAME_WORD.test(core) ? core.replace(/^[\s,:]+|[\s?]+$/gu, "") : text;
}

const without = (text: string, opening: RegExp): string => text.replace(opening, "").trimStart();

function koreanCore(text: string): string {
  const asksWhy = KOREAN_WHY.test(text);
  const ending = asksWhy ? KOREAN_WHY_ENDING : KOREAN_ENDINGS.find((one) => one.test(text));
  if (!ending?.test(text)) return text;
  const core = text.replace(ending, "").replace(KOREAN_WHY, "").replace(KOREAN_OPENING, "").trim();
  return FRAME_WORD.test(core) ? core : text;
}
