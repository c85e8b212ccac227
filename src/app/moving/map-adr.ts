import { withContextHash } from "../../domain/decisions/context-hash.ts";
import type { DecisionMeaning, Note } from "../../domain/decisions/decision.ts";
import { snakeCaseName } from "../../domain/decisions/decision-fields.ts";
import { detectDomain } from "../../domain/decisions/detect-domain.ts";
import { deriveTopic } from "../../domain/decisions/topic.ts";
import {
  ADR_LISTS,
  type AdrContent,
  type AdrFolder,
  type AdrListField,
  type AdrSource,
  resolveTarget,
} from "../../domain/moving/adr.ts";
import type { AdrFile } from "../../domain/moving/adr-file.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import type { Author, AuthorKind } from "../../domain/shared/actor.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Screening } from "../../domain/shared/screening.ts";
import { LIMITS, type Screened } from "../../domain/shared/text.ts";
import { fitText, type RecordMaker, splitLong } from "./record-maker.ts";

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
  const kind = kindOf(source.text);
  const name = names || (kind === "human" ? "ADR author" : `ADR ${kind}`);
  return { kind, name: fitText(screen.text("author", name), LIMITS.name) };
}

function kindOf(text: string): AuthorKind {
  if (text.includes("[via MCP")) return "agent";
  return text.includes("[via script") ? "script" : "human";
}

function listsOf(content: AdrContent, screen: Screening) {
  const lists = ADR_LISTS.map(({ name }) => [name, screen.list(snakeCaseName(name), content[name])]);
  return Object.fromEntries(lists) as Record<AdrListField, Screened[]>;
}

export function mapAdr(
  entry: AdrEntry,
  folder: AdrFolder,
  make: RecordMaker,
  now: Date,
): Extract<ImportedRecord, { kind: "decision" }> {
  const { source, content } = entry;
  const { screen } = make;
  const [statement = "" as Screened, ...longTitle] = splitLong(
    screen.required("title", content.title),
    LIMITS.statement,
  );
  const [reasoning, ...longReasoning] = splitLong(screen.text("reasoning", content.reasoning), LIMITS.text);
  const createdAt = content.date ?? now;
  const author = authorOf(entry, make);
  const meaning: DecisionMeaning = {
    project: make.project,
    statement,
    topic: screen.text("topic", deriveTopic(statement)),
    topicStated: false,
    reasoning: reasoning === "" ? undefined : reasoning,
    domain: detectDomain(statement, [reasoning ?? "", ...content.alternatives]),
    confidence: undefined,
    confidenceStated: false,
    assumptions: [],
    risks: [],
    evidence: [
      { kind: "file", ref: fitText(screen.text("path", aliasOf(folder.name, source.path)), LIMITS.name) },
    ],
    ...listsOf(content, screen),
    author,
  };
  const id = make.ids.next(ID_PREFIX.decision);
  const note = (text: Screened): Note => ({ text, at: createdAt, by: author });
  const rejected = content.rejected
    ? [screen.text("note", `Rejected, says its file: ${content.status}`)]
    : [];
  return {
    kind: "decision",
    decision: {
      ...withContextHash(meaning),
      id,
      aliases: [aliasOf(folder.name, source.path)],
      createdAt,
      updatedAt: createdAt,
      standing: content.standing,
      progress: /\bimplemented\b/i.test(content.status) ? "executed" : "pending",
      questions: [],
      confidenceUpdates: [],
      notes: [...longTitle, ...longReasoning, ...rejected].map(note),
      supersedes: [],
      supersededBy: [],
    },
    outcomes: [],
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
      relation: relation.startsWith("supersede") ? "supersedes" : "refines",
      state: "active",
      origin: "governed",
      reason: make.screen.text("reason", `${source.path} says ${relation.replace("-", " ")} ${path}.`),
      proposedBy: { kind: "human", name: make.screen.text("author", "ADR author") },
      proposedAt: content.date ?? now,
    });
  });
  return { links, dangling };
}

/** Whether two versions of a file have the same meaning, apart from status and formatting. */
export function sameMeaning({ content }: AdrEntry, file: AdrFile, folder: AdrFolder): boolean {
  const before = folder.read(file);
  const words = (one: typeof before): string =>
    JSON.stringify([one?.title, one?.reasoning, ...ADR_LISTS.map(({ name }) => one?.[name])]);
  return words(before) === words(content);
}
