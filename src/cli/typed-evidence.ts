import { EVIDENCE_KINDS, type Evidence, evidenceOf } from "../domain/decisions/decision.ts";

export const evidenceText = ({ kind, ref }: Evidence): string => `${kind}: ${ref}`;

/** The evidence that a person typed: its kind and a colon may stand before it. */
export function typedEvidence(text: string): { kind: Evidence["kind"]; ref: string } {
  const [, kind = "", ref = ""] = /^(\w+):\s+(.*)$/s.exec(text) ?? [];
  const known = EVIDENCE_KINDS.find((one) => one === kind);
  return known ? { kind: known, ref } : evidenceOf(text);
}
