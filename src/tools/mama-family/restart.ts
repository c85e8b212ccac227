import * as z from "zod";
import type { Restart } from "../../app/continuity/load-checkpoint.ts";
import { CHECKPOINT_PARTS, EVIDENCE_STATUSES } from "../../domain/continuity/continuity.ts";
import { type Excerpt, RESTART_MODES } from "../../domain/continuity/restart.ts";
import { STANDINGS } from "../../domain/decisions/decision.ts";
import { OUTCOME_STATUSES } from "../../domain/decisions/outcome.ts";
import { RELATIONS } from "../../domain/links/link.ts";
import { AUTHOR_KINDS } from "../../domain/shared/actor.ts";
import type { FileChange } from "../../domain/shared/ports.ts";

/** How much of the summary is shown for a checkpoint without a goal. */
const OPENING_CHARACTERS = 500;

const excerpt = <T extends z.ZodType>(item: T) => z.object({ total: z.number().int(), items: z.array(item) });

/** A zero-context restart in the format of MAMA. */
export const RestartData = z.object({
  checkpoint_id: z.string(),
  project: z.string(),
  mode: z.enum(RESTART_MODES),
  timestamp: z.string(),
  author: z.enum(AUTHOR_KINDS),
  summary: z.string(),
  open_files: z.array(z.string()),
  next_steps: z.string(),
  goal: z.string(),
  evidence: z.array(z.object({ claim: z.string(), status: z.enum(EVIDENCE_STATUSES).nullable() })).optional(),
  unfinished: z.string(),
  missing_parts: z.array(z.enum(CHECKPOINT_PARTS)),
  changed_since: z.object({
    decisions: excerpt(
      z.object({
        id: z.string(),
        topic: z.string(),
        decision: z.string(),
        standing: z.enum(STANDINGS),
        created_at: z.string(),
        supersedes: z.array(z.string()),
      }),
    ),
    outcomes: excerpt(
      z.object({
        decision_id: z.string(),
        decision: z.string(),
        outcome: z.enum(OUTCOME_STATUSES),
        score: z.number(),
        at: z.string(),
      }),
    ),
    links: excerpt(
      z.object({
        id: z.string(),
        from_id: z.string(),
        to_id: z.string(),
        relationship: z.enum(RELATIONS),
        at: z.string(),
      }),
    ),
    repository: z
      .object({
        head: z.string(),
        commits: excerpt(z.object({ id: z.string(), at: z.string(), subject: z.string() })),
        open_files: z.array(
          z.object({
            path: z.string(),
            change: z.enum(["changed", "deleted"]),
            commit: z.string().nullable(),
          }),
        ),
      })
      .nullable(),
  }),
  may_no_longer_hold: z.array(
    z.object({ claim: z.string(), because: z.string(), files: z.array(z.string()) }),
  ),
});
export type RestartData = z.output<typeof RestartData>;

export function restartData({
  mode,
  checkpoint,
  continuity,
  changes,
  repository,
  doubts,
}: Restart): RestartData {
  const { goal, claims, unfinished, briefing, missing } = continuity;
  const full = mode === "full";
  return {
    checkpoint_id: checkpoint.id,
    project: checkpoint.project,
    mode,
    timestamp: checkpoint.createdAt.toISOString(),
    author: checkpoint.author.kind,
    summary: full ? checkpoint.summary : goal || checkpoint.summary.slice(0, OPENING_CHARACTERS),
    open_files: [...checkpoint.openFiles],
    next_steps: checkpoint.nextSteps.trim() === "" ? briefing : checkpoint.nextSteps,
    goal,
    ...(full && {
      evidence: claims.map(({ text, status }) => ({ claim: text, status: status ?? null })),
    }),
    unfinished,
    missing_parts: [...missing],
    changed_since: {
      decisions: excerptOf(
        changes.decisions,
        ({ id, topic, statement, standing, createdAt, supersedes }) => ({
          id,
          topic,
          decision: statement,
          standing,
          created_at: createdAt.toISOString(),
          supersedes: [...supersedes],
        }),
      ),
      outcomes: excerptOf(changes.outcomes, ({ decisionId, statement, status, score, at }) => ({
        decision_id: decisionId,
        decision: statement,
        outcome: status,
        score,
        at: at.toISOString(),
      })),
      links: excerptOf(changes.links, ({ id, from, to, relation, at }) => ({
        id,
        from_id: from,
        to_id: to,
        relationship: relation,
        at: at.toISOString(),
      })),
      repository: repository
        ? {
            head: repository.head.id,
            commits: excerptOf(repository.commits, ({ id, at, subject }) => ({
              id,
              at: at.toISOString(),
              subject,
            })),
            open_files: repository.openFiles.map(fileChange),
          }
        : null,
    },
    may_no_longer_hold: doubts.map(({ claim, because, files }) => ({ claim, because, files: [...files] })),
  };
}

const excerptOf = <T, U>(
  { items, total }: Excerpt<T>,
  show: (item: T) => U,
): { total: number; items: U[] } => ({
  total,
  items: items.map(show),
});

const fileChange = ({ path, kind, commit }: FileChange) => ({
  path,
  change: kind,
  commit: commit?.id ?? null,
});
