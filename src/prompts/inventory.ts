import { afterOutcome } from "./after-outcome.ts";
import { beforeDecision } from "./before-decision.ts";
import type { Prompt } from "./prompt.ts";
import { resumeWork } from "./resume-work.ts";
import { reviewChange } from "./review-change.ts";
import { weeklyReview } from "./weekly-review.ts";

export const PROMPTS: readonly Prompt[] = [
  beforeDecision,
  afterOutcome,
  weeklyReview,
  resumeWork,
  reviewChange,
];

export function findPrompt(name: string): Prompt | undefined {
  return PROMPTS.find((prompt) => prompt.name === name);
}
