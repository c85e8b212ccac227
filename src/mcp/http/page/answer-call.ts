import type { Deps } from "../../../memory/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { AskPerson } from "../../../shared/operations/operation.ts";
import { roundTo } from "../../../shared/rounding.ts";
import { findPageCall } from "../../../tools/page/inventory.ts";
import type { PageCall } from "../../../tools/page/page-call.ts";
import { PLAIN_PAGE_WORDING } from "../../../tools/page/wording.ts";
import type { CallLimits } from "../../calls/limits.ts";
import { readBody } from "../body.ts";
import { faultResponse, problemResponse } from "../problem.ts";
import { callOfVisitor, depsOfScope, type PagePlace, scopeOf } from "./page-call.ts";
import type { Visitor } from "./visitor.ts";

const MOST_MEGABYTES = 1;

export interface AnswerSettings {
  readonly place: PagePlace;
  readonly version: string;
  readonly dueDays: number;
}

/** Runs one of the calls of the page for its visitor. */
export async function answerCall(
  name: string,
  request: Request,
  visitor: Visitor,
  limits: CallLimits,
  deps: Deps,
  settings: AnswerSettings,
): Promise<Response> {
  const started = performance.now();
  const call = findPageCall(name);
  const body = await readBody(request, MOST_MEGABYTES, "Send less at once.");
  if (body instanceof Response) return body;
  if (!call) return noSuchCall(name);
  const observe = (fault?: Fault): void => noteCall(call, performance.now() - started, fault, deps);
  try {
    spend(call, limits);
    requireWritable(call, visitor);
    const scope = await scopeOf(request, visitor, settings.place);
    const asked = callOfVisitor(visitor, scope, deps, { ...settings, signal: request.signal });
    const ofScope = await depsOfScope(deps, scope, settings.place);
    const answer = await deps.background.answering(() => call.run(argumentsIn(body), ofScope, asked));
    observe();
    return Response.json(answer);
  } catch (error) {
    if (request.signal.aborted) throw error;
    const { fault, response } = faultResponse(known(error), PLAIN_PAGE_WORDING, detailsOf);
    if (fault.retryAfter !== undefined) response.headers.set("Retry-After", String(fault.retryAfter));
    observe(fault);
    return response;
  }
}

/** A person who clicks through lists reads a lot. */
function spend(call: PageCall, limits: CallLimits): void {
  limits.spend(call.effect === "read" ? "reads" : "requests");
  if (call.makesDecision) limits.spend("captures");
}

function argumentsIn(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new Fault("invalid", "The body is not JSON.", {
      reason: "invalid_json",
      hint: "Send an object with the arguments, such as {}.",
    });
  }
}

function requireWritable({ effect }: PageCall, { readsOnly }: Visitor): void {
  if (readsOnly === undefined || effect === "read") return;
  throw new Fault(
    "forbidden",
    readsOnly === "no-keys"
      ? "This server was started without keys, so nobody can say who you are, and the page only reads."
      : "This server was started with --read-only, so the page only reads.",
    {
      reason: "read_only",
      hint:
        readsOnly === "no-keys"
          ? "Start it without --insecure-no-auth, and run `membria open` at a terminal."
          : "Start it without --read-only to change something.",
    },
  );
}

/** Where a click is the consent, nobody has to be asked. */
const known = (error: unknown): unknown =>
  error instanceof AskPerson ? new Error("A page call asked for consent that was given.") : error;

const detailsOf = ({ field, hint, retryAfter, received }: Fault) => ({
  ...(field !== undefined && { field }),
  ...(hint !== undefined && { hint }),
  ...(received !== undefined && { received }),
  ...(retryAfter !== undefined && { retry_after: retryAfter }),
});

const SLOW_CALL_MS = 1_000;

/** As the calls of tools are. What was sent is not in the log. */
function noteCall(
  { name }: PageCall,
  durationMs: number,
  fault: Fault | undefined,
  { log, metrics }: Deps,
): void {
  metrics.requestServed("page/call", durationMs / 1000);
  const meta = { call: name, duration_ms: roundTo(1, durationMs) };
  if (fault?.code === "internal") log.error("A call of the page failed", { ...meta, error: fault.cause });
  else if (fault)
    log.info("A call of the page was refused", { ...meta, code: fault.code, reason: fault.reason });
  else if (durationMs > SLOW_CALL_MS) log.warn("A slow call of the page", meta);
  else log.debug("A call of the page", meta);
}

const noSuchCall = (name: string): Response =>
  problemResponse({
    status: 404,
    code: "NOT_FOUND",
    message: `The page cannot call ${JSON.stringify(name.slice(0, 80))}. After an update, load the page again.`,
    details: { reason: "no_such_call" },
  });
