import { findResource, RESOURCES } from "../../resources/inventory.ts";
import type { JsonObject, Resource } from "../../resources/resource.ts";
import { Fault } from "../../shared/errors.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Log } from "../../shared/ports.ts";
import { roundTo } from "../../shared/rounding.ts";
import { anonymiseArguments } from "../calls/observe-call.ts";
import type { HandlerContext } from "../handler-context.ts";
import { resourceError, withProtocolErrors } from "../protocol-error.ts";
import type { ResourceParams } from "./resources.ts";

export interface ReadResource {
  /** Its address, also if the request named it otherwise. */
  readonly uri: string;
  readonly resource: Resource;
  readonly contents: JsonObject;
  readonly call: Call;
}

/** Reads a resource and logs it without its texts. @throws ProtocolError */
export function readResource(
  params: ResourceParams,
  makeCall: () => Promise<Call>,
  { deps, connection }: Pick<HandlerContext, "deps" | "connection">,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): Promise<ReadResource> {
  const started = performance.now();
  const about: Record<string, unknown> = { method: "resources/read" };
  const read = async (): Promise<ReadResource> => {
    connection.limits.spend("reads");
    const { uri, args } = addressOf(params);
    const { resource, args: merged } = findResource(uri, args);
    about["resource"] = resource.name;
    about["arguments"] = anonymiseArguments(merged, resource.inputSchema);
    const call = await makeCall();
    const contents = await deps.background.answering(() => resource.read(merged, deps, call));
    log.info("Resource read", { ...about, duration_ms: roundTo(1, performance.now() - started) });
    return { uri, resource, contents, call };
  };
  const requested = params.uri ?? params.name ?? "";
  return withProtocolErrors(read, { log, signal, about }, (fault) => resourceError(fault, requested)).finally(
    () => deps.metrics.requestServed("resources/read", (performance.now() - started) / 1000),
  );
}

export interface ResourceAddress {
  readonly uri: string;
  readonly args: JsonObject;
}

/** @throws Fault `invalid` if neither an address nor a name is given, or a variable of the address is missing. */
export function addressOf({ uri, name, arguments: args = {} }: ResourceParams): ResourceAddress {
  if (uri !== undefined) return { uri, args };
  if (name === undefined) {
    throw new Fault("invalid", "uri is required.", {
      field: "uri",
      reason: "missing_argument",
      hint: "Send the address of the resource as uri, such as membria://decisions/all.",
    });
  }
  const named = RESOURCES.find((resource) => resource.name === name);
  return named ? expanded(named.address, args) : { uri: name, args };
}

/** Puts arguments in the place of the variables of an address. The others stay arguments. */
function expanded(address: string, args: JsonObject): ResourceAddress {
  const { ...rest } = args;
  const uri = address.replaceAll(/\{(\w+)\}/g, (_, variable: string) => {
    const value = rest[variable];
    if (typeof value !== "string" || value === "") {
      throw new Fault("invalid", `${variable} is required for ${address}.`, {
        field: variable,
        received: value,
        reason: "missing_argument",
        hint: `Send it as a text in arguments, or send the whole address as uri.`,
      });
    }
    delete rest[variable];
    return encodeURIComponent(value);
  });
  return { uri, args: rest };
}
