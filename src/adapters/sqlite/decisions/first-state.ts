import { canonicalJson, type Json } from "../../../domain/shared/canonical-json.ts";
import type { BeforeMoves, MemoryRow } from "../shared/memory-row.ts";
import { CHANGEABLE_KEYS } from "./rows.ts";

/** What of a row may change later, with the values that a new decision has. */
const FIRST_STATE = {
  standing: "active",
  progress: "pending",
  body: { confidence_updates: [], notes: [] },
} as const;

/** How a decision began, as far as it is not what a new one has. The rest of the row changes with a revision only. */
export type FirstState = {
  readonly standing?: string | number | null;
  readonly progress?: string | number | null;
  readonly updated_at?: string | number | null;
  readonly body?: { readonly [key: string]: Json | undefined };
} & BeforeMoves;

export function firstStateOf({ standing, progress, created_at, updated_at, body }: MemoryRow): FirstState {
  const changeable = Object.fromEntries(CHANGEABLE_KEYS.map((key) => [key, body[key]]));
  const isNew = canonicalJson(changeable) === canonicalJson(FIRST_STATE.body);
  return {
    ...(standing !== FIRST_STATE.standing && { standing }),
    ...(progress !== FIRST_STATE.progress && { progress }),
    ...(updated_at !== created_at && { updated_at }),
    ...(!isNew && { body: changeable }),
  };
}

/** The row of a decision as it began, from its first words and its first state. */
export function rowAtFirst(row: MemoryRow, first: FirstState): MemoryRow {
  const kept = { ...row.body };
  for (const key of CHANGEABLE_KEYS) delete kept[key];
  return {
    ...row,
    project: first.project ?? row.project,
    context_hash: first.context_hash ?? row.context_hash,
    standing: first.standing ?? FIRST_STATE.standing,
    progress: first.progress ?? FIRST_STATE.progress,
    updated_at: first.updated_at ?? row.created_at,
    body: { ...kept, ...(first.body ?? FIRST_STATE.body) },
  };
}
