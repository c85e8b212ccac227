import type { Intention, Warning } from "../warning.ts";

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
