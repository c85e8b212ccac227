import * as z from "zod";
import { sharedPartDigest } from "./part-digest.ts";
import { ChangeHeader, HEADER_FORMAT, type SharedChange, type SharedPart } from "./shared-change.ts";
import type { Signatures } from "./signatures.ts";

/** The header of a change, if it is one. Its signature was not looked at. */
export function headerOf(change: Pick<SharedChange, "header">): ChangeHeader | undefined {
  try {
    return ChangeHeader.safeParse(JSON.parse(change.header)).data;
  } catch {
    return undefined;
  }
}

const AnyFormat = z.object({ format: z.number().int() });

/** Whether only a newer version can read it: the rest of its header may be anything. */
export function isNewerFormat({ header }: Pick<SharedChange, "header">): boolean {
  try {
    return AnyFormat.parse(JSON.parse(header)).format > HEADER_FORMAT;
  } catch {
    return false;
  }
}

/**
 * Whether the holder of this key said all of it: the header, its place among the changes of its origin, and those parts
 * that still have their text. The names outside the header are not signed, so they have to be those inside.
 */
export function isSaidBy(
  key: string,
  change: SharedChange,
  header: ChangeHeader,
  team: string,
  signatures: Pick<Signatures, "verify">,
): boolean {
  return (
    header.team === team &&
    header.origin === change.origin &&
    header.seq === change.seq &&
    header.parts.length === change.parts.length &&
    header.parts.every((said, n) => isPartOf(said, change.parts[n])) &&
    signatures.verify(change.header, change.signature, key)
  );
}

function isPartOf(said: ChangeHeader["parts"][number], part: SharedPart | undefined): boolean {
  if (!part || part.digest !== said.digest || part.person !== said.person) return false;
  if (part.about.length !== said.about.length || part.about.some((id, n) => id !== said.about[n]))
    return false;
  if (part.args === undefined) return part.salt === undefined;
  return part.salt !== undefined && digestOf(part.salt, part) === part.digest;
}

/** Undefined for arguments that cannot be written down, such as those that are nested too deeply. */
function digestOf(salt: string, { args = null }: SharedPart): string | undefined {
  try {
    return sharedPartDigest(salt, args);
  } catch {
    return undefined;
  }
}
