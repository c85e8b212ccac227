import type { Decision } from "../../domain/decisions/decision.ts";
import { ADR_WORDS, type AdrStatus, adrSections } from "../../domain/moving/adr.ts";
import { ADR_FORM, type AdrMark } from "../../domain/moving/adr-mark.ts";
import type { AuthorKind } from "../../domain/shared/actor.ts";
import { type Escaping, escapeText } from "./escape.ts";
import { asScalar } from "./front-matter.ts";
import { bullets, withOutcome } from "./outcome-section.ts";
import { NO_REASONS, OWN_HEADINGS } from "./own-words.ts";
import { readAdr } from "./read-adr.ts";

/** Where a record has its status and date: at the very top, in a list below the title, or in sections. */
export type AdrStyle = "front-matter" | "list" | "section";

export interface Composition {
  readonly path: string;
  readonly style: AdrStyle;
  readonly number?: number | undefined;
  /** The status in the words of the style. */
  readonly words: string;
}

interface Care {
  readonly escaping: Escaping;
  /** Repeats the statement in a section of its own, because the title does not read back as it. */
  readonly repeats: boolean;
}

const CARE: readonly Care[] = [
  { escaping: "headings", repeats: false },
  { escaping: "headings", repeats: true },
  { escaping: "all", repeats: true },
];

/** Writes a decision as a record that reads back as the same decision, with no more escapes than that takes. */
export function composeAdr(decision: Decision, composition: Composition, status: AdrStatus): string {
  let text = "";
  for (const care of CARE) {
    text = compose(decision, composition, status, care);
    if (readsBack(text, decision, composition, status)) break;
  }
  return text;
}

function readsBack(text: string, decision: Decision, { path }: Composition, { outcome }: AdrStatus): boolean {
  const read = readAdr({ path, text });
  if (read?.mark?.decision !== decision.id) return false;
  const said = { ...read, statement: read.statement ?? read.title };
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const trimmed = (value: string | readonly string[] = ""): unknown =>
    typeof value === "string" ? value.trim() : value.map((item) => item.trim()).filter((item) => item !== "");
  return (
    ADR_WORDS.every((name) => same(said[name] ?? [], trimmed(decision[name]))) &&
    same(read.outcome?.lessons, outcome && trimmed(outcome.lessons))
  );
}

const ONE_LINE = 120;

export const titleOf = ({ statement }: Pick<Decision, "statement">): string => {
  const [line = statement] = statement.trim().split("\n");
  return [...line].length <= ONE_LINE ? line.trim() : `${[...line].slice(0, ONE_LINE - 1).join("")}…`;
};

function compose(
  decision: Decision,
  { path, style, number, words }: Composition,
  { outcome }: AdrStatus,
  { escaping, repeats }: Care,
): string {
  const title = titleOf(decision);
  const form = style === "section" ? "nygard" : "madr";
  const section = (heading: string, body: string): string[] =>
    body.trim() === "" ? [] : [`## ${heading}`, "", body.trim(), ""];
  const text = (body: string): string => escapeText(body.trim(), escaping);
  const [options, ...lists] = adrSections(decision, form).map(({ title: heading, items }) =>
    section(heading, bullets(items, escaping)),
  );
  const reasons = text(decision.reasoning ?? "") || (form === "nygard" ? NO_REASONS : "");
  const statesMore = form === "nygard" || repeats || title !== decision.statement.trim();
  const decided = section(OWN_HEADINGS[form].statement, statesMore ? text(decision.statement) : "");
  const body = [
    ...headOf(decision, style, number === undefined ? title : `${number}. ${title}`, words),
    ...section(OWN_HEADINGS[form].reasoning, reasons),
    ...(form === "nygard" ? [...decided, ...(options ?? [])] : [...(options ?? []), ...decided]),
    ...lists.flat(),
  ].join("\n");
  return withOutcome(body, markOf(decision, path), outcome, escaping);
}

function headOf(decision: Decision, style: AdrStyle, title: string, words: string): string[] {
  const [date, by] = [decision.createdAt.toISOString().slice(0, 10), decidedBy(decision)];
  if (style === "section")
    return [`# ${title}`, "", `Date: ${date}`, "", `Author: ${by}`, "", "## Status", "", words, ""];
  if (style === "list")
    return [`# ${title}`, "", `* Status: ${words}`, `* Deciders: ${by}`, `* Date: ${date}`, ""];
  return [
    "---",
    `status: ${asScalar(words)}`,
    `date: ${date}`,
    `decision-makers: ${JSON.stringify(by)}`,
    "---",
    "",
    `# ${title}`,
    "",
  ];
}

/** Marks a decision that no human made, for readers of the file and for a later import. */
const VIA: Readonly<Record<AuthorKind, string>> = { human: "", agent: " [via MCP]", script: " [via script]" };
const decidedBy = ({ author }: Decision): string => `${author.name}${VIA[author.kind]}`;

function markOf(decision: Decision, path: string): AdrMark {
  const { id, domain, topic, topicStated, confidence, confidenceStated, questions } = decision;
  // A file is no evidence of itself, and its folder may be named as on one machine only.
  const evidence = decision.evidence.filter(
    ({ kind, ref }) => kind !== "file" || (ref !== path && !ref.endsWith(`/${path}`)),
  );
  return {
    decision: id,
    form: ADR_FORM,
    domain,
    ...(topicStated && { topic }),
    ...(confidenceStated && confidence !== undefined && { confidence }),
    ...(decision.riskLevel && { risk_level: decision.riskLevel }),
    ...(decision.label !== undefined && { label: decision.label }),
    ...(evidence.length > 0 && { evidence: evidence.map(({ kind, ref }) => ({ kind, ref })) }),
    ...(questions.length > 0 && { questions: [...questions] }),
  };
}
