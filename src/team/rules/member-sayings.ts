import type { AuthorKind, Role } from "../../shared/actor.ts";
import type { Json } from "../../shared/canonical-json.ts";
import type { ReceivedInvitation } from "./invitation.ts";
import { type SharedChange, sealMemberChange } from "./member-change.ts";
import {
  changedText,
  continuedText,
  foundedText,
  joinedText,
  type MemberAction,
} from "./member-statements.ts";
import { originIdOf, teamIdOf } from "./names.ts";
import type { Signatures, SigningKey } from "./signatures.ts";

/** Who says something about members, when and through which program. */
export interface Saying {
  /** Of the machine that says it. */
  readonly key: SigningKey;
  readonly seq: number;
  readonly at: Date;
  readonly author: { readonly kind: AuthorKind };
  readonly client: string;
  /** Random; hexadecimal. */
  readonly salt: string;
}

type Signing = Pick<Signatures, "sign">;

/** The first change of the machine that made the team. */
export function sayFounded(
  saying: Saying,
  { machine, project }: { readonly machine: string; readonly project: string },
  teamKey: SigningKey,
  signing: Signing,
): SharedChange {
  const { team, origin, key } = own(saying, teamKey.publicKey);
  const proof = signing.sign(foundedText({ team, origin, key }, project), teamKey.privateKey);
  const statement = { project, team_key: teamKey.publicKey, key, machine, proof };
  return sealed(saying, team, "member.founded", origin, statement, signing);
}

/** The first change of a machine that was invited. */
export function sayJoined(
  saying: Saying,
  machine: string,
  { invitation, text, signature, privateKey }: ReceivedInvitation,
  signing: Signing,
): SharedChange {
  const { team, origin, key } = own(saying, invitation.team_key);
  const proof = signing.sign(joinedText({ team, origin, key }), privateKey);
  const statement = { key, machine, invitation: { text, signature }, proof };
  return sealed(saying, team, "member.joined", origin, statement, signing);
}

/** The first change of a machine under another name. `before` is the key that it had. */
export function sayContinued(
  saying: Saying,
  machine: string,
  teamKey: string,
  before: SigningKey,
  signing: Signing,
): SharedChange {
  const { team, origin, key } = own(saying, teamKey);
  const old = originIdOf(before.publicKey);
  const proof = signing.sign(continuedText({ team, origin, key }, old), before.privateKey);
  return sealed(saying, team, "member.continued", origin, { origin: old, key, machine, proof }, signing);
}

/** Another role for a member; without one it is removed. */
export function sayChanged(
  saying: Saying,
  {
    member,
    role,
    serial,
  }: { readonly member: string; readonly role?: Role | undefined; readonly serial: number },
  teamKey: SigningKey,
  signing: Signing,
): SharedChange {
  const { team } = own(saying, teamKey.publicKey);
  const proof = signing.sign(changedText(team, member, role, serial), teamKey.privateKey);
  const statement = { member, ...(role === undefined ? { removed: true } : { role }), serial, proof };
  return sealed(saying, team, "member.changed", member, statement, signing);
}

const own = ({ key }: Saying, teamKey: string) => ({
  team: teamIdOf(teamKey),
  origin: originIdOf(key.publicKey),
  key: key.publicKey,
});

function sealed(
  { key, ...facts }: Saying,
  team: string,
  action: MemberAction,
  subject: string,
  statement: Json,
  signing: Signing,
): SharedChange {
  const origin = originIdOf(key.publicKey);
  return sealMemberChange({ ...facts, team, origin, action, subject, statement }, (header) =>
    signing.sign(header, key.privateKey),
  );
}
