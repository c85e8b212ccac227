import type { Checkpoint } from "../continuity/checkpoint.ts";
import type { ProjectContext } from "../continuity/exposure.ts";
import type { Insight } from "../continuity/insight.ts";
import type { Decision } from "../decisions/decision.ts";

export const MEMORY_TYPES = ["decision", "checkpoint", "insight", "context"] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Memories that are not decisions and are searched by their words and their meaning. */
export const NOTE_TYPES = ["checkpoint", "insight"] as const satisfies readonly MemoryType[];
export type NoteType = (typeof NOTE_TYPES)[number];

export type Memory =
  | { readonly type: "decision"; readonly decision: Decision }
  | { readonly type: "checkpoint"; readonly checkpoint: Checkpoint }
  | { readonly type: "insight"; readonly insight: Insight }
  | { readonly type: "context"; readonly context: ProjectContext };

export type OtherMemory = Exclude<Memory, { readonly type: "decision" }>;
