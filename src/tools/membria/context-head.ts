import { workedOf } from "../../domain/calibration/advice.ts";
import { ENOUGH_OUTCOMES, MIN_DIFFERENCE } from "../../domain/calibration/confidence-status.ts";
import { inPercent } from "../../domain/shared/percent.ts";
import type { ContextFields } from "./context-fields.ts";
import { trackRecordLines } from "./track-record-fields.ts";

type CalibrationContext = ContextFields["calibration_context"];

/** The first lines of a context: confidence and risk. */
export function contextHead({
  calibration_context: calibration,
  firewall_status,
  risk_score,
  track_record,
  warnings,
  depth,
  similar_decisions = [],
  applicable_skills = [],
}: ContextFields): string[] {
  const { team_confidence, your_confidence, recommended_confidence, gap } = calibration;
  const yours = your_confidence === null ? "not stated" : percent(your_confidence);
  const nothing = similar_decisions.length + applicable_skills.length === 0 && depth !== "minimal";
  return [
    "## Membria Decision Context",
    "",
    `**Domain:** ${calibration.domain}`,
    `**Team Success Rate:** ${successRate(calibration)}`,
    `**Your Confidence:** ${yours}${team_confidence === null ? "" : ` vs Team Average: ${percent(team_confidence)}`}`,
    `**Status:** ${capital(calibration.status.replaceAll("_", " "))}${gap === null ? "" : ` (gap: ${gap.toFixed(2)})`}`,
    ...(differs(recommended_confidence, your_confidence)
      ? [`**Recommended Confidence:** ${percent(recommended_confidence ?? 0)}`]
      : []),
    `**Risk:** ${firewall_status} (${risk_score})`,
    ...trackRecordLines(track_record),
    ...(nothing && warnings.length === 0 && calibration.sample_size === 0
      ? [`Nothing is known about this yet: no similar decision, and no outcome about ${calibration.domain}.`]
      : [
          calibration.recommendation,
          ...(warnings.length === 0 ? ["No warnings: nothing known speaks against it."] : []),
          ...(nothing ? ["The memory has nothing about this yet."] : []),
        ]),
  ];
}

/** A difference that is not worth a word is not shown. */
const differs = (recommended: number | null, stated: number | null): boolean =>
  recommended !== null && (stated === null || Math.abs(recommended - stated) >= MIN_DIFFERENCE);

/** As counts while there are few outcomes, because a percentage would say more than they do. */
function successRate({ sample_size, worked_out, team_success_rate }: CalibrationContext): string {
  if (worked_out === null || team_success_rate === null)
    return `unknown (${counted(sample_size, "decision")})`;
  return sample_size < ENOUGH_OUTCOMES
    ? workedOf({ score: worked_out, outcomes: sample_size })
    : `${percent(team_success_rate)} (${counted(sample_size, "decision")})`;
}

const percent = (share: number): string => `${inPercent(share)}%`;
const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
