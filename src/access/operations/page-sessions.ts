import * as z from "zod";
import { MEMORY_AUTHOR } from "../../shared/actor.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { personName } from "../../shared/names.ts";
import { actOf, defineOperation, type PersonOnly } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import { oneLine, type Screened } from "../../shared/text.ts";
import {
  type AccessKey,
  expiryOf,
  KeyId,
  keyNotFound,
  keyStanding,
  keyToken,
  SECRET_BYTES,
  tokenDigest,
} from "../rules/access-key.ts";
import {
  isSameToken,
  PAGE_TOKEN_BYTES,
  pageActor,
  pageKeyName,
  pageToken,
  readPageToken,
  refusedTicket,
  SESSION_LIFETIME_MS,
  type SignedIn,
  servesPage,
  sessionStanding,
  TICKET_LIFETIME_MS,
} from "../rules/page-session.ts";
import { ProjectName } from "../rules/project.ts";
import { findKey } from "../sql/keys.ts";
import { addPageSession, addPageTicket, readPageSession, removePageSession } from "../sql/page-sessions.ts";
import type { AccessDeps } from "./access-deps.ts";

/** The name of a key is shown in lists. */
const LONGEST_NAME = 100;

/** A ticket for the page. Its text is in the link and nowhere else. */
interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
  readonly key: AccessKey;
}

/** What a person does on the page is taken for their word, so nobody else may open it. */
const PERSON_OPENS: PersonOnly<readonly unknown[]> = {
  does: "opens the page: what is done there counts as their word",
  agent: true,
  script: true,
};

export const makePageTicket = defineOperation({
  name: "make-page-ticket",
  summary: "Make a link that signs a person in to the web page once.",
  effect: "append",
  role: "admin",
  personOnly: PERSON_OPENS,
  input: z.strictObject({
    /** An existing key: the page then has its role and project, and stands for whom the key was made for. */
    key: KeyId.optional(),
    /** The project to begin with. */
    begin: ProjectName.optional(),
  }),
  async run({ key: id, begin }, deps: AccessDeps, call): Promise<IssuedTicket> {
    const { memory, clock, entropy, secrets } = deps;
    const now = clock.now();
    const token = pageToken(entropy.bytes(PAGE_TOKEN_BYTES.id), entropy.bytes(PAGE_TOKEN_BYTES.secret));
    const expiresAt = new Date(now.getTime() + TICKET_LIFETIME_MS);
    const ticket = { id: token.id, digest: token.digest, begin, expiresAt };
    const existing = id === undefined ? undefined : await requireOpenKey(id, deps);
    const person = existing ? (personName(existing.name, secrets) ?? existing.name) : call.actor.author.name;
    const key = await addPageTicket(
      memory,
      { ...ticket, person },
      existing ?? ownKey(person, deps, now),
      actOf(deps, call),
    );
    return { ticket: token.text, expiresAt, key };
  },
});

async function requireOpenKey(id: string, { memory, clock }: AccessDeps): Promise<AccessKey> {
  const key = await findKey(memory, id);
  if (!key) throw keyNotFound(id);
  const standing = keyStanding(key, clock.now());
  if (standing === "active") return key;
  throw new Fault("conflict", `The key ${id} is ${standing}, so it opens no page.`, {
    field: "key",
    received: id,
    reason: `${standing}_key`,
    remedies: [{ remedy: "list-keys" }],
  });
}

/** The key of the person's own page. Nobody knows its secret: it opens nothing but the page. */
function ownKey(person: Screened, deps: AccessDeps, now: Date) {
  const name = oneLine(startScreening(deps.secrets).text("name", pageKeyName(person)), LONGEST_NAME);
  const id = deps.ids.next(ID_PREFIX.key);
  const newKey: AccessKey = {
    id,
    name,
    role: "admin",
    mayConsent: false,
    digest: tokenDigest(keyToken(id, deps.entropy.bytes(SECRET_BYTES))),
    createdAt: now,
    expiresAt: expiryOf(undefined, now),
  };
  return { newKey, serves: (key: AccessKey) => servesPage(key, newKey, now) };
}

/** Whoever shows a ticket has no call yet: the ticket is all that is known of them. @throws Fault `forbidden`. */
export async function openPageSession(
  ticket: string,
  client: Screened,
  { memory, clock, entropy }: Pick<AccessDeps, "memory" | "clock" | "entropy">,
): Promise<SignedIn & { readonly cookie: string }> {
  const presented = readPageToken(ticket);
  if (!presented) throw refusedTicket("unknown");
  const token = pageToken(entropy.bytes(PAGE_TOKEN_BYTES.id), entropy.bytes(PAGE_TOKEN_BYTES.secret));
  const at = clock.now();
  const opened = await addPageSession(
    memory,
    presented,
    { token, expiresAt: new Date(at.getTime() + SESSION_LIFETIME_MS) },
    {
      opens: ({ person }, key) => ({ by: pageActor(person, key, client), at }),
      ends: { by: { author: MEMORY_AUTHOR, role: "admin", client }, at },
    },
  );
  if (typeof opened === "string") throw refusedTicket(opened);
  return { ...opened, cookie: token.text };
}

/** Who has this cookie. Undefined if nobody has, or not any more. */
export async function findPageSession(
  cookie: string,
  { memory, clock }: Pick<AccessDeps, "memory" | "clock">,
): Promise<SignedIn | undefined> {
  const presented = readPageToken(cookie);
  if (!presented) return undefined;
  const found = await readPageSession(memory, presented.id);
  const isTheirs = isSameToken(found?.session.digest, presented);
  if (!isTheirs || !found?.key) return undefined;
  const { session, key } = found;
  return sessionStanding(session, key, clock.now()) === "open" ? { session, key } : undefined;
}

export async function closePageSession(
  { session, key }: SignedIn,
  client: Screened,
  { memory, clock }: Pick<AccessDeps, "memory" | "clock">,
): Promise<void> {
  const by = pageActor(session.person, key, client);
  await removePageSession(memory, session.id, { by, at: clock.now() });
}
