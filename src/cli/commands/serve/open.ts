/** Commands that start a server over HTTP: open with its page, and mcp start. */

import * as z from "zod";
import { makePageTicket } from "../../../access/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../../shared/scope.ts";
import { DEFAULT_PORT, defineCommand } from "../../command.ts";

export const open = defineCommand({
  name: "open",
  summary:
    "Open the web page of this memory, signed in: what waits, what was decided, how it worked out. Starts a server if none runs.",
  positionals: [],
  input: z.strictObject({
    noBrowser: z.boolean().default(false).describe("Only print the link."),
    key: makePageTicket.input.shape.key.describe(
      "A link for whom this key was made: the page then has its role and its project.",
    ),
  }),
  completes: { key: "keys" },
  async run({ noBrowser, key }, { personTypes, deps, call, installation }) {
    if (!personTypes()) throw personNeeded();
    // A ticket belongs to the memory, so it takes no project and binds no name to one.
    const { beforeWrite: _, ...own } = await call();
    const begin = own.scope === ALL_PROJECTS ? undefined : own.scope;
    const { url, started } = await installation.pageServer();
    const made = await perform(makePageTicket, { key, begin }, await deps(), own);
    const link = `${url}/#ticket=${made.ticket}`;
    const opened = !noBrowser && (await installation.openInBrowser(link));
    return {
      json: {
        link,
        opened,
        server: url,
        started,
        key: made.key.id,
        role: made.key.role,
        project: made.key.project ?? null,
        expires_at: made.expiresAt.toISOString(),
      },
      text: [
        link,
        opened
          ? "It is open in your browser."
          : noBrowser
            ? "Open it in your browser."
            : "No browser could be started. Open it in yours.",
        "The link works once, for two minutes, and for whoever has it: keep it to yourself.",
        ...(started
          ? ["A server was started for it, which ends when nobody has used it for 30 minutes."]
          : []),
      ].join("\n"),
    };
  },
});

/** An act on the page counts as the word of a person, so nothing is said here that would help to get around it. */
function personNeeded(): Fault {
  return new Fault("forbidden", "Only a person opens the page: what is done there counts as their word.", {
    reason: "person_required",
    hint: "No link was made. If you are the person, type it at a terminal of your own.",
  });
}

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
