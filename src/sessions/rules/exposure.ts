import type { Author } from "../../shared/actor.ts";
import { roundTo } from "../../shared/rounding.ts";

export const EXPOSURE_CONTEXTS = ["resuming", "deciding", "searching", "tracking"] as const;
/** What the user is doing, as far as the prompt tells. */
export type ExposureContext = (typeof EXPOSURE_CONTEXTS)[number];

/** The context detected from the last prompt in a project. The prompt itself is not stored. */
export interface ProjectContext {
  readonly id: string;
  readonly project: string;
  readonly context?: ExposureContext | undefined;
  readonly confidence: number;
  readonly author: Author;
  readonly at: Date;
}

interface ContextRule {
  readonly context: ExposureContext;
  /** Searched anywhere in the prompt, ignoring case. */
  readonly words: readonly string[];
  /** Words that suggest an intent which the allowed tools do not cover. They make the context doubtful. */
  readonly doubts: readonly string[];
  /** Set if so few tools are allowed that a second sentence may well need another one. */
  readonly oneSentence: boolean;
}

// Words that suggest an intent, English and Korean.
const SAVING = ["save", "record", "remember", "note", "write down", "저장", "기록", "기억", "메모", "적어"];
const ASKING = ["what", "why", "when", "where", "who", "show", "list", "history", "뭐", "뭘", "무엇", "왜"];
const ASKING_MORE = [
  "how",
  "which",
  "did we",
  "have we",
  "언제",
  "어디",
  "어떤",
  "보여",
  "알려",
  "이력",
  "목록",
];
const CHANGING = ["replace", "instead", "change", "supersede", "switch", "swap", "revert", "mark", "update"];
const CHANGING_KO = ["바꾸", "바꿔", "바꿨", "대체", "대신", "변경", "수정", "표시", "철회"];
const OUTCOME = ["broke", "work out", "worked", "works", "crash", "outage", "partly", "rolled back"];
const OUTCOME_KO = ["망했", "망쳤", "터졌", "깨졌", "잘 됐", "잘됐", "잘 되", "먹통", "장애", "절반"];
const LEARNING = ["lesson", "learned", "learnt", "insight", "교훈", "배운", "배웠", "깨달"];
const PAST = ["decided", "결정했", "결정한", "결정된", "결정됐", "선택했", "선택한", "선택된"];
const RESUMING = [
  "pick up",
  "left off",
  "where were we",
  "where was i",
  "load",
  "불러",
  "이어",
  "멈춘",
  "하던",
];
const RECENT = [
  "lately",
  "recent",
  "last week",
  "this week",
  "today",
  "yesterday",
  "최근",
  "지난주",
  "이번 주",
  "오늘",
];

/**
 * The words that identify each context. If words of two contexts occur, or a word of doubt, all tools are listed: a
 * missing tool costs more than an unneeded one.
 */
export const CONTEXT_RULES: readonly ContextRule[] = [
  {
    context: "resuming",
    words: ["어제", "이어서", "continue", "resume"],
    doubts: [
      ...[...SAVING, ...ASKING, ...ASKING_MORE, ...CHANGING, ...CHANGING_KO],
      ...[...OUTCOME, ...OUTCOME_KO, ...LEARNING, "find", "look up", "link", "연결"],
    ],
    oneSentence: true,
  },
  {
    context: "deciding",
    words: ["결정", "decide", "choice", "선택"],
    doubts: [
      ...[...PAST, ...ASKING, ...CHANGING, ...CHANGING_KO, ...OUTCOME, ...OUTCOME_KO, ...RESUMING, ...RECENT],
      ...["how", "did we", "have we", "언제", "어디", "보여", "알려", "이력", "목록", "link", "연결"],
    ],
    oneSentence: true,
  },
  {
    context: "searching",
    words: ["찾아", "search", "recall", "어떻게 했"],
    doubts: [
      ...[...SAVING, ...CHANGING, ...CHANGING_KO, ...OUTCOME, ...OUTCOME_KO, ...LEARNING, ...RESUMING],
      ...["link", "연결"],
    ],
    oneSentence: false,
  },
  {
    context: "tracking",
    words: ["실패", "성공", "failed", "success"],
    doubts: [...RESUMING, ...RECENT, ...ASKING, ...ASKING_MORE, "link", "연결"],
    oneSentence: false,
  },
];

/** Below this confidence the context may be wrong, and all tools are listed. */
export const MIN_CONTEXT_CONFIDENCE = 0.7;

/** In a longer prompt a single word says less about the intent. */
const SHORT_PROMPT_WORDS = 40;
const DOUBT_FACTOR = 0.5;
/** More than anybody types. Text pasted after it says nothing about the intent. */
const LONGEST_READ = 20_000;

interface DetectedContext {
  /** The most likely context; undefined if the prompt has no context word. */
  readonly context?: ExposureContext | undefined;
  /** 0 to 1. */
  readonly confidence: number;
  /** The context words that were found, of all contexts. */
  readonly words: readonly string[];
}

/** Detects the context of a prompt. Fenced code blocks are ignored. */
export function detectContext(prompt: string): DetectedContext {
  const text = prompt
    .slice(0, LONGEST_READ)
    .normalize("NFC")
    .replace(/```[\s\S]*?(?:```|$)/g, " ");
  const lower = text.toLowerCase();
  const found = CONTEXT_RULES.map((rule) => ({
    rule,
    words: rule.words.filter((word) => lower.includes(word)),
  })).filter(({ words }) => words.length > 0);
  const [first] = [...found].sort((a, b) => b.words.length - a.words.length);
  if (!first) return { confidence: 0, words: [] };
  const words = found.flatMap((one) => one.words);
  const length = lower.match(/\S+/g)?.length ?? 0;
  const confidence =
    (first.words.length / words.length) *
    Math.min(1, SHORT_PROMPT_WORDS / length) *
    (isDoubtful(lower, first.rule) ? DOUBT_FACTOR : 1);
  return { context: first.rule.context, confidence: roundTo(2, confidence), words };
}

function isDoubtful(text: string, { doubts, oneSentence }: ContextRule): boolean {
  const sentences = text.split(/[.!?;]+\s|\n/).filter((sentence) => /\p{L}/u.test(sentence));
  return (oneSentence && sentences.length > 1) || doubts.some((doubt) => contains(text, doubt));
}

/** Matches English at the beginning of a word, and Korean anywhere, because particles are attached to words. */
function contains(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1)) {
    if (!/[a-z]/.test(phrase) || !/[a-z]/.test(text[at - 1] ?? "")) return true;
  }
  return false;
}
