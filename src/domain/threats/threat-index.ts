import { RELEVANT } from "../recall/relevance.ts";
import { filePattern } from "./file-pattern.ts";
import { THREAT_LIKELIHOODS, THREAT_SEVERITIES, type Threat } from "./threat.ts";
import { type ThreatEvidence, threatRelevance } from "./threat-relevance.ts";
import { wordScores } from "./threat-words.ts";

/** What the build makes of the knowledge, so that only a question has to be embedded. */
export interface ThreatVectors {
  /** The model that made them: only its vectors compare with these. */
  readonly model: string;
  readonly dimensions: number;
  /** One row for each of `textsToEmbed`, in that order; 127 is one. */
  readonly rows: Int8Array;
}

/** A task, as somebody says what they are about to write. */
export interface ThreatQuestion {
  readonly text: string;
  /** Its vector, by the model of the index. */
  readonly vector?: Float32Array | undefined;
  /** The path of the file that will be changed. */
  readonly file?: string | undefined;
  readonly language?: string | undefined;
  readonly framework?: string | undefined;
}

export interface FoundThreat {
  readonly threat: Threat;
  /** The probability that it applies. */
  readonly relevance: number;
}

export interface WeighedThreat {
  readonly threat: Threat;
  readonly evidence: ThreatEvidence;
}

export interface ThreatIndex {
  /** The model that a question has to be embedded with. */
  readonly model: string;
  readonly size: { readonly patterns: number; readonly texts: number; readonly vectorBytes: number };
  /** What speaks for each pattern of the language and the framework. */
  weigh(question: ThreatQuestion): readonly WeighedThreat[];
  /** What applies, the most relevant first; of equals the graver and the likelier one. */
  find(question: ThreatQuestion): readonly FoundThreat[];
}

/** Short tasks are near to short texts, so a pattern is represented by several, and those nearest to a task count. */
const NEAREST = 5;
const NEAREST_OTHERS = 3;
const ONE = 127;

/** The texts that stand for a pattern in a comparison by meaning. */
const facetsOf = ({ triggers, name, agent }: Threat): string[] => [...triggers.actions, name, agent.threat];

/** Every text that the build has to embed, once each. */
export function textsToEmbed(threats: readonly Threat[], otherTasks: readonly string[]): string[] {
  return [...new Set([...threats.flatMap(facetsOf), ...otherTasks])];
}

export function quantised(vector: Float32Array): Int8Array {
  return Int8Array.from(vector, (value) => Math.round(value * ONE));
}

/** Patterns as they are found by words, meaning and file. `otherTasks` are those that no pattern is about. */
export function threatIndex(
  threats: readonly Threat[],
  otherTasks: readonly string[],
  { model, dimensions, rows }: ThreatVectors,
): ThreatIndex {
  const texts = textsToEmbed(threats, otherTasks);
  const place = new Map(texts.map((text, i) => [text, i]));
  const entries = threats.map((threat) => ({
    threat,
    facets: placesOf(facetsOf(threat), place),
    patterns: threat.triggers.files.map(filePattern),
  }));
  const languages = new Map(
    threats.flatMap(({ triggers, language }) => triggers.files.map((file) => [endingOf(file), language])),
  );
  const others = placesOf(otherTasks, place);
  const words = wordScores(threats.map((threat) => [...threat.triggers.words, ...facetsOf(threat)]));
  const otherWords = wordScores(otherTasks.map((task) => [task]));

  const weigh: ThreatIndex["weigh"] = ({ text, vector, file, language, framework }) => {
    const byWords = words.score(text);
    const cosines = vector && cosinesOf(vector, rows, dimensions);
    const otherwise = cosines
      ? nearest(others, cosines, NEAREST_OTHERS)
      : Math.sqrt(Math.max(0, ...otherWords.score(text)));
    const wanted = language ?? (file === undefined ? undefined : languages.get(endingOf(file)));
    const asked = entries
      .map((entry, i) => ({ ...entry, score: byWords[i] ?? 0 }))
      .filter(({ threat }) => wanted === undefined || threat.language === wanted)
      .filter(({ threat }) => framework === undefined || threat.framework === framework)
      .map((entry) => ({
        ...entry,
        inFile: file !== undefined && entry.patterns.some((fits) => fits(file)),
      }));
    const fitting = asked.filter(({ inFile }) => inFile).length;
    return asked.map(({ threat, facets, score, inFile }) => ({
      threat,
      evidence: {
        words: score,
        meaning: cosines && nearest(facets, cosines, NEAREST),
        otherwise,
        file: inFile ? Math.log(1 + asked.length / fitting) : 0,
      },
    }));
  };

  return {
    model,
    size: { patterns: threats.length, texts: texts.length, vectorBytes: rows.byteLength },
    weigh,
    find(question) {
      const weighed = weigh(question);
      const relevance = threatRelevance(weighed.map(({ evidence }) => evidence));
      return weighed
        .map(({ threat }, i) => ({ threat, relevance: relevance[i] ?? 0 }))
        .filter((found) => found.relevance >= RELEVANT)
        .sort(byRelevance);
    },
  };
}

/** `py`: it tells the language where nobody names it. */
const endingOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1);

const placesOf = (texts: readonly string[], place: ReadonlyMap<string, number>): number[] =>
  texts.flatMap((text) => place.get(text) ?? []);

function cosinesOf(vector: Float32Array, rows: Int8Array, dimensions: number): Float32Array {
  const cosines = new Float32Array(rows.length / dimensions);
  for (let row = 0, at = 0; row < cosines.length; row++) {
    let sum = 0;
    for (let i = 0; i < dimensions; i++, at++) sum += (vector[i] ?? 0) * (rows[at] ?? 0);
    cosines[row] = sum / ONE;
  }
  return cosines;
}

/** The mean of the highest few. */
function nearest(places: readonly number[], cosines: Float32Array, count: number): number {
  const highest = places
    .map((place) => cosines[place] ?? 0)
    .sort((a, b) => b - a)
    .slice(0, count);
  return highest.reduce((sum, cosine) => sum + cosine, 0) / Math.max(1, highest.length);
}

/** Steps of relevance that are worth telling apart, also near certainty: quarters of its log odds. */
const gradeOf = ({ relevance }: FoundThreat): number => Math.round(4 * Math.log(relevance / (1 - relevance)));

function byRelevance(a: FoundThreat, b: FoundThreat): number {
  return (
    gradeOf(b) - gradeOf(a) ||
    THREAT_SEVERITIES.indexOf(a.threat.severity) - THREAT_SEVERITIES.indexOf(b.threat.severity) ||
    THREAT_LIKELIHOODS.indexOf(a.threat.likelihood) - THREAT_LIKELIHOODS.indexOf(b.threat.likelihood) ||
    (a.threat.id < b.threat.id ? -1 : 1)
  );
}
