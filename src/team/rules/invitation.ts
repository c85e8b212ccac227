import { createHash } from "node:crypto";
import * as z from "zod";
import { ROLES, type Role } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { invitationText } from "./member-statements.ts";
import { teamIdOf } from "./names.ts";
import type { Signatures, SigningKey } from "./signatures.ts";

const PREFIX = "membria-invite-";
const CHECKSUM_BYTES = 4;
const VERSION = 1;

/** What the creator of a team signed: who has the key in it may come in once, in this role. It has no password. */
const Invitation = z.object({
  v: z.literal(VERSION),
  team: z.string(),
  team_key: z.string(),
  project: z.string(),
  url: z.string(),
  graph: z.string(),
  role: z.enum(ROLES),
  key: z.string(),
  /** In milliseconds since 1970. */
  expires: z.number().int(),
});
export type Invitation = z.output<typeof Invitation>;

/** An invitation with what its receiver needs to use it. */
export interface ReceivedInvitation extends SignedInvitation {
  readonly invitation: Invitation;
  /** Of the key that is in the invitation. */
  readonly privateKey: string;
}

/** The text to the letter, because the signature is over it. */
export interface SignedInvitation {
  readonly text: string;
  readonly signature: string;
}

interface InvitationTo {
  readonly project: string;
  /** Without user and password. */
  readonly url: string;
  readonly graph: string;
  readonly role: Role;
  readonly expires: Date;
}

/** An invitation as it is printed. Whoever has it can use it, once. */
export function makeInvitation(
  { expires, ...to }: InvitationTo,
  teamKey: SigningKey,
  signatures: Pick<Signatures, "newKey" | "sign">,
): string {
  const own = signatures.newKey();
  const invitation: Invitation = {
    v: VERSION,
    team: teamIdOf(teamKey.publicKey),
    team_key: teamKey.publicKey,
    ...to,
    key: own.publicKey,
    expires: expires.getTime(),
  };
  const text = JSON.stringify(invitation);
  const signature = signatures.sign(invitationText(text), teamKey.privateKey);
  const body = Buffer.from([signature, own.privateKey, text].join("\n"));
  return PREFIX + Buffer.concat([checksumOf(body), body]).toString("base64url");
}

/** Reads a printed invitation. Blanks and line breaks in it are passed over. @throws Fault `invalid`. */
export function readInvitation(printed: string, signatures: Pick<Signatures, "verify">): ReceivedInvitation {
  const token = printed.replace(/\s+/g, "");
  if (!token.startsWith(PREFIX)) throw notAnInvitation();
  const bytes = Buffer.from(token.slice(PREFIX.length), "base64url");
  const body = bytes.subarray(CHECKSUM_BYTES);
  if (!checksumOf(body).equals(bytes.subarray(0, CHECKSUM_BYTES))) throw notWhole();
  const [signature = "", privateKey = "", text = ""] = body.toString("utf8").split("\n");
  const invitation = invitationIn({ text, signature }, signatures);
  if (!invitation) throw isNewer(text) ? ofNewerVersion() : notSigned();
  return { invitation, text, signature, privateKey };
}

/** The invitation, if the team that it names signed it. */
export function invitationIn(
  { text, signature }: SignedInvitation,
  signatures: Pick<Signatures, "verify">,
): Invitation | undefined {
  const invitation = parsed(text);
  if (!invitation || teamIdOf(invitation.team_key) !== invitation.team) return undefined;
  return signatures.verify(invitationText(text), signature, invitation.team_key) ? invitation : undefined;
}

function parsed(text: string): Invitation | undefined {
  try {
    return Invitation.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const checksumOf = (body: Uint8Array): Buffer =>
  createHash("sha256").update(body).digest().subarray(0, CHECKSUM_BYTES);

/** Whether only a newer version can read it. */
function isNewer(text: string): boolean {
  try {
    return (JSON.parse(text) as { readonly v?: unknown }).v !== VERSION;
  } catch {
    return false;
  }
}

const ofNewerVersion = (): Fault =>
  new Fault("invalid", "The invitation was made by another version of Membria.", {
    field: "invitation",
    reason: "invitation_unknown",
    hint: "Use the version of Membria that the member who invited you uses, or a newer one.",
  });

/** What was received is not repeated: whoever reads it could come in. */
const notAnInvitation = (): Fault =>
  new Fault("invalid", `This is not an invitation: one begins with ${PREFIX}.`, {
    field: "invitation",
    reason: "not_an_invitation",
    hint: "Copy all that was printed when the invitation was made.",
  });

const notWhole = (): Fault =>
  new Fault("invalid", "The invitation is not whole: it was cut off or changed when it was copied.", {
    field: "invitation",
    reason: "invitation_not_whole",
    hint: "Copy all of it again, from the first letter to the last one.",
  });

const notSigned = (): Fault =>
  new Fault("invalid", "The invitation is not signed by the team that it names.", {
    field: "invitation",
    reason: "invitation_not_signed",
    hint: "Do not use it. Ask a member of the team, whom you know, for another one.",
  });
