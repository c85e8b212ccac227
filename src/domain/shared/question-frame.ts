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

const WORD = /[\p{L}\p{N}]/u;

/**
 * What a question is about: the text without the words that only say that it is a question about a decision. What stands
 * in quotation marks stays. A text without such words, or with nothing else, is returned as it is.
 */
export function questionCore(text: string): string {
  const asked = text.trim().replace(/\s+/gu, " ");
  const core = koreanCore(englishCore(asked));
  return core === asked || !WORD.test(core) ? text : core;
}

function englishCore(text: string): string {
  const requested = without(text, REQUEST);
  const opened =
    requested === text
      ? without(text, QUESTION)
      : without(without(requested, QUESTION), AFTER_REQUEST).replace(VERB_AT_THE_END, "");
  if (opened === text) return text;
  const core = [WITHIN, ...ENDINGS].reduce((rest, part) => rest.replace(part, ""), opened);
  return WORD.test(core) ? core.replace(/^[\s,:]+|[\s?]+$/gu, "") : text;
}

const without = (text: string, opening: RegExp): string => text.replace(opening, "").trimStart();

function koreanCore(text: string): string {
  const asksWhy = KOREAN_WHY.test(text);
  const ending = asksWhy ? KOREAN_WHY_ENDING : KOREAN_ENDINGS.find((one) => one.test(text));
  if (!ending?.test(text)) return text;
  const core = text.replace(ending, "").replace(KOREAN_WHY, "").replace(KOREAN_OPENING, "").trim();
  return WORD.test(core) ? core : text;
}
