/** Shows the wordings of a decision, and what changed from one to the next. */

import {
  changedFields,
  EDITABLE_FIELDS,
  type EditableField,
  EVIDENCE_KINDS,
  type Evidence,
  evidenceOf,
  type Revision,
  type RevisionContent,
  snakeCaseName,
} from "../decisions/index.ts";
import { namedAuthor } from "../shared/actor.ts";
import { splitLines } from "../shared/text.ts";
import { minuteText } from "./figures.ts";
import type { Terminal } from "./terminal.ts";

const TITLES: Readonly<Record<EditableField, string>> = {
  statement: "Statement",
  topic: "Topic",
  domain: "Domain",
  reasoning: "Reasoning",
  alternatives: "Alternatives",
  assumptions: "Assumptions",
  riskLevel: "Risk level",
  risks: "Risks",
  consequences: "Consequences",
  evidence: "Evidence",
  questions: "Answers",
  source: "Source",
};

type Words = Omit<RevisionContent, "hashVersion">;

/** The changes from one wording to the next: the old lines, then the new ones. */
export function differenceLines(before: Words, after: Words, { style }: Terminal): string[] {
  return changedFields(before, after).flatMap((field) => {
    const [old, now] = [linesOf(before, field), linesOf(after, field)];
    // An item that only moved is shown with the whole list.
    const moved = old.length === now.length && old.every((line) => now.includes(line));
    const gone = moved ? old : old.filter((line) => !now.includes(line));
    const added = moved ? now : now.filter((line) => !old.includes(line));
    return [
      `  ${TITLES[field]}`,
      ...gone.map((line) => style("red", `    - ${line}`)),
      ...added.map((line) => style("green", `    + ${line}`)),
    ];
  });
}

function linesOf(words: Words, field: EditableField): string[] {
  if (field === "topic" && !words.topicStated) return ["(derived)"];
  if (field === "evidence") return words.evidence.map(evidenceText).flatMap(splitLines);
  const value = words[field];
  return (typeof value === "string" ? [value] : ((value ?? []) as readonly string[])).flatMap(splitLines);
}

const SHOWN_OF_HASH = 12;

/** All wordings of a decision, the newest last, each with what it changed. */
export function historyLines(revisions: readonly Revision[], terminal: Terminal): string[] {
  return revisions.flatMap(({ number, at, author, contextHash, content }, n) => {
    const time = minuteText(at);
    const before = revisions[n - 1];
    const head = `Revision ${number} · ${time} · ${namedAuthor(author)} · hash ${contextHash.slice(0, SHOWN_OF_HASH)}`;
    return [
      "",
      terminal.style("bold", head),
      ...(before
        ? differenceLines(before.content, content, terminal)
        : splitLines(content.statement).map((line) => `    ${line}`)),
    ];
  });
}

/** A wording as `--json` prints it. */
export const wordsOf = ({ number, at, author, contextHash, content }: Revision) => ({
  revision: number,
  at: at.toISOString(),
  by: author.name,
  author: author.kind,
  context_hash: contextHash,
  ...Object.fromEntries(EDITABLE_FIELDS.map((field) => [snakeCaseName(field), content[field]])),
});

export const evidenceText = ({ kind, ref }: Evidence): string => `${kind}: ${ref}`;

/** The evidence that a person typed: its kind and a colon may stand before it. */
export function typedEvidence(text: string): { kind: Evidence["kind"]; ref: string } {
  const [, kind = "", ref = ""] = /^(\w+):\s+(.*)$/s.exec(text) ?? [];
  const known = EVIDENCE_KINDS.find((one) => one === kind);
  return known ? { kind: known, ref } : evidenceOf(text);
}
