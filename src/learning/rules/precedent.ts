/** A precedent as warnings quote it, and the warning that the files or commits it cites have changed. */
import type { Decision } from "../../decisions/index.ts";
import { kindWithArticle } from "../../shared/actor.ts";
import type { FileChange } from "../../shared/ports.ts";
import type { Screened } from "../../shared/text.ts";
import type { Quotation, Warning } from "./warning.ts";

/** A decision that recall found relevant to the proposed one. */
export interface PrecedentHistory {
  readonly decision: Decision;
  /** The lessons of its outcome. */
  readonly lessons: readonly Screened[];
  /** The decision that replaced it; undefined if none did or it no longer exists. */
  readonly replacement?: Decision | undefined;
}

export const quoted = ({ id, standing, author, statement }: Decision): Quotation => ({
  from: `${id}, ${standing}, by ${kindWithArticle(author.kind)}`,
  text: statement,
});

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const lessonCount = (lessons: readonly Screened[]): string =>
  lessons.length === 0
    ? "no lesson recorded"
    : `${lessons.length} lesson${lessons.length === 1 ? "" : "s"} recorded`;

/** An active decision, with the files it cites that changed and the commits it cites that are gone. */
export interface CitedEvidence {
  readonly decision: Decision;
  readonly changes: readonly FileChange[];
  readonly goneCommits: readonly string[];
}

interface Citations {
  readonly files: readonly string[];
  readonly commits: readonly string[];
}

export function citationsOf({ evidence, linkedCommit }: Decision): Citations {
  const refs = (kind: "file" | "commit"): string[] =>
    evidence.filter((item) => item.kind === kind).map(({ ref }) => ref);
  return { files: refs("file"), commits: [...refs("commit"), ...(linkedCommit ? [linkedCommit] : [])] };
}

/** If the evidence behind a decision changed, the decision may no longer be right. */
export function changedEvidence(cited: readonly CitedEvidence[]): Warning[] {
  return cited
    .filter(({ changes, goneCommits }) => changes.length + goneCommits.length > 0)
    .map(({ decision, changes, goneCommits }) => {
      const lost = changes.some(({ kind }) => kind === "deleted") || goneCommits.length > 0;
      return {
        type: "changed_evidence",
        severity: lost ? "medium" : "low",
        message: `What ${decision.id} cites has ${lost ? "gone" : "changed"} since it was made on ${dayOf(decision.createdAt)}.`,
        evidence: [
          ...counted(changes.length, "cited file"),
          ...counted(goneCommits.length, "cited commit"),
        ].join(", "),
        evidenceIds: [decision.id],
        quotes: [
          quoted(decision),
          ...changes.map((change) => ({ from: `cited by ${decision.id}`, text: changeOf(change) })),
          ...goneCommits.map((id) => ({
            from: `cited by ${decision.id}`,
            text: `${id} is not in the history any more`,
          })),
        ],
        recommendation: `Look whether ${decision.id} still fits before you build on it.`,
      };
    });
}

const counted = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? "" : "s"}`];

function changeOf({ path, kind, commit }: FileChange): string {
  return `${path} was ${kind}${commit ? ` by ${commit.id.slice(0, 12)} on ${dayOf(commit.at)}` : ", not committed"}`;
}
