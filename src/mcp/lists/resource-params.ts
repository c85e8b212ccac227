import * as z from "zod";

/**
 * How a request names a resource. MCP has `uri` alone. The Membria document also sends `arguments`, and in its general
 * format a `name`: an address, or the name that the resource is listed under.
 */
export const ResourceParams = z.looseObject({
  uri: z.string().optional(),
  name: z.string().optional(),
  arguments: z.looseObject({}).optional(),
});
export type ResourceParams = z.output<typeof ResourceParams>;
