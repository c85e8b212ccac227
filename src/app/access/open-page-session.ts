import {
  PAGE_TOKEN_BYTES,
  pageActor,
  pageToken,
  readPageToken,
  refusedTicket,
  SESSION_LIFETIME_MS,
  type SignedIn,
} from "../../domain/access/page-session.ts";
import { MEMORY_AUTHOR } from "../../domain/shared/actor.ts";
import type { Screened } from "../../domain/shared/text.ts";
import type { AccessDeps } from "./deps.ts";

/** Whoever shows a ticket has no call yet: the ticket is all that is known of them. @throws Fault `forbidden`. */
export async function openPageSession(
  ticket: string,
  client: Screened,
  { store, clock, entropy }: Pick<AccessDeps, "store" | "clock" | "entropy">,
): Promise<SignedIn & { readonly cookie: string }> {
  const presented = readPageToken(ticket);
  if (!presented) throw refusedTicket("unknown");
  const token = pageToken(entropy.bytes(PAGE_TOKEN_BYTES.id), entropy.bytes(PAGE_TOKEN_BYTES.secret));
  const at = clock.now();
  const opened = await store.openPageSession(
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
