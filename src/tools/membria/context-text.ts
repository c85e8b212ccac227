/** The context of a decision as text for a model. */

import { countWords, ENOUGH_OUTCOMES, MIN_DIFFERENCE } from "../../calibration/index.ts";
import { inPercent } from "../../shared/rounding.ts";
import { foldLines } from "../../shared/text.ts";
import { anchorsLine, checkAgainMark } from "../decision-facts.ts";
import { byAuthor, FENCED_NOTICE, inQuotes, quote, recordLine } from "../quote.ts";
import { roomFor } from "../shorten.ts";
import type { ContextFields } from "./context-fields.ts";
import { rateText } from "./skill-fields.ts";
import { channelWords, relatedLines, trackRecordLines } from "./warning-fields.ts";

/** Longer entries are cut; the whole text can be read by the id. */
const LONGEST_ENTRY = 400;

interface Section {
  readonly heading: string;
  /** Text by Membria. */
  readonly plain: readonly string[];
  /** Stored text, which goes into a fence. */
  readonly quoted: readonly Entry[];
}

/** The lines of one record. */
type Entry = readonly string[];

/**
 * The context as the Membria document wants it for a model. Stored text is inside fences, each entry with its source. If
 * the text is too long, the least important entries are left out, and their number is given.
 */
export function contextText(fields: ContextFields, maxTokens: number | undefined): string {
  const head = contextHead(fields);
  const sections = sectionsOf(fields);
  const whole = render(head, sections, 0);
  const room = roomFor(maxTokens);
  if (whole.length <= room) return whole;
  const advice = fields.calibration_context.recommendation;
  const fits = head.join("\n").length <= room;
  return fitted(fits ? head : head.filter((line) => line !== advice), sections, room);
}

/** The headings in order of importance. */
const HEADINGS = {
  warnings: "Warnings",
  skills: "Applicable Skills",
  similar: "Similar Decisions",
  due: "Due Outcomes",
  failed: "Failed Before",
  lessons: "Lessons",
  related: "Related Decisions",
  chains: "Causal Chains",
} as const;
const IMPORTANCE: readonly string[] = Object.values(HEADINGS);

function fitted(head: readonly string[], sections: readonly Section[], room: number): string {
  const kept = sections.map(({ heading }) => ({ heading, plain: [] as string[], quoted: [] as Entry[] }));
  const entries = (["plain", "quoted"] as const)
    .flatMap((kind) =>
      sections.flatMap((section, at) => section[kind].map((entry) => ({ at, kind, entry, section }))),
    )
    .sort((a, b) => IMPORTANCE.indexOf(a.section.heading) - IMPORTANCE.indexOf(b.section.heading));
  let left = 0;
  for (const { at, kind, entry } of entries) {
    const list = kept[at]?.[kind] as (string | Entry)[];
    list.push(entry);
    if (left === 0 && render(head, kept, entries.length).length <= room) continue;
    list.pop();
    left++;
  }
  return render(head, kept, left);
}

function render(head: readonly string[], sections: readonly Section[], left: number): string {
  const shown = sections.filter(({ plain, quoted }) => plain.length + quoted.length > 0);
  return [
    ...head,
    ...(shown.some(({ quoted }) => quoted.length > 0) ? ["", FENCED_NOTICE] : []),
    ...shown.flatMap(({ heading, plain, quoted }) => [
      "",
      `### ${heading}:`,
      ...plain,
      ...(quoted.length > 0 ? [quote(quoted.flat())] : []),
    ]),
    ...(left > 0 ? ["", `${left} more ${left === 1 ? "entry" : "entries"} did not fit.`] : []),
  ].join("\n");
}

/** The sections of the document in its order, then our own. */
function sectionsOf(fields: ContextFields): Section[] {
  const { applicable_skills = [], similar_decisions = [], due_outcomes = [] } = fields;
  const { causal_context, causal_chains = [], related_decisions = [] } = fields;
  const quotes = fields.warnings.flatMap(({ quotes: own }) =>
    own.map(({ from, text }) => `${from}: ${text}`),
  );
  return [
    section(HEADINGS.skills, applicable_skills.map(skillEntry)),
    section(HEADINGS.similar, similar_decisions.map(similarEntry)),
    section(
      HEADINGS.warnings,
      [...new Set(quotes)].map((line) => [line]),
      fields.warnings.map(
        ({ type, severity, description, recommendation }) =>
          `- ⚠️ ${type}: ${description} (${severity} severity) ${recommendation}`,
      ),
    ),
    section(
      HEADINGS.due,
      due_outcomes.map(({ decision_id, due_at, statement, author, standing }) => [
        recordLine(`- ${decision_id}`, [`due ${due_at.slice(0, 10)}`, standing, byAuthor(author)], statement),
      ]),
      due_outcomes.length === 0
        ? []
        : ["Record how they worked out with membria_record_outcome, if you know."],
    ),
    section(
      HEADINGS.failed,
      (causal_context?.previous_failed_decisions ?? []).flatMap((statement, i) => {
        const id = causal_context?.failed_decision_ids[i];
        return similar_decisions.some(({ decision_id }) => decision_id === id)
          ? []
          : [[`- ${id}: ${statement}`]];
      }),
    ),
    section(
      HEADINGS.lessons,
      (causal_context?.lessons_learned ?? [])
        .filter((lesson) => !similar_decisions.some((one) => lessonsShown(one).includes(lesson)))
        .map((lesson) => [`- ${lesson}`]),
    ),
    section(
      HEADINGS.chains,
      causal_chains.map(({ steps }) =>
        steps.map((step, i) =>
          recordLine(
            `${i === 0 ? "-" : "  →"} ${step.decision_id}`,
            [
              step.standing,
              byAuthor(step.author),
              ...(step.implementation === null ? [] : [inQuotes(step.implementation)]),
              step.outcome === null ? "no outcome yet" : `${step.outcome} ${step.final_score}`,
            ],
            [step.statement, ...step.lessons].join(" · "),
          ),
        ),
      ),
    ),
    section(
      HEADINGS.related,
      related_decisions.map(({ decision_id, statement, standing, author, relation, from, to }) => [
        recordLine(`- ${decision_id}`, [`${from} ${relation} ${to}`, standing, byAuthor(author)], statement),
      ]),
    ),
  ];
}

const section = (heading: string, quoted: readonly Entry[], plain: readonly string[] = []): Section => ({
  heading,
  plain,
  quoted: quoted.map(clipped),
});

type Skill = NonNullable<ContextFields["applicable_skills"]>[number];

function skillEntry(skill: Skill, i: number): Entry {
  const { confidence, credible_interval_95, evidence, source } = skill;
  const rate = rateText(confidence, credible_interval_95, evidence.total_outcomes, "confidence");
  return [
    recordLine(`${i + 1}. ${skill.skill_id}`, [...rate, source], skill.skill),
    `   Advice: ${skill.recommendation}`,
  ];
}

type Similar = NonNullable<ContextFields["similar_decisions"]>[number];

/** For a failure why it failed, for a success its first two lessons. */
const lessonsShown = ({ antipattern, lessons }: Similar): readonly string[] =>
  antipattern === undefined ? lessons.slice(0, 2) : [antipattern];

function similarEntry(similar: Similar): Entry {
  const { decision_id, statement, standing, author, success_rate, antipattern, superseded_by, check_again } =
    similar;
  const mark = success_rate === null ? "•" : antipattern === undefined ? "✅" : "❌";
  const facts = [
    success_rate === null ? "no outcome yet" : `${percent(success_rate)} success`,
    standing,
    ...checkAgainMark(check_again),
    byAuthor(author),
  ];
  return [
    recordLine(`- ${mark} ${decision_id}`, facts, statement),
    ...anchorsLine(similar.anchors),
    ...lessonsShown(similar).map((lesson) => `  Lesson: ${lesson}`),
    ...(superseded_by ? [`  Replaced by ${superseded_by.decision_id}: ${superseded_by.statement}`] : []),
  ];
}

function clipped(entry: Entry): Entry {
  const characters = [...entry.map(foldLines).join("\n")];
  return characters.length <= LONGEST_ENTRY
    ? entry
    : `${characters.slice(0, LONGEST_ENTRY - 1).join("")}…`.split("\n");
}

const percent = (share: number): string => `${inPercent(share)}%`;

type CalibrationContext = ContextFields["calibration_context"];

/** The first lines of a context: confidence and risk. */
function contextHead({
  calibration_context: calibration,
  firewall_status,
  risk_score,
  risks,
  related,
  track_record,
  warnings,
  depth,
  similar_decisions = [],
  applicable_skills = [],
}: ContextFields): string[] {
  const { team_confidence, your_confidence, recommended_confidence, recommended_interval_95 } = calibration;
  const yours = your_confidence === null ? "not stated" : percent(your_confidence);
  const nothing = similar_decisions.length + applicable_skills.length === 0 && depth !== "minimal";
  return [
    "## Membria Decision Context",
    "",
    `**Domain:** ${calibration.domain}`,
    `**Team Success Rate:** ${successRate(calibration)}`,
    `**Your Confidence:** ${yours}${team_confidence === null ? "" : ` vs Team Average: ${percent(team_confidence)}`}`,
    `**Status:** ${capital(calibration.status.replaceAll("_", " "))}`,
    ...(differs(recommended_confidence, your_confidence)
      ? [
          `**Recommended Confidence:** ${percent(recommended_confidence ?? 0)}${between(recommended_interval_95)}`,
        ]
      : []),
    `**Risk:** ${firewall_status} (${risk_score}${channelWords(risks)})`,
    ...trackRecordLines(track_record),
    ...(nothing && warnings.length === 0 && calibration.sample_size === 0
      ? [`Nothing is known about this yet: no similar decision, and no outcome about ${calibration.domain}.`]
      : [
          calibration.recommendation,
          ...(warnings.length === 0 ? relatedLines(firewall_status, related ?? []) : []),
          ...(nothing ? ["The memory has nothing about this yet."] : []),
        ]),
  ];
}

/** A difference that is not worth a word is not shown. */
const differs = (recommended: number | null, stated: number | null): boolean =>
  recommended !== null && (stated === null || Math.abs(recommended - stated) >= MIN_DIFFERENCE);

/** As counts while there are few outcomes, because a percentage would say more than they do. */
function successRate({ sample_size, counts, team_success_rate }: CalibrationContext): string {
  if (counts === null || team_success_rate === null) return `unknown (${counted(sample_size, "decision")})`;
  return sample_size < ENOUGH_OUTCOMES
    ? countWords(counts)
    : `${percent(team_success_rate)} (${countWords(counts)})`;
}

/** Few outcomes leave much open. */
const between = ([low, high]: readonly number[] = []): string =>
  low === undefined || high === undefined ? "" : ` (95 % between ${percent(low)} and ${percent(high)})`;

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
