import { parseProjectName } from "../../../access/index.ts";
import type { Deps } from "../../../memory/index.ts";
import type { Actor } from "../../../shared/actor.ts";
import { personName } from "../../../shared/names.ts";
import { noCheckout } from "../../../shared/operations/checkout.ts";
import type { Call } from "../../../shared/operations/operation.ts";
import type { Checkout } from "../../../shared/ports.ts";
import { ALL_PROJECTS, type Scope } from "../../../shared/scope.ts";
import { startScreening } from "../../../shared/screening.ts";
import { requireOwnProject } from "../../calls/call.ts";
import type { Visitor } from "./visitor.ts";

const PROJECT_HEADER = "membria-project";

/** The place of the page: what the server knows about its projects. */
export interface PagePlace {
  /** The project to begin with where nothing else names one. */
  project(): Promise<string>;
  /** The repository of a project, if the server sees it. */
  checkoutOf(project: string): Promise<Checkout | undefined>;
}

/** The project that a request names, or the one to begin with. @throws Fault */
export async function scopeOf(request: Request, visitor: Visitor, place: PagePlace): Promise<Scope> {
  const named = request.headers.get(PROJECT_HEADER);
  return ownScope(named, visitor, place);
}

export async function ownScope(named: string | null, visitor: Visitor, place: PagePlace): Promise<Scope> {
  const scope =
    named === null
      ? await beginsWith(visitor, place)
      : named === ALL_PROJECTS
        ? named
        : parseProjectName(named, "the header Membria-Project");
  requireOwnProject(visitor.project, scope);
  return scope;
}

export async function beginsWith(visitor: Visitor, place: PagePlace): Promise<string> {
  return visitor.project ?? visitor.begin ?? (await place.project());
}

/** A call of the page is the person's own act, and the click is their consent. */
export function callOfVisitor(
  visitor: Visitor,
  scope: Scope,
  deps: Deps,
  facts: { readonly version: string; readonly dueDays: number; readonly signal: AbortSignal },
): Call {
  const screen = startScreening(deps.secrets);
  const actor: Actor = {
    role: visitor.role,
    author: {
      kind: "human",
      name: personName(visitor.person, deps.secrets) ?? screen.text("author", "human"),
    },
    client: screen.text("client", `membria-page/${facts.version}`),
    ...(visitor.key !== undefined && { key: visitor.key }),
  };
  return {
    actor,
    scope,
    confinedTo: visitor.project,
    dueDays: facts.dueDays,
    notices: [],
    lateNotices: () => deps.lateNotices.take({ actor, scope }),
    consent: () => true,
    mayReportConsent: true,
    sharing: deps.team.sharingOf(scope),
    signal: facts.signal,
    progress: () => {},
  };
}

/** With the repository of the project, and that of no other. */
export async function depsOfScope(deps: Deps, scope: Scope, place: PagePlace): Promise<Deps> {
  const checkout = scope === ALL_PROJECTS ? undefined : await place.checkoutOf(scope);
  return { ...deps, checkout: checkout ?? noCheckout };
}
