import * as z from "zod";
import { DEFAULT_PORT, defineCommand } from "../command.ts";

export const mcpStart = defineCommand({
  name: "mcp start",
  summary: "Serve clients over HTTP, at /mcp, until it is stopped.",
  positionals: [],
  input: z.strictObject({
    port: z
      .int()
      .min(0)
      .max(65_535)
      .default(DEFAULT_PORT)
      .describe("The port to listen on; 0 takes a free one."),
    host: z
      .string()
      .min(1)
      .default("127.0.0.1")
      .describe("The address it listens on. One that others can reach needs TLS or a proxy."),
    tlsCert: z.string().optional().describe("A PEM file with the certificate"),
    tlsKey: z.string().optional().describe("A PEM file with its private key"),
    behindProxy: z.boolean().default(false).describe("A proxy in front of the server terminates TLS."),
    allowedHost: z
      .array(z.string().min(1))
      .default([])
      .describe("Another host name that requests may use, without the port."),
    insecureNoAuth: z
      .boolean()
      .default(false)
      .describe("Accept requests without a key. Works on this machine only."),
    idleMinutes: z
      .number()
      .min(0)
      .max(100_000)
      .default(0)
      .describe("End after so many minutes without a request and without an open stream; 0 never does."),
  }),
  async run(input, { installation }) {
    await installation.start(input);
    return { json: undefined, text: "" };
  },
});
