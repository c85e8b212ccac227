import { connectTeamLog, type TeamLogOptions } from "../../src/adapters/falkordb/team-log.ts";
import { systemEntropy } from "../../src/adapters/system/entropy.ts";
import { keyText, type SharedPart } from "../../src/domain/team/shared-change.ts";
import type { LogCursor, LogEntry, LogHead, OfferedChange } from "../../src/domain/team/team-log.ts";

/** A log as a machine of the team has it open. */
export const openTeamLog = (options: Pick<TeamLogOptions, "url" | "graph" | "patience">) =>
  connectTeamLog({ ...options, entropy: systemEntropy });

/** A change as a machine would share it; the adapter neither reads the header nor checks the signature. */
export function offeredChange(
  origin: string,
  seq: number,
  { text = "words", position }: { readonly text?: string; readonly position?: number } = {},
): OfferedChange {
  return {
    origin,
    seq,
    header: JSON.stringify({ format: 1, origin, seq, digest: text.slice(0, 20) }),
    signature: "c2lnbmF0dXJl",
    parts: [part(text)],
    position,
  };
}

export const part = (text: string): SharedPart => ({
  about: ["dec_1"],
  digest: "00ff",
  salt: "aa",
  args: { statement: text, score: 0.1 + 0.2, at: 2 ** 53 - 1 },
});

/** Where a machine stands that has read nothing of this life. */
export const startOf = ({ lifeId }: Pick<LogHead, "lifeId">): LogCursor => ({ lifeId, entry: 0 });

/** Where a machine stands that has read up to this entry. */
export const at = ({ lifeId }: Pick<LogHead, "lifeId">, entry: LogEntry): LogCursor => ({
  lifeId,
  entry: entry.entry,
  key: keyText(entry),
});
