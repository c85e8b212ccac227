import * as z from "zod";
import { getWarnings } from "../../app/guidance/get-warnings.ts";
import { perform } from "../../app/shared/operation.ts";
import { trackRecordLines } from "../../tools/membria/track-record-fields.ts";
import { type WarningFields, warningFields } from "../../tools/membria/warning-fields.ts";
import { withProjectsNamed } from "../across-projects.ts";
import { bar } from "../bar.ts";
import { defineCommand } from "../command.ts";
import { shorten, type Terminal } from "../terminal.ts";

const { shape } = getWarnings.input;
/** Different from the codes of failures, so that a script can tell a blocked decision from a mistyped flag. */
export const BLOCKED = 10;
const BAR = 30;
const COLOUR = { clear: "green", caution: "yellow", block: "red" } as const;
const SEVERITY_COLOUR = { low: "dim", medium: "yellow", high: "red", critical: "red" } as const;
const MARK = { low: "·", medium: "!", high: "✗", critical: "✗" } as const;

export const check = defineCommand({
  name: "check",
  summary: `Show what speaks against a decision before you make it. Exits with ${BLOCKED} if it is blocked.`,
  positionals: ["statement"],
  input: z.strictObject({
    statement: shape.statement.describe("What you are about to decide, in one sentence"),
    module: shape.module.describe("The area it belongs to (detected)"),
    confidence: shape.confidence.describe("Probability that it works out: 0 to 1, or such as 80%"),
    alternative: shape.alternatives.describe("What else was considered."),
    reasoning: shape.reasoning.describe("Why"),
  }),
  fields: { alternatives: "alternative" },
  async run({ alternative, ...input }, context) {
    const requested = { ...input, alternatives: alternative };
    const found = warningFields(
      await perform(getWarnings, requested, await context.deps(), await context.call()),
    );
    return withProjectsNamed(
      {
        json: found,
        text: report(found, context.terminal),
        ...(found.firewall_status === "block" && { exitCode: BLOCKED }),
      },
      context,
    );
  },
});

function report(
  { warnings, firewall_status, risk_score, track_record }: WarningFields,
  terminal: Terminal,
): string {
  const colour = COLOUR[firewall_status];
  return [
    `${terminal.style(["bold", colour], firewall_status)}  ${terminal.style(colour, bar(risk_score, BAR))}  risk ${risk_score.toFixed(2)}`,
    ...trackRecordLines(track_record),
    ...(warnings.length === 0 ? ["Nothing known speaks against it."] : []),
    ...warnings.flatMap((warning) => ["", ...lines(warning, terminal)]),
  ].join("\n");
}

function lines(warning: WarningFields["warnings"][number], { style, width }: Terminal): string[] {
  const { type, severity, message, evidence, recommendation, quotes } = warning;
  const colour = SEVERITY_COLOUR[severity];
  return [
    `${style(colour, MARK[severity])} ${style("bold", type.replaceAll("_", " "))} ${style(colour, severity)}`,
    `  ${message}`,
    ...quotes.map(({ from, text }) => style("dim", `  ${from}: “${shorten(text, width - from.length - 8)}”`)),
    style("dim", `  ${evidence}`),
    `  → ${recommendation}`,
  ];
}
