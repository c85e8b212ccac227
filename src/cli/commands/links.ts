import * as z from "zod";
import { listPendingLinks } from "../../app/links/list-pending-links.ts";
import { perform } from "../../app/shared/operation.ts";
import { linkSentence } from "../../domain/links/link.ts";
import { pendingLinkFields } from "../../tools/mama/pending-link-fields.ts";
import { inQuotes } from "../../tools/record-text.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { shorten } from "../terminal.ts";

const { shape } = listPendingLinks.input;

export const links = defineCommand({
  name: "links",
  summary: "List the links that wait for your approval, with both statements.",
  positionals: [],
  input: z.strictObject({
    from: shape.from.describe("Only those that start from this decision"),
    to: shape.to.describe("Only those that point to this decision"),
    limit: shape.limit.describe("How many at most."),
  }),
  takesDecisions: ["from", "to"],
  async run(input, { deps, call, terminal }) {
    const ownCall = await call();
    const { pending, total } = await perform(listPendingLinks, input, await deps(), ownCall);
    const projectOf = (project: string): string => (isAcrossProjects(ownCall) ? `  ${project}` : "");
    const { style, width } = terminal;
    const cards = pending.map(({ link, from, to, conflicts }) =>
      [
        `${style("bold", link.id)}  ${link.proposedAt.toISOString().slice(0, 10)}${projectOf(link.project)}  ${style("dim", `by the ${link.proposedBy.kind} ${inQuotes(link.proposedBy.name)}`)}`,
        `  ${from.id}  ${shorten(from.statement, width - 30)}`,
        `  ${style("bold", link.relation)}`,
        `  ${to.id}  ${shorten(to.statement, width - 30)}`,
        `  Reason: ${shorten(link.reason, width - 10)}`,
        ...(link.evidence === undefined ? [] : [`  Evidence: ${shorten(link.evidence, width - 12)}`]),
        ...link.reviews.map(
          ({ verdict, by, at, reason }) =>
            `  ${verdict} before by the ${by.kind} ${inQuotes(by.name)} on ${at.toISOString().slice(0, 10)}${reason ? `: ${shorten(reason, width - 50)}` : ""}`,
        ),
        ...conflicts.map(
          (other) => `  ${style("yellow", "Conflicts with a link in force:")} ${linkSentence(other)}`,
        ),
      ].join("\n"),
    );
    const first = pending[0]?.link.id;
    return {
      json: {
        total,
        links: pending.map((one) => ({
          ...pendingLinkFields(one),
          ...(isAcrossProjects(ownCall) && { project: one.link.project }),
        })),
      },
      text:
        first === undefined
          ? "No link is waiting for approval. `membria links suggest` looks for new ones."
          : [
              cards.join("\n\n"),
              "",
              ...(total > pending.length ? [`${total - pending.length} more are waiting.`] : []),
              `membria links approve ${first}   or   membria links reject ${first} --reason "…"`,
            ].join("\n"),
    };
  },
});
