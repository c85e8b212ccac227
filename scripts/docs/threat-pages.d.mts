import type * as threat from "../../src/threats/rules/threat.ts";
import type * as proof from "../../src/threats/rules/threat.ts";
import type { ThreatFile } from "../../src/threats/rules/threat-file.ts";

export const THREAT_PAGES: string;
/** What each page says, by its path. */
export function threatPages(
  files: readonly ThreatFile[],
  words: typeof threat & typeof proof,
): Record<string, string>;
