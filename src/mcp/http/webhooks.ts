import { isProjectName, NO_USAGE, normaliseOrigin, spend } from "../../access/index.ts";
import type { Deps } from "../../memory/index.ts";
import {
  type Delivery,
  digestOf,
  FORGE_NAMES,
  type Forge,
  type ForgeEvent,
  type ForgeRepository,
  isDeliveryId,
  isSignedWith,
  isToken,
  looksSigned,
  type Part,
  payloadOf,
  projectsAbout,
  type Received,
  readGithub,
  readGitlab,
  recordDelivery,
} from "../../repository/index.ts";
import { perform } from "../../shared/operations/operation.ts";
import { oneLine, type Screened } from "../../shared/text.ts";
import { readBody } from "./body.ts";
import { type Problem, problemResponse } from "./problem.ts";

/** Answers a request to the path of a service. */
export type Webhooks = (forge: Forge, request: Request) => Promise<Response>;

interface WebhookSettings {
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

/** Takes the reports of services that host repositories. Who knows the secret is believed, and nobody else is. */
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
    const about = await projectsAbout(deps.memory, [...new Set(names)]);
    const asked = new URL(request.url).searchParams.get("project");
    // A name that only exists here is no name of a repository, so whether it is known is asked in the same way.
    const found =
      about[0] ?? (isProjectName(asked) ? (await projectsAbout(deps.memory, [asked]))[0] : undefined);
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

/** The headers of each service: which delivery it is, and how it says who it is. */
interface WebhookHeaders {
  /** Whether the body is worth reading. */
  mayBeAuthentic(headers: Headers, secret: string): boolean;
  isAuthentic(headers: Headers, secret: string, body: Uint8Array): boolean;
  /** The header with the name of the event. */
  readonly event: string;
  /** The headers with the id of the delivery; the first that is there counts. */
  readonly delivery: readonly string[];
  /** Whether it may send none of them, so that the body identifies the delivery. */
  readonly mayLackId: boolean;
  /** Undefined for an event that is not read. */
  read(event: string, payload: Part): ForgeEvent | undefined;
}

const SIGNATURE = "x-hub-signature-256";
const TOKEN = "x-gitlab-token";

const WEBHOOK_HEADERS: Readonly<Record<Forge, WebhookHeaders>> = {
  github: {
    mayBeAuthentic: (headers) => looksSigned(headers.get(SIGNATURE)),
    isAuthentic: (headers, secret, body) => isSignedWith(secret, headers.get(SIGNATURE), body),
    event: "x-github-event",
    delivery: ["x-github-delivery"],
    mayLackId: false,
    read: readGithub,
  },
  gitlab: {
    mayBeAuthentic: (headers, secret) => isToken(secret, headers.get(TOKEN)),
    isAuthentic: (headers, secret) => isToken(secret, headers.get(TOKEN)),
    event: "x-gitlab-event",
    // The first two are the same for every attempt to deliver, and older versions do not have them.
    delivery: ["webhook-id", "idempotency-key", "x-gitlab-event-uuid"],
    mayLackId: true,
    read: readGitlab,
  },
};

/** Undefined if it has no id, or one that is none. */
function deliveryOf(forge: Forge, headers: Headers, body: Uint8Array): Delivery | undefined {
  const { delivery: names, mayLackId } = WEBHOOK_HEADERS[forge];
  const digest = digestOf(body);
  const given = names.map((name) => headers.get(name)).find((id) => id !== null);
  const id = given ?? (mayLackId ? digest : null);
  return isDeliveryId(id) ? { forge, id, digest } : undefined;
}

/** The answers to services. Nothing of the memory is among it: whoever set the webhook up may read the answers. */

/** Taken, and nothing follows from it. */
const nothing = (message: string): Response => Response.json({ status: "nothing", message }, { status: 202 });

function answerTo(received: Received): Response {
  if (received.received !== "new")
    return received.received === "again" ? problemResponse(AGAIN) : tooMany(HOUR_S);
  const [reports, signals] = [received.reports, received.signals.length];
  if (reports + signals === 0)
    return nothing("No decision of the project is concerned, or it was known already.");
  const message = `Recorded ${counted(reports, "report")} and ${counted(signals, "signal")}.`;
  return Response.json({ status: "recorded", message, reports, signals }, { status: 200 });
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const HOUR_S = 3_600;

const tooMany = (seconds: number): Response =>
  problemResponse({
    status: 429,
    code: "RATE_LIMITED",
    message: `More events were sent than this server takes. Nothing was recorded; deliver it again in ${seconds} s.`,
    headers: { "Retry-After": String(seconds) },
  });

/** It does not say what is wrong with the signature, or that there is none: that would only help somebody who guesses. */
const UNAUTHORIZED: Problem = {
  status: 401,
  code: "UNAUTHORIZED",
  message:
    "The request does not prove that it knows the secret of this server. Enter the value of MEMBRIA_WEBHOOK_SECRET as the secret of the webhook.",
  // Its body may not have been read.
  headers: { Connection: "close" },
};

const BUSY: Problem = {
  status: 503,
  code: "UNAVAILABLE",
  message: "Too many webhooks are being read. Deliver it again in a moment.",
  headers: { Connection: "close", "Retry-After": "5" },
};

const NO_OBJECT: Problem = {
  status: 400,
  code: "VALIDATION_ERROR",
  message:
    "The body is not a JSON object in UTF-8. Choose application/json as the content type of the webhook.",
};

const AGAIN: Problem = {
  status: 409,
  code: "CONFLICT",
  message: "This delivery was received before. Nothing was recorded again.",
  details: { reason: "delivered_before" },
};

const missingHeaders = (forge: Forge): Problem => ({
  status: 400,
  code: "VALIDATION_ERROR",
  message: `The headers of ${FORGE_NAMES[forge]} are missing or malformed: ${WEBHOOK_HEADERS[forge].event} and ${WEBHOOK_HEADERS[forge].delivery.join(" or ")}.`,
});

/** For a server without a secret. */
export const webhooksOff = (): Response =>
  problemResponse({
    status: 404,
    code: "NOT_FOUND",
    message:
      "This server takes no webhooks. To switch them on, set MEMBRIA_WEBHOOK_SECRET to at least 16 characters, start the server again, and enter the same secret at the service.",
    details: { reason: "webhooks_off" },
    headers: { Connection: "close" },
  });
