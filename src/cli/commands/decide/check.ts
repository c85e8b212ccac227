/** The command check: warnings before a decision, or what a change in git goes against, as text or SARIF. */

import * as z from "zod";
import { getWarnings } from "../../../learning/index.ts";
import {
  AGAINST_RULES,
  AGAINST_WORDS,
  type AgainstRule,
  checkChange,
  type GoingAgainst,
  type SpeakingDecision,
} from "../../../repository/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { perform } from "../../../shared/operations/operation.ts";
import {
  channelWords,
  relatedLines,
  trackRecordLines,
  type WarningFields,
  warningFields,
} from "../../../tools/membria/warning-fields.ts";
import { HOW_PLACED } from "../../../tools/membria/why.ts";
import { inQuotes } from "../../../tools/quote.ts";
import { withProjectsNamed } from "../../across-projects.ts";
import { type CommandContext, type CommandResult, defineCommand } from "../../command.ts";
import { bar, counted } from "../../figures.ts";
import { shorten, type Terminal } from "../../terminal.ts";

const { shape } = getWarnings.input;
/** Different from the codes of failures, so that a script can tell a blocked decision from a mistyped flag. */
export const BLOCKED = 10;

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

const BAR = 30;

const COLOUR = { clear: "green", caution: "yellow", block: "red" } as const;

const SEVERITY_COLOUR = { low: "dim", medium: "yellow", high: "red", critical: "red" } as const;

const MARK = { low: "·", medium: "!", high: "✗", critical: "✗" } as const;

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
  { warnings, firewall_status, risk_score, risks, related, track_record }: WarningFields,
  terminal: Terminal,
): string {
  const colour = COLOUR[firewall_status];
  return [
    `${terminal.style(["bold", colour], firewall_status)}  ${terminal.style(colour, bar(risk_score, BAR))}  risk ${risk_score.toFixed(2)}${channelWords(risks)}`,
    ...trackRecordLines(track_record),
    ...(warnings.length === 0 ? relatedLines(firewall_status, related ?? []) : []),
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

/** The files that a change touches, and the decisions that speak about them. */
interface CheckedChange {
  readonly files: readonly { readonly path: string; readonly kind: string }[];
  readonly more: number;
  readonly speaking: readonly SpeakingDecision[];
  readonly against: readonly GoingAgainst[];
  readonly isComplete: boolean;
}

/** `It adds redis, which seems to be what was ruled out by dec_a: "Keep sessions in the database".` */
const againstSentence = ({ rule, about, decision }: GoingAgainst): string =>
  `Seems to go against ${decision.id} ${inQuotes(decision.statement)}: it ${AGAINST_WORDS[rule](about)}.`;

const changeFields = ({ files, more, speaking, against, isComplete }: CheckedChange) => ({
  files: files.map(({ path, kind }) => ({ path, kind })),
  ...(more > 0 && { files_not_read: more }),
  decisions: speaking.map(({ decision, by, files: about }) => ({
    decision_id: decision.id,
    statement: decision.statement,
    ruled_out: [...decision.alternatives],
    by,
    files: about.map(({ path, line }) => ({ path, line })),
  })),
  against: against.map(({ rule, decision, path, line, about }) => ({
    rule,
    decision_id: decision.id,
    statement: decision.statement,
    path,
    line,
    about,
  })),
  history_read: isComplete,
});

function changeText(change: CheckedChange, { style, width }: Terminal): string {
  const { files, speaking, against, more, isComplete } = change;
  const touched = `${counted(files.length, "file")} changed${more > 0 ? `, and ${more} more that were not read` : ""}.`;
  return [
    touched,
    ...(speaking.length === 0
      ? ["No decision is known to be about them."]
      : ["", style("bold", "Decided about them")]),
    ...speaking.flatMap(({ decision, by, files: about }) => [
      `${style("green", "●")} ${style("bold", decision.id)}  ${style("dim", `${HOW_PLACED[by]}: ${about.map(({ path }) => path).join(", ")}`)}`,
      `  ${shorten(decision.statement, width * 2)}`,
      ...decision.alternatives.map((one) => `  ruled out  ${shorten(one, width)}`),
    ]),
    "",
    ...(against.length === 0
      ? ["Nothing seems to go against a decision."]
      : [style("bold", "Seems to go against"), ...against.flatMap((one) => linesOf(one, { style, width }))]),
    ...(isComplete ? [] : ["", "Not all of the history was read yet, so moved files may be missing."]),
  ].join("\n");
}

function linesOf(
  { rule, decision, path, line, about }: GoingAgainst,
  { style, width }: Pick<Terminal, "style" | "width">,
): string[] {
  return [
    `${style("yellow", "!")} ${path}:${line}  ${AGAINST_WORDS[rule](about)}`,
    `  ${style("bold", decision.id)}  ${shorten(decision.statement, width * 2)}`,
  ];
}

/** A decision about a changed file, which is said and is no problem. */
const DECIDED = "decided";

const ABOUT: Readonly<Record<AgainstRule | typeof DECIDED, string>> = {
  "ruled-out": "Adds what a decision in force seems to have ruled out",
  "choice-removed": "Removes what a decision in force seems to have chosen",
  "anchor-changed": "Changes more than half of the code that a decision is anchored to",
  "anchor-gone": "Removes code that a decision is anchored to",
  "failed-before": "Adds what seems not to have worked out before",
  decided: "A decision in force is about this file",
};
const RULES = [...AGAINST_RULES, DECIDED] as const;
const ruleId = (rule: (typeof RULES)[number]): string => `membria/${rule}`;

interface Result {
  readonly rule: (typeof RULES)[number];
  readonly level: "warning" | "note";
  readonly text: string;
  readonly path: string;
  readonly line: number;
  readonly decision: string;
}

/** The result as SARIF 2.1.0, which code hosts show beside the lines of a pull request. */
function changeSarif({ speaking, against }: CheckedChange, version: string) {
  const results: Result[] = [
    ...against.map(
      (one): Result => ({
        rule: one.rule,
        level: "warning",
        text: againstSentence(one),
        path: one.path,
        line: one.line,
        decision: one.decision.id,
      }),
    ),
    ...speaking
      .filter(({ by }) => by !== "touched")
      .flatMap(({ decision, files }) =>
        files.map(
          ({ path, line }): Result => ({
            rule: DECIDED,
            level: "note",
            text: `${decision.id} is about this file: ${inQuotes(decision.statement)}.`,
            path,
            line,
            decision: decision.id,
          }),
        ),
      ),
  ];
  return {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Membria",
            version,
            rules: RULES.map((rule) => ({
              id: ruleId(rule),
              shortDescription: { text: ABOUT[rule] },
              defaultConfiguration: { level: rule === DECIDED ? "note" : "warning" },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        results: results.map(({ rule, level, text, path, line, decision }) => ({
          ruleId: ruleId(rule),
          ruleIndex: RULES.indexOf(rule),
          level,
          message: { text },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: path.split("/").map(encodeURIComponent).join("/") },
                region: { startLine: line },
              },
            },
          ],
          partialFingerprints: { "membria/v1": `${rule}:${decision}:${path}` },
        })),
      },
    ],
  };
}
