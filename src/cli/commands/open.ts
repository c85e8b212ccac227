import * as z from "zod";
import { makePageTicket } from "../../app/access/make-page-ticket.ts";
import { perform } from "../../app/shared/operation.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { defineCommand } from "../command.ts";

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

/** What is done on the page counts as the word of a person, so nothing is said here that would help to get around it. */
function personNeeded(): Fault {
  return new Fault("forbidden", "Only a person opens the page: what is done there counts as their word.", {
    reason: "person_required",
    hint: "No link was made. If you are the person, type it at a terminal of your own.",
  });
}
