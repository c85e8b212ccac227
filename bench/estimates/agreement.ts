/**
 * Whether what is said about a proposed decision agrees with itself: the counts, the status, the recommended confidence,
 * the risk and the sentences of one reply, and the replies of the ways to ask.
 */
import { MIN_DIFFERENCE } from "../../src/calibration/rules/confidence-advice.ts";

/** A reply as a client gets it. */
export interface ToolReply {
  readonly structured: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The replies to one question. */
export interface Asked {
  readonly stated: number | undefined;
  /** By depth. */
  readonly contexts: Readonly<Record<"minimal" | "standard" | "full", ToolReply>>;
  readonly warnings: ToolReply;
  readonly guidance: ToolReply;
}

interface WayCounts {
  readonly worked: number;
  readonly partly?: number;
  readonly failed?: number;
  readonly of?: number;
  readonly decision_ids: readonly string[];
}

interface TrackRecord {
  readonly this_way: WayCounts;
  readonly other_ways: WayCounts;
}

interface ContextFields {
  readonly calibration_context: {
    readonly sample_size: number;
    readonly status: string;
    readonly your_confidence: number | null;
    readonly recommended_confidence: number | null;
    readonly recommendation: string;
    readonly team_confidence: number | null;
  };
  readonly warnings: readonly WarningFields[];
  readonly firewall_status: string;
  readonly risk_score: number;
  readonly track_record?: TrackRecord;
  readonly similar_decisions?: readonly {
    readonly decision_id: string;
    readonly outcome: string | null;
    readonly relevance: number;
  }[];
  readonly applicable_skills?: readonly {
    readonly skill_id: string;
    readonly evidence: { readonly successes: number; readonly total_outcomes: number };
  }[];
}

interface WarningFields {
  readonly type: string;
  readonly severity: string;
  readonly evidence: string;
  readonly evidence_ids: readonly string[];
}

interface GuidanceFields {
  readonly recommended_confidence: number | null;
  readonly calibration_status: string | null;
  readonly recommendation: string;
}

interface WarningReport {
  readonly warnings: readonly WarningFields[];
  readonly firewall_status: string;
  readonly risk_score: number;
  readonly track_record?: TrackRecord;
}

/** Everything that does not agree, as sentences; empty if all does. */
export function disagreements({ contexts, warnings, guidance }: Asked): string[] {
  const context = fieldsOf<ContextFields>(contexts.standard);
  const warned = fieldsOf<WarningReport>(warnings);
  const guided = fieldsOf<GuidanceFields>(guidance);
  return [
    ...Object.values(contexts).flatMap((reply) => withinContext(fieldsOf(reply), reply.text)),
    ...withinWarnings(warned, warnings.text),
    ...withinTexts([...Object.values(contexts), warnings, guidance]),
    ...betweenContexts(
      fieldsOf<ContextFields>(contexts.minimal),
      context,
      fieldsOf<ContextFields>(contexts.full),
    ),
    ...betweenWays(context, warned, guided),
  ];
}

const fieldsOf = <T>({ structured }: ToolReply): T => structured as unknown as T;

/** Numbers are rounded in replies. */
const ROUNDING = 1e-4;

function withinContext(fields: ContextFields, text: string): string[] {
  const { status, your_confidence, recommended_confidence: recommended } = fields.calibration_context;
  const wrong: string[] = [];
  if (your_confidence !== null && recommended !== null) {
    const difference = recommended - your_confidence;
    const differs = Math.abs(difference) >= MIN_DIFFERENCE - ROUNDING;
    if (status === "overconfident" && !(differs && difference < 0))
      wrong.push(`overconfident, and ${recommended} recommended for ${your_confidence}`);
    if (status === "underconfident" && !(differs && difference > 0))
      wrong.push(`underconfident, and ${recommended} recommended for ${your_confidence}`);
    if (status === "well-calibrated" && Math.abs(difference) > MIN_DIFFERENCE + ROUNDING)
      wrong.push(`well-calibrated, and ${recommended} recommended for ${your_confidence}`);
  }
  if (/gap/iu.test(text)) wrong.push("the text prints the gap beside the status");
  if (recommended !== null && your_confidence !== null) {
    const told = /\*\*Recommended Confidence:\*\* (\d+)/u.exec(text)?.[1];
    if (told !== undefined && Number(told) !== Math.round(100 * recommended))
      wrong.push(`the text recommends ${told} %, the field ${recommended}`);
  }
  return [...wrong, ...withinWarnings(fields, text), ...skillCounts(fields)];
}

/** What is true of every reply with warnings. */
function withinWarnings(
  {
    firewall_status,
    risk_score,
    warnings,
    track_record,
    ...fields
  }: WarningReport & Pick<ContextFields, "similar_decisions">,
  text: string,
): string[] {
  const wrong: string[] = [];
  // What is told to have gone another way is no failure of this one.
  const otherwise = new Set(track_record?.other_ways.decision_ids);
  const failed = new Set([
    ...(fields.similar_decisions ?? [])
      .filter(({ outcome, decision_id }) => outcome === "failure" && !otherwise.has(decision_id))
      .map(({ decision_id }) => decision_id),
    ...(track_record ? failuresOf(track_record.this_way) : []),
  ]);
  const told = warnings.filter(({ severity }) => severity !== "low");
  if (firewall_status === "clear" && failed.size > 0)
    wrong.push(`clear beside ${failed.size} relevant failures`);
  if (firewall_status === "clear" && told.some(({ type }) => type === "contradiction"))
    wrong.push("clear beside a decision in force that says otherwise");
  if (/nothing known speaks against it/iu.test(text) && (failed.size > 0 || warnings.length > 0))
    wrong.push("nothing is said to speak against it beside what does");
  const range = { clear: [0, 0.3], caution: [0, 0.7], block: [0.7, 1] }[firewall_status] ?? [0, 1];
  if (risk_score < (range[0] as number) - ROUNDING || risk_score > (range[1] as number) + ROUNDING)
    wrong.push(`${firewall_status} with a risk of ${risk_score}`);
  const line = text.split("\n").find((one) => one.startsWith("So far "));
  if (track_record && line !== undefined) {
    const counts = numbersIn(line);
    const known = [track_record.this_way, track_record.other_ways].flatMap(countsOf);
    if (counts.some((count) => !known.includes(count)))
      wrong.push(`the text says ${JSON.stringify(line)} and the fields ${JSON.stringify(track_record)}`);
  }
  return wrong;
}

const failuresOf = (way: WayCounts): string[] => {
  const failures = way.failed ?? (way.of ?? 0) - way.worked;
  return Array.from({ length: failures }, (_, i) => `failure ${i} of this way`);
};

const countsOf = ({ worked, partly = 0, failed, of }: WayCounts): number[] => {
  const all = of ?? worked + partly + (failed ?? 0);
  return [worked, partly, failed ?? all - worked - partly, all];
};

const numbersIn = (text: string): number[] => (text.match(/\d+/gu) ?? []).map(Number);

/** A skill of the proposed way has the counts of the way. */
function skillCounts({ track_record, applicable_skills = [] }: ContextFields): string[] {
  if (!track_record) return applicable_skills.length > 0 ? ["a skill applies, and no way has a record"] : [];
  const [worked, , , of] = countsOf(track_record.this_way) as [number, number, number, number];
  return applicable_skills.flatMap(({ skill_id, evidence }) =>
    evidence.successes === worked && evidence.total_outcomes === of
      ? []
      : [`${skill_id} has ${evidence.successes} of ${evidence.total_outcomes}, this way ${worked} of ${of}`],
  );
}

/** Counts are whole, and a rate takes ten outcomes. */
function withinTexts(replies: readonly ToolReply[]): string[] {
  return replies.flatMap(({ text }) => {
    const parts = /\d+\.\d+ of \d+/u.exec(text)?.[0];
    return parts === undefined ? [] : [`"${parts}" is no count`];
  });
}

/** A deeper context has all that a shallower one has, and says the same. */
function betweenContexts(minimal: ContextFields, standard: ContextFields, full: ContextFields): string[] {
  const wrong: string[] = [];
  for (const [name, other] of [
    ["minimal", minimal],
    ["full", full],
  ] as const) {
    for (const key of ["firewall_status", "risk_score"] as const)
      if (other[key] !== standard[key])
        wrong.push(`${key} is ${other[key]} in ${name} and ${standard[key]} in standard`);
    if (JSON.stringify(other.calibration_context) !== JSON.stringify(standard.calibration_context))
      wrong.push(`the confidence of ${name} is not that of standard`);
    if (JSON.stringify(other.track_record) !== JSON.stringify(standard.track_record))
      wrong.push(`the record of ${name} is not that of standard`);
  }
  const inFull = new Set(full.similar_decisions?.map(({ decision_id }) => decision_id));
  for (const { decision_id } of standard.similar_decisions ?? [])
    if (!inFull.has(decision_id)) wrong.push(`full lacks ${decision_id}, which standard has`);
  return wrong;
}

/** The ways to ask give the same answer. */
function betweenWays(context: ContextFields, warned: WarningReport, guided: GuidanceFields): string[] {
  const wrong: string[] = [];
  for (const key of ["firewall_status", "risk_score"] as const)
    if (context[key] !== warned[key])
      wrong.push(`${key} is ${context[key]} in the context and ${warned[key]} in the warnings`);
  if (JSON.stringify(context.track_record) !== JSON.stringify(warned.track_record))
    wrong.push("the record of the context is not that of the warnings");
  const { recommended_confidence, status, recommendation } = context.calibration_context;
  if (recommended_confidence !== guided.recommended_confidence)
    wrong.push(
      `${recommended_confidence} recommended in the context, ${guided.recommended_confidence} in the guidance`,
    );
  if (guided.calibration_status !== null && status !== guided.calibration_status)
    wrong.push(`${status} in the context and ${guided.calibration_status} in the guidance`);
  if (recommendation !== guided.recommendation) wrong.push("the context advises otherwise than the guidance");
  const kinds = (all: readonly WarningFields[]): string =>
    JSON.stringify(all.map(({ type, severity }) => [type, severity]).sort());
  if (kinds(context.warnings) !== kinds(warned.warnings))
    wrong.push(
      `warned of ${kinds(context.warnings)} in the context, ${kinds(warned.warnings)} in the warnings`,
    );
  return wrong;
}
