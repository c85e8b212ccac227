import { closePageSession, openPageSession } from "../../../access/index.ts";
import type { Deps } from "../../../memory/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { startScreening } from "../../../shared/screening.ts";
import type { Screened } from "../../../shared/text.ts";
import { PLAIN_PAGE_WORDING } from "../../../tools/page/wording.ts";
import { readBody } from "../body.ts";
import { faultResponse } from "../fault-response.ts";
import { clearCookie, setCookie } from "./cookie.ts";
import type { Visitor } from "./visitor.ts";
import { visitorOf } from "./visitor.ts";

const MOST_MEGABYTES = 1;

const pageClient = ({ secrets }: Pick<Deps, "secrets">, version: string): Screened =>
  startScreening(secrets).text("client", `membria-page/${version}`);

/** Makes a session of the ticket in the body, and gives the browser its cookie. */
export async function signIn(
  request: Request,
  deps: Deps,
  settings: { readonly version: string; readonly isSecure: boolean; readonly readOnly: boolean },
  describe: (visitor: Visitor) => Promise<unknown>,
): Promise<Response> {
  const body = await readBody(request, MOST_MEGABYTES, "A ticket is short.");
  if (body instanceof Response) return body;
  try {
    const client = pageClient(deps, settings.version);
    const { cookie, ...signedIn } = await openPageSession(ticketIn(body), client, deps);
    const visitor = visitorOf(signedIn, cookie, { ...settings, isStillValid: async () => true });
    return Response.json(await describe(visitor), {
      headers: { "Set-Cookie": setCookie(request, cookie, settings.isSecure) },
    });
  } catch (error) {
    const { fault, response } = faultResponse(error, PLAIN_PAGE_WORDING);
    if (fault.code === "internal") throw error;
    deps.log.warn("Nobody was signed in to the page.", { reason: fault.reason });
    return response;
  }
}

/** Ends the session for good, also for who has a copy of the cookie. */
export async function signOut(
  request: Request,
  { signedIn }: Visitor,
  deps: Deps,
  settings: { readonly version: string; readonly isSecure: boolean },
): Promise<Response> {
  if (signedIn) await closePageSession(signedIn, pageClient(deps, settings.version), deps);
  return new Response(null, {
    status: 204,
    headers: { "Set-Cookie": clearCookie(request, settings.isSecure) },
  });
}

function ticketIn(body: Uint8Array): string {
  let ticket: unknown;
  try {
    ticket = (JSON.parse(new TextDecoder().decode(body)) as { ticket?: unknown } | null)?.ticket;
  } catch {
    // As if it were missing.
  }
  if (typeof ticket === "string") return ticket;
  throw new Fault("invalid", "The body has no ticket.", {
    field: "ticket",
    reason: "missing_ticket",
    hint: 'Send {"ticket": "…"} with what stands after #ticket= in the link.',
  });
}
