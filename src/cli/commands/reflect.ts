import * as z from "zod";
import { reflect as reflectOperation } from "../../app/proposals/reflect.ts";
import { perform } from "../../app/shared/operation.ts";
import type { Proposal } from "../../domain/proposals/proposal.ts";
import { foldLines } from "../../domain/shared/lines.ts";
import { proposalFields } from "../../tools/agent-memory/proposal-fields.ts";
import { defineCommand } from "../command.ts";

export const reflect = defineCommand({
  name: "reflect",
  summary:
    "Look for decisions that keep failing, contradict each other or were refuted, and draft proposals.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { deps, call }) {
    const { targets, drafted, fed, expired } = await perform(
      reflectOperation,
      {},
      await deps(),
      await call(),
    );
    const lines = (label: string, proposals: readonly Proposal[]): string[] =>
      proposals.map(({ id, statement }) => `${label} ${id}: ${foldLines(statement)}`);
    const changes = [
      ...lines("Drafted", drafted),
      ...lines("Added evidence to", fed),
      ...lines("Expired", expired),
    ];
    return {
      json: {
        targets,
        drafted: drafted.map(proposalFields),
        fed: fed.map(proposalFields),
        expired: expired.map(proposalFields),
      },
      text: [
        ...(changes.length > 0 ? changes : ["Nothing new to propose."]),
        ...(drafted.length > 0
          ? [`Read one with: membria proposals show ${drafted[0]?.id}. It can be accepted in an hour.`]
          : []),
      ].join("\n"),
    };
  },
});
