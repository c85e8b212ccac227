import { ProtocolError, ResourceNotFoundError } from "@modelcontextprotocol/server";
import { Fault } from "../domain/errors.ts";
import { membriaDialect } from "../tools/membria/dialect.ts";

/** A failure where the protocol has no result that could carry it. The codes are those of the Membria document. */
export function protocolError(fault: Fault, data: Record<string, unknown> = {}): ProtocolError {
  const { error } = membriaDialect.speak(fault).structured as {
    error: { code: number; data: Record<string, unknown> };
  };
  return new ProtocolError(error.code, fault.sentence, { ...error.data, ...data });
}

/** The same for a resource: clients know a missing one by data that is the address alone. */
export function resourceError(error: unknown, uri: string): ProtocolError {
  const fault = Fault.from(error);
  return fault.code === "not_found"
    ? new ResourceNotFoundError(uri, fault.sentence)
    : protocolError(fault, { uri });
}
