import { findResource } from "../../src/resources/inventory.ts";
import { type Caller, callBy, type TestMemory } from "./memory.ts";
import type { Json } from "./tools.ts";

/** The contents of a resource, read with its own lowest role unless the caller has another. */
export async function readResource(
  memory: TestMemory,
  uri: string,
  given: Json = {},
  caller: Caller = {},
): Promise<Json> {
  const { resource, args } = findResource(uri, given);
  return resource.read(args, memory, callBy({ role: resource.role, ...caller }));
}
