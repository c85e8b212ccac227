import { type McpRequestContext, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { Fault } from "../domain/errors.ts";
import { membriaDialect } from "../tools/membria/dialect.ts";

/** A failure where the protocol has no result that could carry it. The codes are those of the Membria document. */
export function protocolError(fault: Fault, data: Record<string, unknown> = {}): ProtocolError {
  const { error } = membriaDialect.speak(fault).structured as {
    error: { code: number; data: Record<string, unknown> };
  };
  return new ProtocolError(error.code, fault.sentence, { ...error.data, ...data });
}

/** The same for a resource: that it is missing is said in each era's own way, with the address alone. */
export function resourceError(error: unknown, uri: string, era: McpRequestContext["era"]): ProtocolError {
  const fault = Fault.from(error);
  if (fault.code !== "not_found") return protocolError(fault, { uri });
  const code = era === "modern" ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.ResourceNotFound;
  return new ProtocolError(code, fault.sentence, { uri });
}
