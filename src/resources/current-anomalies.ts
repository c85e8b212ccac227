import * as z from "zod";
import { detectAnomalies } from "../learning/index.ts";
import { perform } from "../shared/operations/operation.ts";
import { membriaWording } from "../tools/membria/dialect.ts";
import { anomalyFields } from "../tools/record-fields.ts";
import { contents, defineResource } from "./resource.ts";

export const currentAnomaliesResource = defineResource({
  name: "anomalies",
  title: "Anomalies",
  description:
    "What is not as it was or should be: each with its severity, its evidence and a next step, and the rule of every detector.",
  path: "anomalies/current",
  input: z.strictObject({}),
  async read(_, deps, call) {
    const { anomalies, detectors, checkedAt } = await perform(detectAnomalies, {}, deps, call);
    const values = {
      anomalies: anomalies.map((anomaly) => anomalyFields(anomaly, membriaWording)),
      total: anomalies.length,
      checked_at: checkedAt.toISOString(),
      rules: detectors.map(({ kind, rule }) => ({ kind, rule })),
    };
    return contents(values, call, { quotesMemory: false });
  },
  dependsOn: () => ["decisions"],
});
