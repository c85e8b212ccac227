import * as z from "zod";
import type { Call } from "../../app/shared/operation.ts";
import { roundTo } from "../../domain/shared/rounding.ts";
import { findResource } from "../../resources/inventory.ts";
import type { JsonObject, Resource } from "../../resources/resource.ts";
import { anonymiseArguments } from "../calls/anonymise.ts";
import { answering, resourceError } from "../protocol-error.ts";
import type { Serving } from "../serving.ts";

/** The Membria document sends arguments beside the address, which the protocol does not know. */
export const Address = z.looseObject({ uri: z.string(), arguments: z.looseObject({}).optional() });

export interface ReadResource {
  readonly resource: Resource;
  readonly contents: JsonObject;
  readonly call: Call;
}

/** Reads for whoever `makeCall` says, and logs that without its words. @throws ProtocolError */
export function readResource(
  { uri, arguments: args }: z.output<typeof Address>,
  makeCall: () => Promise<Call>,
  { deps, connection }: Pick<Serving, "deps" | "connection">,
  signal: AbortSignal,
): Promise<ReadResource> {
  const { log } = deps;
  const started = performance.now();
  const about: Record<string, unknown> = { method: "resources/read" };
  const read = async (): Promise<ReadResource> => {
    const { resource, given } = findResource(uri, args);
    about["resource"] = resource.name;
    about["arguments"] = anonymiseArguments(given);
    connection.limits.spend("reads");
    const call = await makeCall();
    const contents = await resource.read(given, deps, call);
    log.info("Resource read", { ...about, duration_ms: roundTo(1, performance.now() - started) });
    return { resource, contents, call };
  };
  return answering(read, { log, signal, about }, (fault) => resourceError(fault, uri)).finally(() =>
    deps.metrics.requestServed("resources/read", (performance.now() - started) / 1000),
  );
}
