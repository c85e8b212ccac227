import type { Role } from "../../src/shared/actor.ts";
import type { Json } from "../../src/shared/canonical-json.ts";
import { ed25519Signatures } from "../../src/team/files/signatures.ts";
import { makeInvitation, readInvitation } from "../../src/team/rules/invitation.ts";
import {
  type ChangeHeader,
  HEADER_FORMAT,
  type OrderedChange,
  type SharedChange,
  sharedPartDigest,
} from "../../src/team/rules/member-change.ts";
import {
  type Saying,
  sayChanged,
  sayContinued,
  sayFounded,
  sayJoined,
} from "../../src/team/rules/member-sayings.ts";
import { originIdOf, teamIdOf } from "../../src/team/rules/names.ts";
import type { SigningKey } from "../../src/team/rules/signatures.ts";

export const signatures = ed25519Signatures();
export const PROJECT = "github.com/acme/shop";
export const NOW = new Date("2026-03-02T10:00:00.000Z");
const DAY_MS = 86_400_000;
const SALT = "00112233445566778899aabbccddeeff";

/** A machine with its key, which numbers what it says. */
export function machine(name: string) {
  const key = signatures.newKey();
  let seq = 0;
  return {
    name,
    key,
    origin: originIdOf(key.publicKey),
    saying: (at = NOW): Saying => {
      seq += 1;
      return { key, seq, at, author: { kind: "human" }, client: "membria-cli/test", salt: SALT };
    },
    nextSeq: (): number => {
      seq += 1;
      return seq;
    },
  };
}
export type Machine = ReturnType<typeof machine>;

/** A team, whose creator says who is in it. */
export function foundTeam(teamKey: SigningKey = signatures.newKey()) {
  const creator = machine("creator");
  const serials = new Map<string, number>();
  const team = teamIdOf(teamKey.publicKey);
  const invite = (role: Role = "agent", days = 7, from = NOW): string =>
    makeInvitation(
      {
        project: PROJECT,
        url: "redis://hub.example:6379",
        graph: team,
        role,
        expires: new Date(from.getTime() + days * DAY_MS),
      },
      teamKey,
      signatures,
    );
  return {
    creator,
    team,
    teamKey,
    invite,
    founded: () =>
      sayFounded(creator.saying(), { machine: "creator", project: PROJECT }, teamKey, signatures),
    joined: (who: Machine, token: string, at?: Date) =>
      sayJoined(who.saying(at), who.name, readInvitation(token, signatures), signatures),
    continued: (who: Machine, before: Machine) =>
      sayContinued(who.saying(), who.name, teamKey.publicKey, before.key, signatures),
    changed: (member: string, role: Role | undefined, by: Machine = creator, serial?: number) => {
      const next = serial ?? (serials.get(member) ?? 0) + 1;
      serials.set(member, next);
      return sayChanged(by.saying(), { member, role, serial: next }, teamKey, signatures);
    },
    said: (who: Machine, action: string, subject = "dec_1", args: Json = { statement: "Use Redis" }) =>
      saidBy(who, team, action, subject, args),
  };
}

/** Any other change of a machine. */
function saidBy(who: Machine, team: string, action: string, subject: string, args: Json): SharedChange {
  const digest = sharedPartDigest(SALT, args);
  const seq = who.nextSeq();
  const header: ChangeHeader = {
    format: HEADER_FORMAT,
    team,
    origin: who.origin,
    seq,
    at: NOW.getTime(),
    action,
    kind: action.split(".")[0] ?? "",
    subject,
    refs: [subject],
    author: { kind: "agent", name: "claude-code" },
    client: "claude-code/2",
    version: 1,
    parts: [{ digest, about: [subject] }],
  };
  const text = JSON.stringify(header);
  return {
    origin: who.origin,
    seq,
    header: text,
    signature: signatures.sign(text, who.key.privateKey),
    parts: [{ about: [subject], digest, salt: SALT, args }],
  };
}

/** As the log would order them. */
export const inLog = (changes: readonly SharedChange[], first = 1): OrderedChange[] =>
  changes.map((change, n) => ({ ...change, position: first + n }));
