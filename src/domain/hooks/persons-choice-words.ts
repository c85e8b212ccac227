/** What stands before the choice and says nothing about it. */
export const OPENERS =
  /^(?:(?:ok(?:ay)?|k|yes|yeah|yep|yup|right|alright|all right|fine|good(?: enough| point| idea)?|great|cool|sure|thanks|thank you|thx|hmm*|well|so|then|and|but|also|agreed|perfect|nice|sounds good|makes sense|i see|got it|true|no(?=,)|nope|actually|please|pls|btw|in that case)(?:[,.!;:]+|\s+[–—-])?\s+)+/i;
/** An announcement or a subject, before a colon. */
export const LEAD =
  /^(?:(?:ok(?:ay)?|so|and|also),? )?(?:about|for|regarding|re|on|as for|after|concerning|decision|decisions|decided|agreed|agreement|we (?:discussed|talked|agreed|decided|settled)|let'?s settle|settled|final|conclusion|result|outcome|from|new rule|rule|policy|heads up|fyi|note|context|answer)\b[^:]{0,80}:\s+/i;
/** A lead that says that something was decided. */
export const ANNOUNCES =
  /\b(?:decision|decisions|decided|agreed|agreement|discussed|settled?|final|conclusion|outcome|new rule|policy|from now on)\b/i;

const CHOOSE =
  "(?:go (?:with|for)|stick (?:with|to)|stay (?:with|on|at)|switch(?: over| back)? to|move(?: over| back)? to|migrate (?:\\w+ )?to|pick|choose|adopt|drop|ditch|scrap|standardi[sz]e on|settle (?:on|for)|replace|retire|get rid of)";
const CHOOSE_OR_DESCRIBE = "(?:use|keep|take|skip|avoid|support|store|treat|leave|limit|cap)";
const CHOOSING =
  "(?:going (?:with|for)|sticking (?:with|to)|staying (?:with|on)|switching (?:back )?to|moving (?:back )?to|migrating to|dropping|ditching|retiring|standardi[sz]ing on)";
const SOFTLY = "(?:(?:just|all|now|simply|better|also|definitely|still|rather|please|always) )?";

/** They choose whatever follows. */
export const CHOOSES: readonly RegExp[] = [
  new RegExp(`\\b(?:let'?s|let us) ${SOFTLY}(?:${CHOOSE}|use|keep|take|skip|avoid)\\b`, "i"),
  new RegExp(`\\bwe(?:'ll| will|'re going to| are going to| gonna)? ${SOFTLY}${CHOOSE}\\b`, "i"),
  new RegExp(`\\b(?:we're|we are|were|i'm|im) ${SOFTLY}${CHOOSING}\\b`, "i"),
  new RegExp(`\\b(?:i'll|i will|i want to|i'd rather|we'd rather|id rather) ${SOFTLY}${CHOOSE}\\b`, "i"),
  /^(?:go with|stick with|stay (?:with|on)|going with|standardi[sz]e on)\b/i,
  /\b(?:we|i|(?<!\b(?:old|other|previous|their|his|first) )team|legal|security|management|product)(?:'ve| have| has)? (?:all |finally |just |both )?(?:decided|agreed|settled on|settled for|opted|chose|picked)\b(?! up\b| the wrong\b)/i,
  /\b(?:it was|it's|has been|is) (?:decided|settled|agreed)\b(?! by\b)/i,
  /\bwe (?:won't|will not|wont) (?!have\b|be\b|know\b|get\b|see\b|need\b|make it\b|notice\b|find\b)\w+/i,
  /\b(?:from now on|going forward|from here on|as of (?:this|the next|now|today|v?\d)|starting (?:today|with))\b/i,
  /\bwe(?:'ll)? (?:\w+ )?(?:drop|stop) (?:support|using)\b/i,
  /^(?:never|always) (?!mind\b)\w+ \w+/i,
];

/** They say that somebody has decided what stands before. */
export const AUTHORITY =
  /\b(?:signed (?:it |this |that )?off|approved (?:it|this|that)|wants? (?:it|that|this) (?:that way|like that|so)|insists?(?: on (?:it|that))?)\b/i;

/** They choose where a reason is given, or something chosen against. */
export const CHOOSES_WITH_MORE: readonly RegExp[] = [
  new RegExp(`^(?:please |pls |just |rather |better |only )?(?:${CHOOSE}|${CHOOSE_OR_DESCRIBE})\\b`, "i"),
  new RegExp(
    `\\b(?:we|we'll|we will|i'll|i want to|i want us to|we want to|let'?s(?: not)?|i'd rather|id rather|i prefer to|i prefer) ${SOFTLY}\\w+`,
    "i",
  ),
  /, (?:then |and |but |so |just )?(?:use|keep|leave|stick with|stay with|skip|drop) /i,
  /\b(?:i'd rather|id rather|i prefer|we prefer)\b/i,
];

/** They choose where something is chosen against. */
export const CHOOSES_AGAINST: readonly RegExp[] = [/\b(?:i|we) want (?!you\b|to (?:know|see|understand)\b)/i];
/** They choose where both are said. Without a reason, a bug is told so. */
export const CHOOSES_WITH_BOTH: readonly RegExp[] = [
  /^(?!(?:it|this|that|there)\b)[^,;:?]{3,80} (?:is|are|go|goes|lives?|belongs?|uses?|gets?) /i,
];

/** `Feature flags must default to off`: a rule, if it is about a thing. */
export const SETS_A_RULE =
  /^(?!(?:it|this|that|they|you|i|there|he|she|tests?|the tests?|all tests|something|we|(?:the )?(?:users|people|customers|clients))\b)(?:[^,;:?]{3,60}) (?:must(?: not| never| always)?|(?:is|are) never|(?:is|are) always) (?!be (?:a|an|the|some|something|wrong|broken|missing|possible|able|faster|easier)\b|have been\b|work\b|pass\b|exist\b)\w+/i;
/** `The API stays on v1`. Bugs are told so as well, and therefore it takes a second part that says what is not done. */
export const STAYS =
  /(?:^|[,;:] (?:but |and |so )?)(?!it\b|this\b|(?:the )?(?:\w+ )?(?:modal|dialog|spinner|button|menu|screen|page|cursor|window|process|request|connection|job|memory|cpu|tooltip)\b)(?:[^,;:?]{2,60}) (?:stays?|remains?) .{2,120}(?:\bno\b|\bonly\b|\bwon't\b|\bwont\b|, we\b|\band we\b|\bfor good\b|\bwants? it\b)/i;
/** `Ulid it is`. */
export const IT_IS =
  /^(?!.*\b(?:what|as|how|where|than|that|which|who|whatever|like|think|because|when|why) it is)(?:\S+ ){1,6}it is(?:[.!]|,.*|$| then[.!]?$)/i;
/** `Css modules then`, `no rewrite then`. Where it begins with another verb, something is to be done. */
export const THEN =
  /^(?!(?:do|run|try|fix|push|commit|add|write|go|make|show|check|deploy|revert|ship|send|start|continue|proceed|see|wait|tell|give|let|lets|let's|please|remove|delete|update|what|that's|thats|i|it|we|you|this|that|the (?:tests?|bug|error))\b)(?!\S+ (?:it|that|this|them)\b)(?:\S+ ){1,8}then(?:[.!]|,.*)?$/i;
/** `Tailwind only in the marketing site, the admin gets css modules`. */
export const ONLY_THERE = /^(?!(?:it|this|i|you|why|that)\b)\S+(?: \S+)? only (?:in|for|on|at|where|when) /i;
/** Goes on with what was chosen in the sentence before. */
export const GOES_ON = /^(?:and|also|plus),? (?:we|no|never|always)\b/i;

/** What somebody tells of a bug, of the past, or of their own doings. */
export const TELLS =
  /\b(?:keep(?:s|ing)? (?:getting|seeing|failing|crashing|having|running|going|happening)|used to|we (?:had|were|tried|thought|got|(?!decided|agreed|settled|opted|picked|need)\w+ed)|(?:understand|explain|know|see) (?:why|how|what|if)|drop (?:into|by)|for (?:the|this) tests?|last (?:week|month|year|time)|back then|getting an? error|keep in mind)\b|\b(?:use|leave|put|take|add|keep) (?:a|an|the|this|that|another) (?:\w+ )?(?:branch|debugger|comment|look|screenshot|note|todo|breakpoint|log|folder|file|command|worktree|notes?|break)\b|\b(?:yet|for the moment)[.!]?$/i;
/** The choice has no name: it refers to what was said before. */
export const REFERS =
  /\b(?:go with|going with|use|keep|take|drop|skip|stick with|stay with|stay on|do|pick|move to|switch to) (?:it|that|this|them|those|these|your \w+|that one|this one|the (?:first|second|third|last|next|other)(?: \w+)?|option \w+|simple|it simple|going|working|on|the next \w+|this \w+)[.!]?$/i;
