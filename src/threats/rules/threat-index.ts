/** Searches threat patterns by words, meaning and file. */
import { RELEVANCE_THRESHOLD } from "../../recall/index.ts";
import { cosinesOf, type QuantisedVectors } from "../../shared/quantised-vectors.ts";
import { searchTerms } from "../../shared/words/search-text.ts";
import { spelledOut } from "./spelled-out.ts";
import { kindsOf, THREAT_LIKELIHOODS, THREAT_SEVERITIES, type Threat } from "./threat.ts";

/** A task: what somebody is about to write. */
export interface ThreatQuestion {
  readonly text: string;
  /** The vector of `spelledOut(text)`, by the model of the index. */
  readonly vector?: Float32Array | undefined;
  /** The path of the file that will be changed. */
  readonly file?: string | undefined;
}

export interface FoundThreat {
  readonly threat: Threat;
  /** The probability that the pattern applies. */
  readonly relevance: number;
  /** How many of the things that the pattern is about the question names. */
  readonly named: number;
}

export interface WeighedTask extends TaskEvidence {
  /** The evidence for each pattern. */
  readonly patterns: readonly (ThreatEvidence & { readonly threat: Threat })[];
}

export interface ThreatIndex {
  /** The model that a question has to be embedded with. */
  readonly model: string;
  readonly size: { readonly patterns: number; readonly texts: number; readonly vectorBytes: number };
  /** The kinds of flaws that the patterns are about, in words. */
  readonly kinds: readonly string[];
  weigh(question: ThreatQuestion): WeighedTask;
  /** The patterns that apply, most relevant first; ties go to the more severe, then to the likelier one. */
  find(question: ThreatQuestion): readonly FoundThreat[];
}

/** Short tasks are close to short texts, so a pattern has many of them, and only those nearest to a task count. */
const NEAREST_TEXTS = 5;
const NEAREST_OTHER_TASKS = 3;

/** The texts of a pattern that a task is compared with. */
const representativeTexts = ({ triggers, name, agent }: Threat): string[] => [
  ...triggers.actions.map(spelledOut),
  name,
  agent.threat,
];

/** The texts that the build has to embed, without duplicates. */
export function textsToEmbed(threats: readonly Threat[], otherTasks: readonly string[]): string[] {
  return [...new Set([...threats.flatMap(representativeTexts), ...otherTasks])];
}

/**
 * Searches patterns by words, meaning and file. `otherTasks` are tasks that no pattern is about. The vectors are those of
 * `textsToEmbed`, in that order.
 */
export function threatIndex(
  threats: readonly Threat[],
  otherTasks: readonly string[],
  vectors: QuantisedVectors,
): ThreatIndex {
  const texts = textsToEmbed(threats, otherTasks);
  const place = new Map(texts.map((text, i) => [text, i]));
  const entries = threats.map((threat) => ({
    threat,
    places: placesOf(representativeTexts(threat), place),
    patterns: threat.triggers.files.map(filePattern),
  }));
  const others = placesOf(otherTasks, place);
  const words = wordScores(
    threats.map((threat) => [...threat.triggers.words, ...representativeTexts(threat)]),
  );
  const otherWords = wordScores(otherTasks.map((task) => [task]));

  const weigh: ThreatIndex["weigh"] = ({ text, vector, file }) => {
    const spelled = spelledOut(text);
    const byWords = words.score(spelled);
    const cosines = vector && cosinesOf(vector, vectors);
    const inFile = entries.map(
      ({ patterns }) => file !== undefined && patterns.some((matches) => matches(file)),
    );
    const informationInFile = Math.log(1 + entries.length / inFile.filter(Boolean).length);
    return {
      isShort: isShort(text),
      otherTasks: cosines
        ? meanOfHighest(others, cosines, NEAREST_OTHER_TASKS)
        : Math.sqrt(otherWords.score(spelled).reduce((most, score) => Math.max(most, score), 0)),
      patterns: entries.map(({ threat, places }, i) => ({
        threat,
        words: byWords[i] ?? 0,
        meaning: cosines && meanOfHighest(places, cosines, NEAREST_TEXTS),
        file: inFile[i] ? informationInFile : 0,
      })),
    };
  };

  return {
    model: vectors.model,
    kinds: kindsOf(threats),
    size: { patterns: threats.length, texts: texts.length, vectorBytes: vectors.rows.byteLength },
    weigh,
    find(question) {
      const task = weigh(question);
      const relevance = threatRelevance(task.patterns, task);
      return task.patterns
        .map(({ threat }, i) => ({ threat, relevance: relevance[i] ?? 0 }))
        .filter((found) => found.relevance >= RELEVANCE_THRESHOLD)
        .map((found) => ({ ...found, named: mentionsOf(found.threat.triggers.words, question.text) }))
        .sort(byRelevance);
    },
  };
}

const placesOf = (texts: readonly string[], place: ReadonlyMap<string, number>): number[] =>
  texts.flatMap((text) => place.get(text) ?? []);

/** Sorting all cosines would take most of the time of a question. */
function meanOfHighest(places: readonly number[], cosines: Float32Array, count: number): number {
  const best = new Float64Array(count).fill(-1);
  for (const place of places) {
    const cosine = cosines[place] ?? 0;
    if (cosine <= (best[count - 1] ?? 0)) continue;
    let at = count - 1;
    for (; at > 0 && (best[at - 1] ?? 0) < cosine; at--) best[at] = best[at - 1] ?? 0;
    best[at] = cosine;
  }
  const found = best.subarray(0, places.length);
  return found.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, found.length);
}

/** Rounded, so that patterns of nearly the same relevance count as equal. */
const relevanceGrade = ({ relevance }: FoundThreat): number => Math.round(10 * Math.log(relevance));

function byRelevance(a: FoundThreat, b: FoundThreat): number {
  return (
    relevanceGrade(b) - relevanceGrade(a) ||
    THREAT_SEVERITIES.indexOf(a.threat.severity) - THREAT_SEVERITIES.indexOf(b.threat.severity) ||
    THREAT_LIKELIHOODS.indexOf(a.threat.likelihood) - THREAT_LIKELIHOODS.indexOf(b.threat.likelihood) ||
    (a.threat.id < b.threat.id ? -1 : 1)
  );
}

/** The evidence that a pattern applies to a task. */
export interface ThreatEvidence {
  /** BM25 score of the task's words against the words of the pattern. */
  readonly words: number;
  /** Mean cosine of the pattern's nearest texts; undefined without an embedding. */
  readonly meaning?: number | undefined;
  /**
   * The information in the file path, in nats: the fewer patterns match it, the more. 0 if this pattern does not match
   * it.
   */
  readonly file: number;
}

/** The evidence that is the same for all patterns of a task. */
export interface TaskEvidence {
  /** Mean cosine of the nearest tasks that no pattern is about; by words without an embedding. */
  readonly otherTasks: number;
  /** Whether the task is a few words. */
  readonly isShort: boolean;
}

export interface ThreatWeights {
  /** How a task's patterns compare with each other. */
  readonly pattern: { readonly words: number; readonly meaning: number };
  /** Whether any pattern applies: the most words and the most meaning of any pattern against other tasks. */
  readonly any: {
    readonly bias: number;
    readonly words: number;
    readonly meaning: number;
    readonly otherTasks: number;
  };
}

/**
 * Fitted by `bench/fit-threats.ts`, apart for long and short tasks, since a few words resemble other short texts more
 * than they should. Which pattern it is is learned from the tasks to which one applies, and whether any does from all
 * of them: that a task is clearly about one of two similar patterns says little about whether it is about either. The
 * weights are for cosines of the shipped model.
 */
const WITH_MEANING: Readonly<Record<"long" | "short", ThreatWeights>> = {
  long: {
    pattern: { words: 2.09, meaning: 18.14 },
    any: { bias: -3.7, words: 0.78, meaning: 18.67, otherTasks: -16.08 },
  },
  short: {
    pattern: { words: 1.97, meaning: 17.95 },
    any: { bias: -3.85, words: 0.72, meaning: 15.79, otherTasks: -11.27 },
  },
};
const BY_WORDS: Readonly<Record<"long" | "short", ThreatWeights>> = {
  long: {
    pattern: { words: 3.39, meaning: 0 },
    any: { bias: -2.22, words: 2.61, meaning: 0, otherTasks: -2.61 },
  },
  short: {
    pattern: { words: 4.59, meaning: 0 },
    any: { bias: -1.17, words: 2.55, meaning: 0, otherTasks: -2.45 },
  },
};

/** Not fitted, because few tasks name a file. It settles what is close and hides nothing that is clear. */
const FILE_WEIGHT = 0.4;

/**
 * How fast a pattern that fits worse than the best one becomes unlikely. Most tasks have one flaw that matters, and what
 * is shown besides should be nearly as likely.
 */
const STEEPNESS = 0.3;

/**
 * The probability that each pattern applies, in the same order: that any does, times how near the pattern is to the best
 * one. The threshold is `RELEVANCE_THRESHOLD`.
 */
export function threatRelevance(
  patterns: readonly ThreatEvidence[],
  task: TaskEvidence,
  weights = weightsFor(patterns, task),
): number[] {
  const strengths = patterns.map(
    ({ words, meaning = 0, file }) =>
      weights.pattern.words * Math.sqrt(words) + weights.pattern.meaning * meaning + FILE_WEIGHT * file,
  );
  const best = strengths.reduce((most, strength) => Math.max(most, strength), -Infinity);
  const { words, meaning } = strongest(patterns);
  const { any } = weights;
  const logit = any.bias + any.words * words + any.meaning * meaning + any.otherTasks * task.otherTasks;
  const anyApplies = 1 / (1 + Math.exp(-logit));
  return strengths.map((strength) => anyApplies * Math.exp(-STEEPNESS * (best - strength)));
}

function weightsFor(patterns: readonly ThreatEvidence[], { isShort }: TaskEvidence): ThreatWeights {
  const byMeaning = patterns.some(({ meaning }) => meaning !== undefined);
  return (byMeaning ? WITH_MEANING : BY_WORDS)[isShort ? "short" : "long"];
}

/** The most words and the most meaning of any pattern, on the scale of the weights. */
export function strongest(patterns: readonly ThreatEvidence[]): { words: number; meaning: number } {
  let [words, meaning] = [0, 0];
  for (const one of patterns) {
    words = Math.max(words, one.words);
    meaning = Math.max(meaning, one.meaning ?? 0);
  }
  return { words: Math.sqrt(words), meaning };
}

/** The usual parameters of BM25, which the word index of the memory also uses. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/**
 * The words of one or two sentences. Longer tasks match more by chance, so their scores are scaled down to this length.
 */
const USUAL_WORDS = 30;

/** As many words as a route or a verb with its objects has. */
const FEW_WORDS = 8;

/** Whether a task is a few words, which say less and resemble other short texts more. */
export const isShort = (task: string): boolean => task.trim().split(/\s+/).length <= FEW_WORDS;

/** Scores texts by the words they share with a query. Small enough to be built in memory in every process. */
export interface WordScores {
  /** One score for each document, in order. */
  score(query: string): number[];
}

/** Each document is a list of texts. A word counts once for each text that has it. */
export function wordScores(documents: readonly (readonly string[])[]): WordScores {
  const counts = documents.map((texts) => countOf(texts.flatMap(rootsOf)));
  const lengths = counts.map((count) => [...count.values()].reduce((sum, times) => sum + times, 0));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, documents.length);
  const having = new Map<string, { document: number; times: number }[]>();
  for (const [document, count] of counts.entries()) {
    for (const [root, times] of count) {
      const rows = having.get(root) ?? [];
      rows.push({ document, times });
      having.set(root, rows);
    }
  }
  return {
    score(query) {
      const roots = new Set(rootsOf(query));
      const scale = Math.min(1, USUAL_WORDS / roots.size);
      const scores = documents.map(() => 0);
      for (const root of roots) {
        const rows = having.get(root) ?? [];
        const weight = Math.log(1 + (documents.length - rows.length + 0.5) / (rows.length + 0.5));
        for (const { document, times } of rows) {
          const relativeLength = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[document] ?? 0)) / usual;
          const part = (weight * times * (SATURATION + 1)) / (times + SATURATION * relativeLength);
          scores[document] = (scores[document] ?? 0) + scale * part;
        }
      }
      return scores;
    },
  };
}

/** How many of the phrases a text has, all words one after another and in any form. */
function mentionsOf(phrases: readonly string[], text: string): number {
  const spelled = (words: string): string => ` ${rootsOf(words).join(" ")} `;
  const whole = spelled(text);
  const different = new Set(phrases.map(spelled));
  return [...different].filter((phrase) => phrase.trim() !== "" && whole.includes(phrase)).length;
}

/** Words without English endings, so that `exports` matches `exporting`, and `entries` `entry` and `cookies` `cookie`. */
function rootsOf(text: string): string[] {
  return searchTerms(text).map((term) => term.replace(/(?:ing|ed|es|s|e)$/, "").replace(/y$/, "i"));
}

function countOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** Matches paths against a pattern with `*`, `**`, `?` and `{a,b}`. `*` stays within one folder, `**` does not. */
export function filePattern(pattern: string): (path: string) => boolean {
  const source = pattern.replace(/\*\*\/|\*\*|\*|\?|\{[^}]*\}|[^\w/]/g, toRegex);
  const expression = new RegExp(`^${source}$`);
  return (path) => expression.test(normalised(path));
}

/** The path relative to the repository, with slashes: `./src\jobs\export.ts` becomes `src/jobs/export.ts`. */
function normalised(path: string): string {
  return path
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/)+/, "");
}

function toRegex(piece: string): string {
  if (piece === "**/") return "(?:.*/)?";
  if (piece === "**") return ".*";
  if (piece === "*") return "[^/]*";
  if (piece === "?") return "[^/]";
  if (piece.length > 1 && piece.startsWith("{")) {
    const choices = piece.slice(1, -1).split(",");
    return `(?:${choices.map((choice) => choice.replace(/\*|\?|[^\w/]/g, toRegex)).join("|")})`;
  }
  return `\\${piece}`;
}
