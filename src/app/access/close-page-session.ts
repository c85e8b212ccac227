import { pageActor, type SignedIn } from "../../domain/access/page-session.ts";
import type { Screened } from "../../domain/shared/text.ts";
import type { AccessDeps } from "./deps.ts";

export async function closePageSession(
  { session, key }: SignedIn,
  client: Screened,
  { store, clock }: Pick<AccessDeps, "store" | "clock">,
): Promise<void> {
  const by = pageActor(session.person, key, client);
  await store.closePageSession(session.id, { by, at: clock.now() });
}
