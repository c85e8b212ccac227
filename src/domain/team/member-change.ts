import type { Author } from "../shared/actor.ts";
import type { Json } from "../shared/canonical-json.ts";
import type { MemberAction } from "./member-statements.ts";
import { sharedPartDigest } from "./part-digest.ts";
import { type ChangeHeader, HEADER_FORMAT, type SharedChange } from "./shared-change.ts";

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
