import { createHash } from "node:crypto";
import * as z from "zod";
import { AUTHOR_KINDS } from "../shared/actor.ts";
import type { Json } from "../shared/canonical-json.ts";

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
