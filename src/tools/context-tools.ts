import { type ExposureContext, type ProjectContext, SURE } from "../domain/continuity/exposure.ts";

interface ContextTools {
  /** By the names of the document. Core tools are listed besides, always. */
  readonly allowed: readonly string[];
  /** Listed before the others. */
  readonly priority: readonly string[];
}

/** The one table of what is shown when. Which context it is, `CONTEXT_RULES` says. */
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

/** Listed whatever the context is, beside the core tools of the profile. */
const ALWAYS_LISTED: readonly string[] = ["save/decision", "load/checkpoint"];

/** The tools of a context, those of priority first; undefined when everything is to be shown. */
export function allowedTools(
  detected: Pick<ProjectContext, "context" | "confidence"> | undefined,
): readonly string[] | undefined {
  if (!detected?.context || detected.confidence < SURE) return undefined;
  const { allowed, priority } = CONTEXT_TOOLS[detected.context];
  return [...new Set([...priority, ...ALWAYS_LISTED, ...allowed])];
}
