import type { Author } from "./actor.ts";
import type { Screened } from "./text.ts";

/** The state of a work session, for whoever carries it on. */
export interface Checkpoint {
  readonly id: string;
  readonly project: string;
  readonly summary: Screened;
  readonly openFiles: readonly Screened[];
  readonly nextSteps: Screened;
  readonly author: Author;
  readonly createdAt: Date;
}

/** The parts of the truthful-continuity format, and how each begins. */
const PARTS = {
  "Goal & Progress": /🎯|\bgoal\b/iu,
  Evidence: /✅|\bevidence\b/iu,
  "Unfinished & Risks": /⏳|\bunfinished\b/iu,
  "Next Agent Briefing": /🚦|\bbriefing\b|\bDoD\b|\bdefinition of done\b/iu,
} as const;
export type CheckpointPart = keyof typeof PARTS;

/** The parts a checkpoint lacks. The briefing may stand in the summary or in the next steps. */
export function missingParts({
  summary,
  nextSteps,
}: Pick<Checkpoint, "summary" | "nextSteps">): CheckpointPart[] {
  return (Object.keys(PARTS) as CheckpointPart[]).filter((part) => {
    const text = part === "Next Agent Briefing" ? `${summary}\n${nextSteps}` : summary;
    return !PARTS[part].test(text);
  });
}
