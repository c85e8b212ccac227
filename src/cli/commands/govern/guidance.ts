import * as z from "zod";
import { type Guidance, listGuidance } from "../../../learning/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { isAcrossProjects } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";
import { minuteText } from "../../figures.ts";
import { table } from "../../terminal.ts";

export const guidance = defineCommand({
  name: "guidance",
  summary:
    "List what was asked about before deciding, newest first, and what became of it. It is kept for 90 days.",
  positionals: [],
  input: z.strictObject({ limit: listGuidance.input.shape.limit.describe("How many at most.") }),
  async run(input, { deps, call, terminal }) {
    const ownCall = await call();
    const { items, total } = await perform(listGuidance, input, await deps(), ownCall);
    const withProject = isAcrossProjects(ownCall);
    return {
      json: { guidance: items.map(fieldsOf), total },
      text:
        items.length === 0
          ? "Nothing was asked about."
          : [
              table(
                items.map((given) => row(given, withProject)),
                terminal.width,
              ),
              `${total} in all. Erase one with: membria forget ${items[0]?.id} --yes, or all of them with: membria forget --guidance --yes`,
            ].join("\n"),
    };
  },
});

const row = ({ id, project, at, result, statement }: Guidance, withProject: boolean): string[] => [
  id,
  ...(withProject ? [project] : []),
  minuteText(at),
  result === undefined ? "open" : `${result.verdict} ${result.decisionId}`,
  statement,
];

const fieldsOf = (given: Guidance) => ({
  guidance_id: given.id,
  project: given.project,
  asked_at: given.at.toISOString(),
  ...(given.sessionId !== undefined && { session_id: given.sessionId }),
  statement: given.statement,
  alternatives: given.alternatives,
  domain: given.domain,
  confidence: given.confidence ?? null,
  firewall_status: given.firewallStatus,
  warnings: given.warnings,
  cited: given.cited,
  verdict: given.result?.verdict ?? null,
  decision_id: given.result?.decisionId ?? null,
});
