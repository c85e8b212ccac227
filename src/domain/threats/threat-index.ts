import { RELEVANCE_THRESHOLD } from "../recall/relevance.ts";
import { cosinesOf, type QuantisedVectors } from "../shared/quantised-vectors.ts";
import { filePattern } from "./file-pattern.ts";
import { spelledOut } from "./spelled-out.ts";
import { kindsOf, THREAT_LIKELIHOODS, THREAT_SEVERITIES, type Threat } from "./threat.ts";
import { type TaskEvidence, type ThreatEvidence, threatRelevance } from "./threat-relevance.ts";
import { isShort, mentionsOf, wordScores } from "./threat-words.ts";

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
    const told = Math.log(1 + entries.length / inFile.filter(Boolean).length);
    return {
      isShort: isShort(text),
      otherTasks: cosines
        ? meanOfHighest(others, cosines, NEAREST_OTHER_TASKS)
        : Math.sqrt(otherWords.score(spelled).reduce((most, score) => Math.max(most, score), 0)),
      patterns: entries.map(({ threat, places }, i) => ({
        threat,
        words: byWords[i] ?? 0,
        meaning: cosines && meanOfHighest(places, cosines, NEAREST_TEXTS),
        file: inFile[i] ? told : 0,
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
