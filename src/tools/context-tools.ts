import {
  type ExposureContext,
  MIN_CONTEXT_CONFIDENCE,
  type ProjectContext,
} from "../domain/continuity/exposure.ts";

interface ContextTools {
  /** Canonical names. Core tools are always listed as well. */
  readonly allowed: readonly string[];
  /** Listed before the others. */
  readonly priority: readonly string[];
}

/** Which tools are listed in which context. `CONTEXT_RULES` detects the context. */
export const CONTEXT_TOOLS: Readonly<Record<ExposureContext, ContextTools>> = {
  resuming: { allowed: ["load/checkpoint", "load/context"], priority: ["load/checkpoint"] },
  deciding: {
    allowed: ["save/decision", "save/insight", "search/by_context"],
    priority: ["save/decision"],
  },
  searching: {
    allowed: ["search/by_context", "search/by_topic", "search/recent", "load/context"],
    priority: ["search/by_context"],
  },
  tracking: {
    allowed: ["evolve/outcome", "evolve/supersede", "save/insight", "search/by_topic"],
    priority: ["evolve/outcome"],
  },
};

/** Listed in every context, besides the core tools of the profile. */
const ALWAYS_LISTED: readonly string[] = ["save/decision", "load/checkpoint"];

/** The tools of a context, those with priority first; undefined when all tools should be listed. */
export function allowedTools(
  detected: Pick<ProjectContext, "context" | "confidence"> | undefined,
): readonly string[] | undefined {
  if (!detected?.context || detected.confidence < MIN_CONTEXT_CONFIDENCE) return undefined;
  const { allowed, priority } = CONTEXT_TOOLS[detected.context];
  return [...new Set([...priority, ...ALWAYS_LISTED, ...allowed])];
}
