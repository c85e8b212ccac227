import type { ModelRequest, Step } from "../run-session.mjs";

export const SUMMARY: string;

export function startScriptedModel(
  protocol: unknown,
  steps: (Step | ((request: ModelRequest) => Step))[],
): Promise<{
  url: string;
  requests: ModelRequest[];
  problems: string[];
  stepsTaken: () => number;
  close: () => Promise<void>;
}>;
