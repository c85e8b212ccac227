import { FORGE_NAMES, type Forge, type Received } from "../../repository/index.ts";
import { type Problem, problemResponse } from "./problem.ts";
import { WEBHOOK_HEADERS } from "./webhook-headers.ts";

/** What services are answered. Nothing of the memory is among it: whoever set the webhook up may read the answers. */

/** Taken, and nothing follows from it. */
export const nothing = (message: string): Response =>
  Response.json({ status: "nothing", message }, { status: 202 });

export function answerTo(received: Received): Response {
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

export const tooMany = (seconds: number): Response =>
  problemResponse({
    status: 429,
    code: "RATE_LIMITED",
    message: `More events were sent than this server takes. Nothing was recorded; deliver it again in ${seconds} s.`,
    headers: { "Retry-After": String(seconds) },
  });

/** It does not say what is wrong with the signature, or that there is none: that would only help somebody who guesses. */
export const UNAUTHORIZED: Problem = {
  status: 401,
  code: "UNAUTHORIZED",
  message:
    "The request does not prove that it knows the secret of this server. Enter the value of MEMBRIA_WEBHOOK_SECRET as the secret of the webhook.",
  // Its body may not have been read.
  headers: { Connection: "close" },
};

export const BUSY: Problem = {
  status: 503,
  code: "UNAVAILABLE",
  message: "Too many webhooks are being read. Deliver it again in a moment.",
  headers: { Connection: "close", "Retry-After": "5" },
};

export const NO_OBJECT: Problem = {
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

export const missingHeaders = (forge: Forge): Problem => ({
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
