import { systemEntropy } from "../../src/shared/system/system.ts";
import { connectTeamLog, type TeamLogOptions } from "../../src/team/falkordb/team-log.ts";
import { keyText, type SharedPart } from "../../src/team/rules/member-change.ts";
import type { LogCursor, LogEntry, LogHead, OfferedChange } from "../../src/team/rules/team-log.ts";

/** However busy the machine is. */
export const FOREVER = { call: 60_000, connect: 60_000 };

/** A log as a machine of the team has it open. It gives up on nothing, if it is not told to. */
export const openTeamLog = (options: Pick<TeamLogOptions, "url" | "graph" | "patience">) =>
  connectTeamLog({ patience: FOREVER, ...options, entropy: systemEntropy });

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
