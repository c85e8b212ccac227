import type { Decision } from "../../decisions/index.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { NewReport } from "./report.ts";

/** What is looked at of a decision. */
export type SoughtDecision = Pick<
  Decision,
  "id" | "createdAt" | "capturedIn" | "evidence" | "linkedPr" | "linkedCommit"
>;

/** What a history says of a decision, in the words of its commits, which nobody has screened yet. */
export type Finding = Pick<NewReport, "decision" | "kind" | "key" | "at" | "of" | "pr" | "by" | "part"> & {
  readonly commit: string;
  readonly title: string;
  readonly files?: readonly string[] | undefined;
};

/** Later commits to the same files have hardly to do with it. */
export const NEAR_MS = 14 * DAY_MS;

/** A commit with more files is a move or a reformatting, and a merge with more commits a release. */
export const MOST_KEPT = 50;
