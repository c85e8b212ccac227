import { isProjectName, NO_USAGE, normaliseOrigin, spend } from "../../access/index.ts";
import type { Deps } from "../../memory/index.ts";
import {
  type Delivery,
  FORGE_NAMES,
  type Forge,
  type ForgeEvent,
  type ForgeRepository,
  payloadOf,
  type Received,
  recordDelivery,
} from "../../repository/index.ts";
import { perform } from "../../shared/operations/operation.ts";
import { oneLine, type Screened } from "../../shared/text.ts";
import { readBody } from "./body.ts";
import { problemResponse } from "./problem.ts";
import {
  answerTo,
  BUSY,
  missingHeaders,
  NO_OBJECT,
  nothing,
  tooMany,
  UNAUTHORIZED,
} from "./webhook-answers.ts";
import { deliveryOf, WEBHOOK_HEADERS } from "./webhook-headers.ts";

/** Answers a request to the path of a service. */
export type Webhooks = (forge: Forge, request: Request) => Promise<Response>;

export interface WebhookSettings {
  readonly secret: string;
  /** The only project that is written to, if the server has one. */
  readonly project?: string | undefined;
  readonly dueDays: number;
}

const LARGEST_MB = 5;
const TOO_LARGE = "Nothing of it was read. What such an event says is found with: membria git sync";
/** Bodies that are read before anybody knows who sent them: together they stay below 100 MB. */
const MOST_AT_ONCE = 16;
const MOST_A_MINUTE = 300;
const LONGEST_NAME = 200;

/** What services that host repositories report. Who knows the secret is believed, and nobody else is. */
export function createWebhooks(deps: Deps, { secret, project: only, dueDays }: WebhookSettings): Webhooks {
  let reading = 0;
  let usage = NO_USAGE;

  /** The body, if the secret says that it comes from the service. */
  async function authenticBody(forge: Forge, request: Request): Promise<Uint8Array | Response> {
    const { mayBeAuthentic, isAuthentic } = WEBHOOK_HEADERS[forge];
    const { headers } = request;
    if (!mayBeAuthentic(headers, secret)) return refused(forge);
    if (reading >= MOST_AT_ONCE) return problemResponse(BUSY);
    reading += 1;
    try {
      const body = await readBody(request, LARGEST_MB, TOO_LARGE);
      if (body instanceof Response) return body;
      return isAuthentic(headers, secret, body) ? body : refused(forge);
    } finally {
      reading -= 1;
    }
  }

  function refused(forge: Forge): Response {
    deps.log.warn("A webhook was refused, because it does not prove that it knows the secret", { forge });
    return problemResponse(UNAUTHORIZED);
  }

  /** The project of this memory that a repository belongs to. */
  async function projectOf(repository: ForgeRepository, request: Request): Promise<string | undefined> {
    const names = repository.addresses.map(normaliseOrigin).filter((name) => name !== undefined);
    const about = await deps.store.projectsAbout([...new Set(names)]);
    const asked = new URL(request.url).searchParams.get("project");
    // A name that only exists here is no name of a repository, so whether it is known is asked in the same way.
    const found =
      about[0] ?? (isProjectName(asked) ? (await deps.store.projectsAbout([asked]))[0] : undefined);
    return only === undefined || found === only ? found : undefined;
  }

  async function record(project: string, delivery: Delivery, event: ForgeEvent): Promise<Received> {
    const name = delivery.forge as string as Screened;
    return perform(recordDelivery, { delivery, event }, deps, {
      actor: { role: "agent", author: { kind: "script", name }, client: name },
      scope: project,
      dueDays,
      notices: [],
      consent: () => undefined,
      mayReportConsent: false,
      sharing: deps.team.sharingOf(project),
      signal: new AbortController().signal,
      progress: () => {},
    });
  }

  return async (forge, request) => {
    const body = await authenticBody(forge, request);
    if (body instanceof Response) return body;
    const spent = spend(usage, MOST_A_MINUTE, deps.clock.elapsed());
    usage = spent.usage;
    if (spent.budget.retryAfter !== undefined) return tooMany(spent.budget.retryAfter);
    const { event: eventHeader, read } = WEBHOOK_HEADERS[forge];
    const name = request.headers.get(eventHeader);
    const delivery = deliveryOf(forge, request.headers, body);
    if (!name || !delivery) return problemResponse(missingHeaders(forge));
    const payload = payloadOf(parsed(body));
    if (!payload) return problemResponse(NO_OBJECT);
    const event = read(name, payload);
    if (!event)
      return nothing(`The event ${JSON.stringify(shown(name))} of ${FORGE_NAMES[forge]} is not read here.`);
    const { fact, repository } = event;
    if (!fact) return nothing("The event says nothing that would concern a decision.");
    const project = await projectOf(repository, request);
    if (project === undefined) return nothing(noProject(repository, only !== undefined));
    const received = await record(project, delivery, event);
    deps.log.info("A webhook was received", {
      forge,
      event: shown(name),
      project,
      received: received.received,
    });
    return answerTo(received);
  };
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

const shown = (text: string): string => oneLine(text, LONGEST_NAME);

function noProject({ name }: ForgeRepository, onlyOne: boolean): string {
  const repository = name === "" ? "the repository of the event, which it does not name" : shown(name);
  return onlyOne
    ? `This server is for one project, which is not about ${repository}.`
    : `No project of this memory is about ${repository}. If it has another name here, add ?project=NAME to the address of the webhook.`;
}
