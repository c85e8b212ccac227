import type * as threat from "../../src/domain/threats/threat.ts";
import type { ThreatFile } from "../../src/domain/threats/threat-file.ts";
import type * as proof from "../../src/domain/threats/threat-proof.ts";

export const THREAT_PAGES: string;
/** What each page says, by its path. */
export function threatPages(
  files: readonly ThreatFile[],
  words: typeof threat & typeof proof,
): Record<string, string>;
