import * as z from "zod";
import {
  type AccessKey,
  expiryOf,
  KeyId,
  keyNotFound,
  keyStanding,
  keyToken,
  SECRET_BYTES,
  tokenDigest,
} from "../../domain/access/access-key.ts";
import {
  PAGE_TOKEN_BYTES,
  pageKeyName,
  pageToken,
  servesPage,
  TICKET_LIFETIME_MS,
} from "../../domain/access/page-session.ts";
import { ProjectName } from "../../domain/access/project.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { personName } from "../../domain/shared/person-name.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { oneLine, type Screened } from "../../domain/shared/text.ts";
import { actOf, type Call, defineOperation } from "../shared/operation.ts";
import type { AccessDeps } from "./deps.ts";

/** The name of a key is shown in lists. */
const LONGEST_NAME = 100;

/** A ticket for the page. Its text is in the link and nowhere else. */
export interface IssuedTicket {
  readonly ticket: string;
  readonly expiresAt: Date;
  readonly key: AccessKey;
}

export const makePageTicket = defineOperation({
  name: "make-page-ticket",
  summary: "Make a link that signs a person in to the web page once.",
  effect: "append",
  role: "admin",
  input: z.strictObject({
    /** An existing key: the page then has its role and project, and stands for whom the key was made for. */
    key: KeyId.optional(),
    /** The project to begin with. */
    begin: ProjectName.optional(),
  }),
  async run({ key: id, begin }, deps: AccessDeps, call): Promise<IssuedTicket> {
    requirePerson(call);
    const { store, clock, entropy, secrets } = deps;
    const now = clock.now();
    const token = pageToken(entropy.bytes(PAGE_TOKEN_BYTES.id), entropy.bytes(PAGE_TOKEN_BYTES.secret));
    const expiresAt = new Date(now.getTime() + TICKET_LIFETIME_MS);
    const ticket = { id: token.id, digest: token.digest, begin, expiresAt };
    const existing = id === undefined ? undefined : await requireOpenKey(id, deps);
    const person = existing ? (personName(existing.name, secrets) ?? existing.name) : call.actor.author.name;
    const key = await store.addPageTicket(
      { ...ticket, person },
      existing ?? ownKey(person, deps, now),
      actOf(deps, call),
    );
    return { ticket: token.text, expiresAt, key };
  },
});

/** What a person does on the page is taken for their word, so nobody else may open it. */
function requirePerson({ actor }: Call): void {
  if (actor.author.kind === "human") return;
  throw new Fault("forbidden", "Only a person opens the page: what is done there counts as their word.", {
    reason: "person_required",
    hint: "Nothing was made. A person can open it at their own terminal.",
  });
}

async function requireOpenKey(id: string, { store, clock }: AccessDeps): Promise<AccessKey> {
  const key = await store.findKey(id);
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
