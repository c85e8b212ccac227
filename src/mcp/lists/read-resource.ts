import { findResource } from "../../resources/inventory.ts";
import type { JsonObject, Resource } from "../../resources/resource.ts";
import type { Call } from "../../shared/operations/operation.ts";
import type { Log } from "../../shared/ports.ts";
import { roundTo } from "../../shared/rounding.ts";
import { anonymiseArguments } from "../calls/anonymise.ts";
import type { HandlerContext } from "../handler-context.ts";
import { resourceError, withProtocolErrors } from "../protocol-error.ts";
import { addressOf } from "./resource-address.ts";
import type { ResourceParams } from "./resource-params.ts";

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
