import * as z from "zod";
import { getWarnings } from "../../app/guidance/get-warnings.ts";
import { checkChange } from "../../app/repository/check-change.ts";
import { perform } from "../../app/shared/operation.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { trackRecordLines } from "../../tools/membria/track-record-fields.ts";
import { type WarningFields, warningFields } from "../../tools/membria/warning-fields.ts";
import { withProjectsNamed } from "../across-projects.ts";
import { bar } from "../bar.ts";
import { changeFields, changeText } from "../change-report.ts";
import { changeSarif } from "../change-sarif.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../command.ts";
import { shorten, type Terminal } from "../terminal.ts";

const { shape } = getWarnings.input;
/** Different from the codes of failures, so that a script can tell a blocked decision from a mistyped flag. */
export const BLOCKED = 10;
const BAR = 30;
const COLOUR = { clear: "green", caution: "yellow", block: "red" } as const;
const SEVERITY_COLOUR = { low: "dim", medium: "yellow", high: "red", critical: "red" } as const;
const MARK = { low: "·", medium: "!", high: "✗", critical: "✗" } as const;

/** With `--strict`, for a change that seems to go against a decision. */
export const AGAINST = 11;

export const check = defineCommand({
  name: "check",
  summary: `Show what speaks against a decision before you make it, or with --diff against a change of the code. Exits with ${BLOCKED} if a decision is blocked.`,
  positionals: ["statement"],
  input: z.strictObject({
    statement: shape.statement
      .optional()
      .describe("What you are about to decide, in one sentence; with --diff the range to check"),
    module: shape.module.describe("The area it belongs to (detected)"),
    confidence: shape.confidence.describe("Probability that it works out: 0 to 1, or such as 80%"),
    alternative: shape.alternatives.describe("What else was considered."),
    reasoning: shape.reasoning.describe("Why"),
    diff: z
      .boolean()
      .default(false)
      .describe("Check what is not committed, or a range such as origin/main...HEAD"),
    sarif: z.boolean().default(false).describe("Print SARIF 2.1.0, with --diff"),
    strict: z
      .boolean()
      .default(false)
      .describe(`Exit with ${AGAINST} if the change seems to go against a decision, with --diff`),
  }),
  fields: { alternatives: "alternative", range: "statement" },
  async run({ alternative, diff, sarif, strict, statement, ...input }, context) {
    if (diff) return checkDiff(statement, { sarif, strict }, context);
    if (statement === undefined) throw nothingToCheck();
    const requested = { ...input, statement, alternatives: alternative };
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

async function checkDiff(
  range: string | undefined,
  { sarif, strict }: { readonly sarif: boolean; readonly strict: boolean },
  { deps, call, terminal, installation }: CommandContext,
): Promise<CommandResult> {
  const change = await perform(checkChange, { range }, await deps(), await call());
  const asSarif = sarif ? changeSarif(change, installation.version) : undefined;
  return {
    json: asSarif ?? changeFields(change),
    text: asSarif ? JSON.stringify(asSarif, undefined, 2) : changeText(change, terminal),
    ...(asSarif && { isForPrograms: true }),
    ...(strict && change.against.length > 0 && { exitCode: AGAINST }),
  };
}

const nothingToCheck = (): Fault =>
  new Fault("invalid", "statement is missing.", {
    field: "statement",
    reason: "missing_argument",
    hint: "Say in one sentence what you are about to decide, or give --diff to check a change of the code.",
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
