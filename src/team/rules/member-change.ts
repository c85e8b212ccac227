import { createHash } from "node:crypto";
import * as z from "zod";
import { AUTHOR_KINDS, type Author } from "../../shared/actor.ts";
import { canonicalJson, type Json } from "../../shared/canonical-json.ts";
import type { MemberAction } from "./member-statements.ts";
import type { Signatures } from "./signatures.ts";

interface MemberChangeParts {
  readonly team: string;
  /** Who says it; the number is its next one. */
  readonly origin: string;
  readonly seq: number;
  readonly action: MemberAction;
  /** Whom it is about. */
  readonly subject: string;
  readonly statement: Json;
  readonly at: Date;
  readonly author: Pick<Author, "kind">;
  readonly client: string;
  /** Random; hexadecimal. */
  readonly salt: string;
}

const ARGUMENTS_VERSION = 1;

/** A change about members, ready for the log. The author stays without a name: a name of a person can be erased. */
export function sealMemberChange(
  { statement, salt, at, author, ...said }: MemberChangeParts,
  sign: (header: string) => string,
): SharedChange {
  const part = { about: [], digest: sharedPartDigest(salt, statement), salt, args: statement };
  const header: ChangeHeader = {
    format: HEADER_FORMAT,
    ...said,
    at: at.getTime(),
    kind: "member",
    refs: [],
    author: { kind: author.kind },
    version: ARGUMENTS_VERSION,
    parts: [{ digest: part.digest, about: [] }],
  };
  const text = JSON.stringify(header);
  return { origin: said.origin, seq: said.seq, header: text, signature: sign(text), parts: [part] };
}

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

/** What a header says of a part: covers the salt and the arguments. Both texts are hexadecimal. */
export const sharedPartDigest = (salt: string, args: Json): string =>
  createHash("sha256").update(Buffer.from(salt, "hex")).update(canonicalJson(args)).digest("hex");

/** Names a change for ever: the machine that made it, and its number among the changes that this machine shared. */
export interface ChangeKey {
  readonly origin: string;
  readonly seq: number;
}

export const keyText = ({ origin, seq }: ChangeKey): string => `${origin}:${seq}`;

/** One piece of the arguments of a change. Its text can go without the other parts, and the signature stays valid. */
export interface SharedPart {
  /** The records whose text it holds. */
  readonly about: readonly string[];
  /** Set if it is the name of a person. */
  readonly person?: string | undefined;
  /** Covers salt and arguments; hexadecimal. */
  readonly digest: string;
  /** Hexadecimal; gone, together with the arguments, once one of the records was erased. */
  readonly salt?: string | undefined;
  readonly args?: Json | undefined;
}

/** A change as machines exchange it. */
export interface SharedChange extends ChangeKey {
  /** The text that is signed: the JSON of a `ChangeHeader`, kept to the letter, whatever a newer Membria puts into it. */
  readonly header: string;
  /** By the key of the origin; base64. */
  readonly signature: string;
  readonly parts: readonly SharedPart[];
}

/** A change with its place in the order that the team agrees on. */
export interface OrderedChange extends SharedChange {
  readonly position: number;
}

/** Fields that only a newer Membria knows are kept, because the text of the header is. */
export const ChangeHeader = z.object({
  format: z.number().int(),
  team: z.string(),
  origin: z.string(),
  seq: z.number().int().positive(),
  at: z.number().int(),
  action: z.string(),
  kind: z.string(),
  subject: z.string(),
  refs: z.array(z.string()),
  author: z.object({
    kind: z.enum(AUTHOR_KINDS),
    name: z.string().optional(),
    person: z.string().optional(),
  }),
  client: z.string(),
  /** The version of the arguments. */
  version: z.number().int(),
  parts: z.array(z.object({ digest: z.string(), about: z.array(z.string()), person: z.string().optional() })),
});
export type ChangeHeader = z.output<typeof ChangeHeader>;

/** The format of headers that this Membria writes and understands. */
export const HEADER_FORMAT = 1;

/** What two changes with the same key must have in common. */
export const headerDigest = (header: string): string => createHash("sha256").update(header).digest("hex");
