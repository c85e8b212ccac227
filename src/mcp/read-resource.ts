import * as z from "zod";
import type { Call } from "../app/operation.ts";
import { Fault } from "../domain/errors.ts";
import { findResource } from "../resources/inventory.ts";
import type { JsonObject, Resource } from "../resources/resource.ts";
import { anonymiseArguments } from "./anonymise.ts";
import { resourceError } from "./protocol-error.ts";
import type { Serving } from "./serving.ts";

/** The Membria document sends arguments beside the address, which the protocol does not know. */
export const Address = z.looseObject({ uri: z.string(), arguments: z.looseObject({}).optional() });

export interface ReadResource {
  readonly resource: Resource;
  readonly contents: JsonObject;
  readonly call: Call;
}

/** Reads for whoever `makeCall` says, and logs that without its words. @throws ProtocolError */
export async function readResource(
  { uri, arguments: args }: z.output<typeof Address>,
  makeCall: () => Promise<Call>,
  { deps }: Serving,
): Promise<ReadResource> {
  const started = performance.now();
  const meta: Record<string, unknown> = {};
  try {
    const { resource, given } = findResource(uri, args);
    meta["resource"] = resource.name;
    meta["arguments"] = anonymiseArguments(given);
    const call = await makeCall();
    const contents = await resource.read(given, deps, call);
    deps.log.info("Resource read", { ...meta, duration_ms: since(started) });
    return { resource, contents, call };
  } catch (error) {
    const fault = Fault.from(error);
    const { code, reason } = fault;
    if (code === "internal") deps.log.error("Resource read failed", { ...meta, error: fault.cause });
    else deps.log.info("Resource read refused", { ...meta, code, reason });
    throw resourceError(fault, uri);
  }
}

const since = (started: number): number => Math.round((performance.now() - started) * 10) / 10;
