import * as z from "zod";
import { listProposals } from "../../app/proposals/list-proposals.ts";
import { perform } from "../../app/shared/operation.ts";
import { proposalFields } from "../../tools/agent-memory/proposal-fields.ts";
import { isAcrossProjects } from "../across-projects.ts";
import { defineCommand } from "../command.ts";
import { table } from "../terminal.ts";

const { shape } = listProposals.input;

export const proposals = defineCommand({
  name: "proposals",
  summary: "List what reflection proposes.",
  positionals: [],
  input: z.strictObject({
    state: shape.state.describe("Only those in this state."),
    limit: shape.limit.describe("How many at most."),
  }),
  async run(input, { deps, call, terminal }) {
    const ownCall = await call();
    const found = await perform(listProposals, input, await deps(), ownCall);
    const rows = found.map(({ id, project, createdAt, evidence, statement }) => [
      id,
      ...(isAcrossProjects(ownCall) ? [project] : []),
      createdAt.toISOString().slice(0, 10),
      `${evidence.length} records`,
      statement,
    ]);
    return {
      json: { proposals: found.map(proposalFields) },
      text:
        found.length === 0
          ? "There are no such proposals. `membria reflect` looks for something to propose."
          : [table(rows, terminal.width), `Read one with: membria proposals show ${found[0]?.id}`].join("\n"),
    };
  },
});
