/** Warnings by how a decision is stated: with which confidence, in which words, against how many alternatives. */
import type { ConfidenceJudgement } from "../../calibration/index.ts";
import { contentWords } from "../../decisions/index.ts";
import type { Severity } from "../../shared/severity.ts";
import type { Intention, Warning } from "./warning.ts";

/** By how much a confidence is above the recommended one for a warning of this severity. */
const MEDIUM_FROM = 0.15;
const HIGH_FROM = 0.25;

/** Advice about a number, if it is sure enough that outcomes support another. It is no part of the risk. */
export function confidenceWarnings(
  { status, recommended }: Pick<ConfidenceJudgement, "status" | "recommended">,
  evidence: string,
): Warning[] {
  if (!recommended || (status !== "overconfident" && status !== "underconfident")) return [];
  const over = status === "overconfident";
  const difference = recommended.stated - recommended.recommended;
  return [
    {
      type: over ? "overconfidence" : "underconfidence",
      severity: over ? severityOf(difference) : "low",
      risk: 0,
      message: `A confidence of ${twoDecimals(recommended.stated)} is ${over ? "more" : "less"} than the outcomes support.`,
      evidence,
      evidenceIds: [],
      quotes: [],
      recommendation: over
        ? `State ${twoDecimals(recommended.recommended)}, or say what makes this one better than the others.`
        : `State ${twoDecimals(recommended.recommended)}: such decisions deserve more trust.`,
    },
  ];
}

function severityOf(difference: number): Severity {
  if (difference >= HIGH_FROM) return "high";
  return difference >= MEDIUM_FROM ? "medium" : "low";
}

const twoDecimals = (value: number): string => value.toFixed(2);

/** A confidence from here on leaves hardly any room for being wrong. */
const HIGH_CONFIDENCE = 0.8;

/**
 * Phrases that claim certainty nobody can have. Rules ("never commit secrets") and names ("always-on VPN", "guaranteed
 * delivery") make no such claim, so most words count only together with the words around them.
 */
const CLAIMS: readonly RegExp[] = [
  /\b(?:always|never)\s+(?:be\s+)?(?:works?|succeeds?|fails?|breaks?|wins?|scales?|goes? wrong|faster|better|safe|right|enough|wrong|a problem|an issue|the (?:best|right))\b/iu,
  /\bguaranteed to (?:work|succeed|scale|win|hold|perform)\b/iu,
  /\b(?:cannot|can['’]?t|can not|could never|impossible to)\s+(?:possibly\s+)?(?:fail|go wrong|break)\b/iu,
  /\b(?:will|would|to)\s+(?:definitely|certainly|undoubtedly|surely)\s+(?:work|succeed|scale|be|fix|solve|hold|improve|perform|outperform)\b/iu,
  /\b(?:definitely|certainly|undoubtedly|unquestionably)\s+(?:the (?:best|right|only)|right|better|faster|safe|safer|correct|enough)\b/iu,
  /\b(?:beyond (?:any )?doubt|without (?:a |any )?doubt|there is no doubt)\b/iu,
  /\b(?:zero risk|no risk(?:s)? (?:at all|whatsoever)|risk-free|foolproof|fool-proof|bulletproof|fail-?proof)\b/iu,
  /\b100\s?% (?:sure|certain|safe|secure|reliable|confident|correct)\b/iu,
  /절대(?:로)?\s*(?:실패|문제|틀리|안\s|깨지|없)/u,
  /(?:항상|언제나|무조건)\s*(?:성공|작동|동작|안전|옳|맞|빠르|좋|된다)/u,
  /(?:틀림없이|의심의 여지|확실히 (?:성공|작동|동작|된다|빠르|안전)|100\s?%\s?(?:확실|안전|성공))/u,
];
const HEDGED = /(?:\bnot|n['’]t|\balmost|\bnearly|\bhardly|\bnot be|확실하지)\s*$/iu;

export function absoluteLanguage({ statement, reasoning, confidence }: Intention): Warning[] {
  if (confidence === undefined || confidence < HIGH_CONFIDENCE) return [];
  const found = [statement, reasoning ?? ""].flatMap((text) => claimsIn(text));
  if (found.length === 0) return [];
  const quoted = [...new Set(found)].map((words) => `"${words}"`).join(", ");
  return [
    {
      type: "absolute_language",
      severity: "low",
      message: `Absolute words together with a confidence of ${confidence.toFixed(2)}: ${quoted}.`,
      evidence: `Found ${quoted} in ${claimsIn(statement).length > 0 ? "the statement" : "the reasoning"}`,
      evidenceIds: [],
      quotes: [],
      recommendation: "Say under which conditions it holds and what would show that it does not.",
    },
  ];
}

function claimsIn(text: string): string[] {
  return CLAIMS.flatMap((claim) => {
    const match = claim.exec(text);
    if (!match || HEDGED.test(text.slice(0, match.index))) return [];
    return [match[0].replace(/\s+/g, " ").toLowerCase().trim()];
  });
}

/** With only one other option the question is still whether to do it, not which way. */
const ENOUGH_ALTERNATIVES = 2;
const RISK_WITHOUT_ANY = 0.02;
const RISK_WITH_ONE = 0.01;

/** No warning if the caller was not asked for alternatives. An alternative that repeats the statement does not count. */
export function fewAlternatives(statement: string, alternatives: readonly string[] | undefined): Warning[] {
  if (alternatives === undefined) return [];
  const statementKey = keyOf(statement);
  const others = new Set(alternatives.map(keyOf).filter((key) => key !== statementKey));
  if (others.size >= ENOUGH_ALTERNATIVES) return [];
  return [
    {
      type: "few_alternatives",
      severity: "low",
      // It may be the right way all the same, so this alone is never a reason to stop.
      risk: others.size === 0 ? RISK_WITHOUT_ANY : RISK_WITH_ONE,
      message:
        others.size === 0
          ? "Nothing else was considered, so nothing says that this is the best way."
          : "Only one other way was considered.",
      evidence: `${others.size} alternative${others.size === 1 ? "" : "s"} given, ${ENOUGH_ALTERNATIVES} wanted`,
      evidenceIds: [],
      quotes: [],
      recommendation:
        "Name at least two other ways, such as the simplest one and that of leaving it as it is.",
    },
  ];
}

const keyOf = (text: string): string => {
  const words = [...contentWords(text)].sort((a, b) => (a < b ? -1 : 1)).join(" ");
  return words === "" ? text.trim().toLowerCase() : words;
};
