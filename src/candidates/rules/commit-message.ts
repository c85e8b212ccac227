import type { Screened } from "../../shared/text.ts";

/** A message as a whole, before anything is taken out of it: half a secret does not look like one. */
export interface ScreenedMessage {
  readonly subject: Screened;
  readonly body: Screened;
}

/** What a commit says, without what programs add to it. */
interface CommitMessage {
  /** Without the type, the pull request and the issues it closes. */
  readonly title: string;
  /** `fix` of `fix(api): …`, in lower case. */
  readonly type?: string | undefined;
  /** `#123`, of a merge or a squash. */
  readonly pr?: string | undefined;
  /** Without trailers and without the titles of the commits that a squash put together. */
  readonly body: string;
  /** What is said to break, one per entry. */
  readonly breaking: readonly string[];
}

const MERGED_PR =
  /^Merge pull request #(\d+)\b|^Merged in \S+ \(pull request #(\d+)\)|^Merge request !(\d+)\b/;
const OTHER_MERGE =
  /^(?:Merge|Merged|Merging) (?:branch|branches|remote|remote-tracking|tag|commit|\S+ into)\b/i;
const CONFLICTS = /^#? ?Conflicts?:/i;
const SQUASHED = /\s*\((#\d+|!\d+)\)\s*$/;
const TYPE = /^([a-z][a-z-]{1,15})(?:\([^()\n]{0,60}\))?(!)?:\s+/i;
/** A tag or an emoji before the title. */
const DECORATION = /^(?:\[[^\]\n]{1,30}\]\s*|:[a-z_]+:\s*|(?:\p{Extended_Pictographic}|\u200d|\ufe0f)+\s*)+/u;
const CLOSES =
  /[\s,.;(-]*\b(?:(?:close|fix|resolve|ref|see|issue)(?:s|d|es|ed|erences)?:?\s+)(?:issue )?(?:[\w-]+\/[\w.-]+)?#\d+(?:(?:,| and)? ?#\d+)*\)?[.\s]*$/i;
const TRAILER =
  /^[A-Z][A-Za-z]*(?:-[A-Za-z]+)+:\s|^(?:PR-URL|Refs?|Fixes|Closes|Resolves|See|See also|Reported-by):?\s+(?:#|https?:|\w+#)/;
const BREAKING = /^BREAKING[ -]CHANGES?(?:\s*:|$)\s*/;
const SQUASHED_TITLE = /^\* /;

export function readMessage(subject: string, body: string): CommitMessage | undefined {
  const merged = MERGED_PR.exec(subject);
  if (!merged && !OTHER_MERGE.test(subject)) return messageOf(subject, body);
  // A merge has the title of the pull request, or what somebody says about the branch, in its first line below.
  const [title = "", ...rest] = body.trimStart().split("\n");
  if (title === "" || CONFLICTS.test(title)) return undefined;
  const number = merged?.[1] ?? merged?.[2] ?? merged?.[3];
  const message = messageOf(title, rest.join("\n"));
  return number === undefined
    ? message
    : { ...message, pr: `${merged?.[3] === undefined ? "#" : "!"}${number}` };
}

function messageOf(subject: string, body: string): CommitMessage {
  const pr = SQUASHED.exec(subject)?.[1];
  const bare = subject.replace(SQUASHED, "").replace(DECORATION, "").trim();
  const type = TYPE.exec(bare);
  const { prose, breaking } = partsOfBody(body, pr !== undefined);
  return {
    title: bare
      .slice(type?.[0].length ?? 0)
      .replace(DECORATION, "")
      .replace(/^#\d+:?\s+/, "")
      .replace(CLOSES, "")
      .replace(/[\s(,-]+#\d+\)?$/, "")
      .trim(),
    ...(type?.[1] && { type: type[1].toLowerCase() }),
    ...(pr && { pr }),
    body: prose,
    breaking,
  };
}

function partsOfBody(body: string, isSquashed: boolean): { prose: string; breaking: string[] } {
  const lines: string[] = [];
  const breaking: string[] = [];
  let isBreaking = false;
  let isSquashedTitle = false;
  for (const line of body.split("\n")) {
    const found = BREAKING.exec(line);
    if (found) {
      isBreaking = true;
      isSquashedTitle = false;
      breaking.push(line.slice(found[0].length));
    } else if (TRAILER.test(line)) {
      isBreaking = false;
      isSquashedTitle = false;
    } else if (isSquashed && SQUASHED_TITLE.test(line)) {
      isBreaking = false;
      isSquashedTitle = true;
    } else if (line.trim() === "") {
      isSquashedTitle = false;
      if (!isBreaking) lines.push("");
      else if (breaking.at(-1)?.trim() !== "") breaking.push("");
    } else if (isBreaking) breaking[breaking.length - 1] = `${breaking.at(-1)}\n${line}`.trim();
    else if (!isSquashedTitle) lines.push(line);
  }
  return {
    prose: lines.join("\n").trim(),
    breaking: breaking.map((one) => one.trim()).filter((one) => one !== ""),
  };
}

/**
 * The words in which commits and changelogs say that something was chosen. Every pattern is tried on one sentence of a few
 * hundred characters, in which code and quotations are blanked out.
 */

/** What programs write, and releases: nobody decided anything in them. */
export const MACHINE_TITLE =
  /^(?:(?:bump|upgrade|update)(?:s|ed)?\b.*\b(?:from|to) (?:version )?[v^~]?\d|update (?:dependency|dependencies|dev ?dependencies|all non-major|lock ?file|[@\w/.-]+ to\b)|pin dependenc(?:y|ies)\b|lock file maintenance|v?\d+\.\d+|bumped?\b|(?:prepare |cut )?release\b|publish\b|version (?:bump|packages)|changeset|wip\b|initial commit|automated|\[?pre-commit|sync\b|merge\b)/i;
/** Work on what is there, and not a choice about it. */
export const CHORES: ReadonlySet<string> = new Set([
  "test",
  "tests",
  "style",
  "typo",
  "release",
  "deps",
  "benchmark",
  "bench",
  "example",
  "examples",
  "wip",
  "changeset",
]);
/** What describes an error or tidies up, whatever else the sentence says. */
export const ORDINARY =
  /^(?:fix(?:e[sd]|ing)?|correct(?:s|ed|ing)?|repair|improve[sd]?|optimi[sz]e[sd]?|refactor(?:s|ed|ing)?|clean(?:s|ed)?(?: ?up)?|tidy|rename[sd]?|reformat|format|lint|clarif(?:y|ies|ied)|document(?:s|ed)?|mention|describe|test(?:s|ed)?|typo|tweak(?:s|ed)?|polish|simplif(?:y|ies|ied)|rewrite|rewrote|reword|extract(?:ed)?|work ?around|debug|try|attempt|add(?:s|ed|ing)? (?:\S+ ){0,3}(?:tests?|docs?|comments?|examples?|types?|typings?|links?|note|logs?|missing)\b)\b/i;
/** About something that is meant to go away again, or a word in a text. */
export const PASSING =
  /\b(?:temporar(?:y|ily)|for now|yet|until (?:we|it|the|this|then)|work-?arounds?|typos?|spelling|grammar|wording|whitespace|indentation|linting|lint errors?|lint rules?|semicolons?|readme|badges?|changelogs?|code comments?|docs?|documentation|snapshots?|unit tests?|testing|in (?:the )?tests?|test (?:case|suite|file|helper)s?|failing tests?|flaky|coverage|benchmarks?|broken links?|dead code|unused|occurr?ences?|urls?|typings?)\b|\b(?:instead of|rather than) (?:failing|crashing|hanging|throwing|guessing|judging|silently|ignoring|nothing|an? (?:error|exception|crash|stack trace))\b/i;

/** A choice by itself: what is supported, what is the default, what is required. */
export const SETTLES: readonly RegExp[] = [
  /\b(?:drop(?:s|ped|ping)?|remov(?:e|es|ed|ing)|end(?:s|ed|ing)?|stop(?:s|ped|ping)?|discontinu(?:e|es|ed|ing)) (?:\S+ ){0,5}support\b/i,
  /\b(?:no longer|stop(?:s|ped)?|will not|won't|does not|do not) (?:officially )?support(?:s|ed|ing)?\b/i,
  /\bdrop(?:s|ped|ping)? (?:node(?:\.?js)?|python|ruby|php|java|go|ie|internet explorer|windows|npm|es5|commonjs|cjs)\b/i,
  /^support only \S+/i,
  /\bdeprecat(?:e|es|ing) \S+|\b(?:is|are) (?:now )?deprecated\b/i,
  /\b(?:chang(?:e|es|ed|ing)|set|switch(?:es|ed)?|flip(?:s|ped)?|lower(?:s|ed)?|rais(?:e|es|ed)|increas(?:e|es|ed)|decreas(?:e|es|ed)|reduc(?:e|es|ed)) (?:\S+ ){0,4}defaults?\b(?! (?:route|handler|export|argument|import|param))/i,
  /^default(?:s|ed|ing)? to \S+|\bdefaults to \S+ (?:instead of|rather than)\b/i,
  /\bby default\b|\b(?:as|is now|be) the default\b|\bmak(?:e|es|ing) (?:\S+ ){1,5}(?:the )?default\b/i,
  /\b(?:is|are) now (?:opt-?in|opt-?out|mandatory|required|optional)\b|\bmak(?:e|es|ing) (?:\S+ ){1,6}(?:mandatory|required|opt-?in|opt-?out|optional)$/i,
  /\b(?:raise|increase|bump|set|require)(?:s|d)? (?:the )?minimum\b/i,
  /^requires? (?:node|python|at least|a minimum|\S+ (?:>=|≥|v?\d)|.{3,60}\b(?:on|for|in) (?:all|every|each|any)\b)/i,
  /\bdefault (?:\S+ ){1,4}(?:is|are) now\b/i,
  /\b(?:from now on|going forward|henceforth|as a (?:rule|policy)|by policy|our policy|new policy)\b/i,
  /\b(?:we|i)(?:'ve| have)? (?:\w+ )?(?:decided|agreed|chose|settled on|opted)\b/i,
  /\bin favou?r of\b/i,
  /^(?:adopt|standardi[sz]e on) \S+/i,
  /^(?:disallow|forbid|prohibit|ban)(?:s|ned|den|ed)?\b/i,
];
/** One thing in the place of another, both named. */
export const EXCHANGES: readonly RegExp[] = [
  /\breplac(?:e|es|ed|ing) .{2,80}? (?:with|by) \S+/i,
  /\b(?:switch|mov|migrat|chang)(?:e|es|ed|ing)? (?:\S+ ){0,4}from .{2,60}? to \S+/i,
  /^(?:switch|migrate|move|convert)(?:e?s|d|ed|ing)? (?:back |over )?to \S+/i,
  /^(?:use|prefer|adopt|choose|rely on|depend on|using)\b.{2,100}? (?:instead of|rather than|over|in place of) \S+/i,
  /^(?:swap|exchange|substitute)(?:s|ped|d)? .{2,60}? (?:for|with|by) \S+/i,
];
/** It ends or fixes something. With a word about it below, it was chosen. */
export const DECISIVE =
  /^(?:drop(?:s|ped)?|go(?:es)? back to|return(?:s|ed)? to|pin(?:s|ned)?|require[sd]?|retire[sd]?|abandon(?:s|ed)?|give up|refuse[sd]?|stop(?:s|ped)? (?:using|caching|storing|sending|shipping|publishing|relying|exposing|writing|bundling)) \S+/i;
/** What the program is built on, if what it depends on was changed with it. */
export const DEPENDS: readonly RegExp[] = [
  /^(?:drop|use|adopt|introduce)(?:s|ped|d)? @?[\w/.-]+ (?:for|from|as|to) \S+/i,
  /^(?:drop|get rid of|remove)(?:s|ped|d)? (?:the )?(?:dependency on|dependency) ?\S*/i,
];
/** Something that must or must not be, about a thing and not about an error. */
export const OBLIGES =
  /^(?!(?:it|this|that|they|you|i|there|he|she|something|someone|await)\b)[^,;:?]{3,80} (?:must(?: not| never| always)?|may (?:only|not)|shall(?: not)?|should (?:never|always)|(?:is|are) not allowed to) (?!have\b|work\b|pass\b|exist\b|resolve\b|return\b)\w+/i;
/** The same, so that it holds without a reason. */
export const FORBIDS = /\b(?:must (?:not|never)|may (?:only|not)|shall not|(?:is|are) never to be)\b/i;
export const BINDS: readonly RegExp[] = [
  OBLIGES,
  /^we (?:no longer|now|never|always|will|won't|do not|don't|prefer|want|stick|keep|only) \w+/i,
  /^(?:never|always|only|do not|don't|avoid|prefer) \w+/i,
  /\bno longer (?:support|accept|allow|us|requir|depend|ship|publish|bundl|export|expos|read|writ|load|follow)\w*/i,
];
/** What it is from then on, in the place of what it was. */
export const NOW_SO =
  /\b(?:is|are|will|does|do) now (?!that\b)\w+|\bnow (?:uses?|returns?|defaults?|requires?|throws?)\b/i;
/** Names of code: what is exchanged there is how it was written, and hardly ever asked about again. */
export const CODE =
  /`|\w\(|\b[a-z]+[A-Z]\w*|\w_\w|\b\w+\.[a-z]\w*|^use (?:var|let|const|any|map|join|for|strict)\b|\bx{3,}\b/;
/** `from CI`, `in the workflow`: how the project is checked, which the next commit may change. */
export const CHECKS =
  /\b(?:from|in|on|to) (?:the )?(?:ci|travis|appveyor|azure|github actions?|workflows?|matrix|build matrix)\b/i;
/** The beginning of a title that says what holds from then on. Where a reason is given too, it was chosen. */
export const IMPERATIVE =
  /^(?:(?:always|never|only|do not|don't|no longer|also|first|just) )?(?:accept|adopt|allow|apply|ask|assume|avoid|ban|bind|block|bundle|cache|cap|change|choose|combine|default|defer|delay|deny|deprecate|disable|disallow|distribute|divide|drop|embed|enable|encrypt|enforce|exclude|expose|fail|fall back|follow|forbid|force|freeze|generate|give|group|hash|hide|hold|ignore|include|index|install|introduce|isolate|keep|leave|let|limit|listen|load|lock|log|lower|make|mark|mask|match|merge|migrate|omit|order|pin|prefer|print|probe|prohibit|publish|put|quote|raise|read|record|redact|refuse|reject|release|rely|remember|remove|replace|report|require|respond|restrict|retain|retry|reuse|run|save|screen|send|separate|serve|set|share|ship|skip|sort|split|store|stream|strip|support|switch|take|throw|treat|truncate|trust|turn|use|validate|verify|wait|warn|write)(?:s|es)?\b/i;
/** `This change …`, which says the same as an imperative. */
export const THIS_CHANGE =
  /^(?:this|the) (?:change|commit|pr|pull request|patch|version|release)(?: also| now| therefore)? (?=\w+s\b)/i;
/** What begins the body below a title and says why. */
export const WHY_BELOW =
  /^(?:because|since|as (?:it|they|we|the|this)|so that|so (?:we|it|they|the)\b|otherwise|this (?:avoids|allows|prevents|keeps|makes|means|way|reduces|lets|ensures)|it (?:avoids|prevents|keeps|reduces|causes|is (?:too|not|no|un))|the reason|due to|in order to|to (?:avoid|prevent|keep|reduce|prepare|allow|make sure|ensure))\b/i;
/** A reason anywhere in the body. */
export const SAYS_WHY =
  /\b(?:because|so that|in order to|otherwise|the reason|due to|to (?:avoid|prevent))\b/i;
/** What was found out, was there, or may be: it tells of the code and chooses nothing. */
export const TELLS =
  /^(?:it|this|that|there|these|those|they|he|she|previously|before|currently|at the moment|until|however|note|nb|when|if|while|although|after|in (?:this|the|a) (?:case|test|example|function|file)|for (?:example|instance)|e\.g|see|according to|thanks?|as (?:seen|described|discussed|mentioned|suggested|reported)|i (?:think|believe|guess|found|noticed|saw|don't|am|was|had|have)|the (?:bug|problem|issue|error|cause|test|failure|reason|root cause|following|previous|old|current|original))\b/i;
