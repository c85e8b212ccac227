import * as z from "zod";
import { type Anomaly, detectAnomalies } from "../../../learning/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { foldLines } from "../../../shared/text.ts";
import { anomalyFields } from "../../../tools/record-fields.ts";
import { noticeText, type Wording } from "../../../tools/wording.ts";
import { withProjectsNamed } from "../../across-projects.ts";
import { defineCommand } from "../../command.ts";

export const anomalies = defineCommand({
  name: "anomalies",
  summary: "List what is unusual, with evidence and a next step.",
  positionals: [],
  input: z.strictObject({
    rules: z.boolean().default(false).describe("Also show the rule of every detector."),
  }),
  async run({ rules }, context) {
    const { wording } = context;
    const found = await perform(detectAnomalies, {}, await context.deps(), await context.call());
    const detectorRules = rules ? found.detectors.map(({ kind, rule }) => ({ kind, rule })) : undefined;
    const result = {
      json: {
        anomalies: found.anomalies.map((anomaly) => anomalyFields(anomaly, wording)),
        checked_at: found.checkedAt.toISOString(),
        ...(detectorRules && { rules: detectorRules }),
      },
      text: [
        ...(found.anomalies.length === 0
          ? ["Nothing unusual."]
          : found.anomalies.flatMap((anomaly) => lines(anomaly, wording))),
        ...(detectorRules ? ["", ...detectorRules.map(({ kind, rule }) => `${kind}: ${rule}`)] : []),
      ].join("\n"),
    };
    return withProjectsNamed(result, context);
  },
});

function lines({ kind, severity, what, decisions, nextStep }: Anomaly, wording: Wording): string[] {
  return [
    `${severity} ${kind}: ${foldLines(what)}`,
    ...(decisions.length > 0 ? [`  ${decisions.join(" ")}`] : []),
    `  ${noticeText(nextStep, wording)}`,
  ];
}
