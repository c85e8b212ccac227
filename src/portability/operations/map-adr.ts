import {
  agrees,
  type DecisionMeaning,
  deriveTopic,
  detectDomain,
  type Note,
  type Outcome,
  progressAfter,
  type Relation,
  withContextHash,
} from "../../decisions/index.ts";
import type { Author, AuthorKind } from "../../shared/actor.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import type { Screening } from "../../shared/screening.ts";
import { LIMITS, type Screened } from "../../shared/text.ts";
import {
  type AdrContent,
  type AdrFolder,
  type AdrRelation,
  type AdrSource,
  resolveTarget,
} from "../rules/adr.ts";
import type { AdrFile, AdrMark } from "../rules/adr-state.ts";
import type { ImportedRecord } from "../rules/import-store.ts";
import { leftoverWords, wordsOf } from "./adr-words.ts";
import { fitText, type RecordMaker } from "./run-import.ts";

const VIA = /\s*\[via (?:MCP|script)[^\]]*\]?/g;

/** A file to import, with its parsed content. */
export interface AdrEntry {
  readonly source: AdrSource;
  readonly content: AdrContent;
}

export const aliasOf = (folder: string, path: string): string =>
  folder === "." ? path : `${folder}/${path}`;

/** The author is a human, unless the file is marked as written over MCP or by a script. */
function authorOf({ source, content }: AdrEntry, { screen }: RecordMaker): Author {
  const names = content.authors.join(", ").replace(VIA, "").trim();
  // Our own files say it beside the name, and the words may be about anything.
  const kind = kindOf(content.mark?.form ? content.authors.join(", ") : source.text);
  const name = names || (kind === "human" ? "ADR author" : `ADR ${kind}`);
  return { kind, name: fitText(screen.text("author", name), LIMITS.name) };
}

function kindOf(text: string): AuthorKind {
  if (text.includes("[via MCP")) return "agent";
  return text.includes("[via script") ? "script" : "human";
}

/**
 * The decision that a file is, by its id: the one it was written for, here or in another memory. A copy of such a file,
 * made as the beginning of another record, is none.
 */
export function identityReader(
  entries: readonly AdrEntry[],
  files: readonly AdrFile[],
): (entry: AdrEntry) => string | undefined {
  const known = new Map(files.map(({ path, decisionId }) => [path, decisionId]));
  const paths = new Set(entries.map(({ source }) => source.path));
  const filed = new Set(files.filter(({ path }) => paths.has(path)).map(({ decisionId }) => decisionId));
  const first = new Map<string, string>();
  for (const { source, content } of entries) {
    const id = content.mark?.decision;
    if (id !== undefined && !first.has(id)) first.set(id, source.path);
  }
  return ({ source, content }) => {
    const id = content.mark?.decision;
    const marked = id !== undefined && !filed.has(id) && first.get(id) === source.path ? id : undefined;
    return known.get(source.path) ?? marked;
  };
}

/** `identity` is the id of the decision that the file was written for. */
export function mapAdr(
  entry: AdrEntry,
  folder: AdrFolder,
  make: RecordMaker,
  now: Date,
  identity?: string,
): Extract<ImportedRecord, { kind: "decision" }> {
  const { source, content } = entry;
  const { screen } = make;
  const words = wordsOf(content, screen);
  const mark = content.mark?.form ? content.mark : undefined;
  const createdAt = content.date ?? now;
  const author = authorOf(entry, make);
  const path = aliasOf(folder.name, source.path);
  const meaning: DecisionMeaning = {
    project: make.project,
    ...topicOf(words.statement, mark, screen),
    domain: mark?.domain ?? detectDomain(words.statement, [words.reasoning, ...content.alternatives]),
    confidence: mark?.confidence,
    confidenceStated: mark?.confidence !== undefined,
    riskLevel: mark?.risk_level,
    label: screen.optional("label", mark?.label),
    ...words,
    assumptions: words.assumptions ?? [],
    risks: words.risks ?? [],
    reasoning: words.reasoning === "" ? undefined : words.reasoning,
    evidence: (mark ? (mark.evidence ?? []) : [{ kind: "file" as const, ref: path }]).map(
      ({ kind, ref }) => ({
        kind,
        ref: fitText(screen.text("path", ref), LIMITS.name),
      }),
    ),
    author,
  };
  const id = make.ids.next(ID_PREFIX.decision);
  const note = (text: Screened): Note => ({ text, at: createdAt, by: author });
  const rejected = content.rejected
    ? [screen.text("note", `Rejected, says its file: ${content.status}`)]
    : [];
  const outcomes = identity === undefined ? [] : outcomesOf(content, id, meaning, make);
  const progress = /\bimplemented\b/i.test(content.status) ? "executed" : "pending";
  return {
    kind: "decision",
    decision: {
      ...withContextHash(meaning),
      id,
      aliases: [path, ...(identity === undefined ? [] : [identity])],
      createdAt,
      updatedAt: createdAt,
      standing: content.standing,
      progress: outcomes[0] ? progressAfter({ progress }, outcomes[0].status) : progress,
      questions: screen.list("questions", mark?.questions ?? []),
      confidenceUpdates: [],
      notes: [...leftoverWords(content, screen), ...rejected].map(note),
      supersedes: [],
      supersededBy: [],
    },
    outcomes,
    signals: [],
    files: [
      {
        project: make.project,
        folder: folder.name,
        path: source.path,
        decisionId: id,
        text: screen.text("file", source.text),
        dress: source.dress,
        fileHash: source.hash,
        // Set by `saveFileStates` once the links are imported.
        memoryHash: "",
      },
    ],
  };
}

function topicOf(
  statement: string,
  mark: AdrMark | undefined,
  screen: Screening,
): Pick<DecisionMeaning, "topic" | "topicStated"> {
  const stated = mark?.topic?.trim() ? mark.topic : undefined;
  return {
    topic: screen.text("topic", stated ?? deriveTopic(statement)),
    topicStated: stated !== undefined,
  };
}

/** How the decision worked out in the memory that wrote the file. */
function outcomesOf(
  { outcome }: AdrContent,
  decisionId: string,
  { project, domain, confidence, author }: DecisionMeaning,
  { ids, screen }: RecordMaker,
): Outcome[] {
  if (!outcome || !agrees(outcome.status, outcome.score)) return [];
  const { status, score, at, lessons } = outcome;
  return [
    {
      id: ids.next(ID_PREFIX.outcome),
      decisionId,
      project,
      domain,
      status,
      score,
      at,
      statedConfidence: confidence,
      reported: {},
      signals: [],
      lessons: screen.list("lessons", lessons),
      metrics: {},
      author,
    },
  ];
}

const LINKED_AS: Readonly<Record<AdrRelation, Relation>> = {
  supersedes: "supersedes",
  "superseded-by": "supersedes",
  amends: "refines",
  "amended-by": "refines",
  "depends-on": "depends_on",
};

/** The relations of a file as links. Targets that are not in the folder are returned as `dangling`. */
export function mapAdrLinks(
  { source, content }: AdrEntry,
  files: readonly { readonly path: string; readonly number?: number | undefined }[],
  refOf: (path: string) => string,
  make: RecordMaker,
  now: Date,
): { links: Extract<ImportedRecord, { kind: "link" }>[]; dangling: string[] } {
  const dangling: string[] = [];
  const links = content.relations.flatMap(({ relation, target }) => {
    const path = resolveTarget(source.path, target, files);
    if (path === undefined || path === source.path) {
      dangling.push(
        `${source.path} says ${relation.replace("-", " ")} ${target}, which is not in the folder.`,
      );
      return [];
    }
    const [own, other] = [refOf(source.path), refOf(path)];
    const [from, to] = relation.endsWith("-by") ? [other, own] : [own, other];
    return make.link({
      from,
      to,
      relation: LINKED_AS[relation],
      state: "active",
      origin: "governed",
      reason: make.screen.text("reason", `${source.path} says ${relation.replace("-", " ")} ${path}.`),
      proposedBy: { kind: "human", name: make.screen.text("author", "ADR author") },
      proposedAt: content.date ?? now,
    });
  });
  return { links, dangling };
}
