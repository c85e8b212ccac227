import { RELEVANCE_THRESHOLD } from "../recall/relevance.ts";
import { cosinesOf, type QuantisedVectors } from "../shared/quantised-vectors.ts";
import { filePattern } from "./file-pattern.ts";
import { spelledOut } from "./spelled-out.ts";
import { kindsOf, THREAT_LIKELIHOODS, THREAT_SEVERITIES, type Threat } from "./threat.ts";
import { type ThreatEvidence, threatRelevance } from "./threat-relevance.ts";
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

export interface WeighedThreat {
  readonly threat: Threat;
  readonly evidence: ThreatEvidence;
}

export interface ThreatIndex {
  /** The model that a question has to be embedded with. */
  readonly model: string;
  readonly size: { readonly patterns: number; readonly texts: number; readonly vectorBytes: number };
  /** The kinds of flaws that the patterns are about, in words. */
  readonly kinds: readonly string[];
  /** The evidence for each pattern. */
  weigh(question: ThreatQuestion): readonly WeighedThreat[];
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
    const byWords = words.score(spelledOut(text));
    const cosines = vector && cosinesOf(vector, vectors);
    const otherTasksScore = cosines
      ? mean(highest(others, cosines, NEAREST_OTHER_TASKS))
      : Math.sqrt(Math.max(0, ...otherWords.score(spelledOut(text))));
    const candidates = entries.map((entry, i) => ({
      ...entry,
      score: byWords[i] ?? 0,
      inFile: file !== undefined && entry.patterns.some((matches) => matches(file)),
    }));
    const matchingFile = candidates.filter(({ inFile }) => inFile).length;
    return candidates.map(({ threat, places, score, inFile }) => {
      const best = cosines && highest(places, cosines, NEAREST_TEXTS);
      return {
        threat,
        evidence: {
          words: score,
          meaning: best && mean(best),
          closest: best?.[0],
          otherTasks: otherTasksScore,
          isShort: isShort(text),
          file: inFile ? Math.log(1 + candidates.length / matchingFile) : 0,
        },
      };
    });
  };

  return {
    model: vectors.model,
    kinds: kindsOf(threats),
    size: { patterns: threats.length, texts: texts.length, vectorBytes: vectors.rows.byteLength },
    weigh,
    find(question) {
      const weighed = weigh(question);
      const relevance = threatRelevance(weighed.map(({ evidence }) => evidence));
      return weighed
        .map(({ threat }, i) => ({ threat, relevance: relevance[i] ?? 0 }))
        .filter((found) => found.relevance >= RELEVANCE_THRESHOLD)
        .map((found) => ({ ...found, named: mentionsOf(found.threat.triggers.words, question.text) }))
        .sort(byRelevance);
    },
  };
}

const placesOf = (texts: readonly string[], place: ReadonlyMap<string, number>): number[] =>
  texts.flatMap((text) => place.get(text) ?? []);

/** The `count` highest cosines, the highest first. Sorting all of them would take most of the time of a question. */
function highest(places: readonly number[], cosines: Float32Array, count: number): number[] {
  const best: number[] = [];
  for (const place of places) {
    const cosine = cosines[place] ?? 0;
    if (best.length === count && cosine <= (best[count - 1] ?? 0)) continue;
    let at = Math.min(best.length, count - 1);
    for (; at > 0 && (best[at - 1] ?? 0) < cosine; at--) best[at] = best[at - 1] ?? 0;
    best[at] = cosine;
  }
  return best;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Rounds the log odds to quarters, so that patterns of nearly the same relevance count as equal, even close to 1. */
const relevanceGrade = ({ relevance }: FoundThreat): number =>
  Math.round(4 * Math.log(relevance / (1 - relevance)));

function byRelevance(a: FoundThreat, b: FoundThreat): number {
  return (
    relevanceGrade(b) - relevanceGrade(a) ||
    THREAT_SEVERITIES.indexOf(a.threat.severity) - THREAT_SEVERITIES.indexOf(b.threat.severity) ||
    THREAT_LIKELIHOODS.indexOf(a.threat.likelihood) - THREAT_LIKELIHOODS.indexOf(b.threat.likelihood) ||
    (a.threat.id < b.threat.id ? -1 : 1)
  );
}
