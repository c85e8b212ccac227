import { closePageSession, openPageSession } from "../../../access/index.ts";
import type { Deps } from "../../../memory/index.ts";
import { listProjects } from "../../../portability/index.ts";
import { hasRole, type Role } from "../../../shared/actor.ts";
import { Fault } from "../../../shared/errors.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../../shared/scope.ts";
import { startScreening } from "../../../shared/screening.ts";
import type { Screened } from "../../../shared/text.ts";
import { PLAIN_PAGE_WORDING } from "../../../tools/page/wording.ts";
import { readBody } from "../body.ts";
import { faultResponse } from "../problem.ts";
import { beginsWith, callOfVisitor, type PagePlace } from "./page-call.ts";
import { clearCookie, setCookie, type Visitor, visitorOf } from "./visitor.ts";

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

/** What the browser is told about its session. */
interface SessionResult {
  readonly person: string;
  readonly role: Role;
  /** Set if it may see this one alone. */
  readonly project: string | null;
  /** Those that it may see and knows of. */
  readonly projects: readonly string[];
  /** The one to begin with. */
  readonly current: string;
  readonly csrf: string;
  readonly readsOnly: boolean;
  readonly version: string;
  readonly expires_at: string | null;
}

export async function describeSession(
  visitor: Visitor,
  deps: Deps,
  facts: {
    readonly place: PagePlace;
    readonly version: string;
    readonly dueDays: number;
    readonly signal: AbortSignal;
  },
): Promise<SessionResult> {
  const current = await beginsWith(visitor, facts.place);
  const call = callOfVisitor(visitor, visitor.project ?? ALL_PROJECTS, deps, facts);
  // The names of all projects are for who may do everything, as on the command line.
  const known =
    visitor.project === undefined && hasRole(call.actor, "admin")
      ? (await perform(listProjects, {}, deps, call)).map(({ project }) => project)
      : [];
  return {
    person: visitor.person,
    role: visitor.role,
    project: visitor.project ?? null,
    projects: [...new Set([current, ...known])],
    current,
    csrf: visitor.csrf,
    readsOnly: visitor.readsOnly !== undefined,
    version: facts.version,
    expires_at: visitor.expiresAt?.toISOString() ?? null,
  };
}
