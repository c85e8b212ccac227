import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { Fault } from "../shared/errors.ts";
import type { Log } from "../shared/ports.ts";
import { cutTo } from "../shared/text.ts";
import { membriaDialect, membriaWording } from "../tools/membria/dialect.ts";
import { shortFault } from "../tools/shorten.ts";
import { wordedFault } from "../tools/wording.ts";

const LONGEST_ADDRESS = 1_000;

/** A failure as a protocol error, for requests without a result that could contain it. Codes are those of the Membria document. */
export function protocolError(unworded: Fault, data: Record<string, unknown> = {}): ProtocolError {
  const fault = shortFault(wordedFault(unworded, membriaWording));
  const { error } = membriaDialect.formatFault(fault).structured as {
    error: { code: number; data: Record<string, unknown> };
  };
  return new ProtocolError(error.code, fault.sentence, { ...error.data, ...data });
}

/** The same for a resource: clients recognise a missing one by an error whose data is the address alone. */
export function resourceError(fault: Fault, requested: string): ProtocolError {
  const uri = cutTo(LONGEST_ADDRESS, requested);
  return fault.code === "not_found"
    ? new ResourceNotFoundError(uri, shortFault(wordedFault(fault, membriaWording)).sentence)
    : protocolError(fault, { uri });
}

/** Runs a request handler and turns a failure into a protocol error. Unexpected errors are logged in full. */
export async function withProtocolErrors<T>(
  work: () => Promise<T>,
  request: {
    readonly log: Log;
    readonly signal: AbortSignal;
    /** Fields for the log, without any stored or received text. */
    readonly about: Readonly<Record<string, unknown>>;
  },
  toError: (fault: Fault) => ProtocolError = protocolError,
): Promise<T> {
  const { log, signal, about } = request;
  try {
    return await work();
  } catch (error) {
    if (signal.aborted || error instanceof ProtocolError) throw error;
    const fault = Fault.from(error);
    const { code, reason } = fault;
    if (code === "internal") log.error("Request failed", { ...about, error: fault.cause });
    else log.info("Request refused", { ...about, code, reason });
    throw toError(fault);
  }
}

/** A list on a single page never returns a cursor, so any cursor is invalid. */
export function requireFirstPage(cursor: string | undefined): void {
  if (cursor === undefined) return;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "Invalid cursor: the list has one page. Leave the cursor out.",
  );
}
