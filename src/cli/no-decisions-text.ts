import type { Progress, Standing } from "../domain/decisions/decision.ts";

/** What a list of decisions was limited to. */
export interface AskedDecisions {
  readonly domain?: string | undefined;
  readonly standing?: Standing | undefined;
  readonly status?: Progress | undefined;
}

/** Says that a list is empty because of its filters: `No draft decisions about database (44 in all).` */
export function noDecisionsText({ domain, standing, status }: AskedDecisions, total: number): string {
  const words = [
    "No",
    ...[standing, status].filter((word) => word !== undefined),
    "decisions",
    ...(domain === undefined ? [] : [`about ${domain}`]),
  ];
  return `${words.join(" ")} (${total} in all).`;
}
