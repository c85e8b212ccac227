import { strings } from "../strings.ts";

/** A coloured dot with a word: the colour never says anything that the word does not. */
export function Mark({
  kind,
  word,
  title,
}: {
  readonly kind: string;
  readonly word: string;
  readonly title?: string;
}) {
  return (
    <span class={`mark mark-${kind}`} title={title}>
      {word}
    </span>
  );
}

type Words = Readonly<Record<string, string>>;

export function StandingMark({ standing }: { readonly standing: string }) {
  return <Mark kind={standing} word={(strings.standings as Words)[standing] ?? standing} />;
}

export function OutcomeMark({ outcome }: { readonly outcome: string | null }) {
  const kind = outcome ?? "none";
  return <Mark kind={kind} word={(strings.outcomes as Words)[kind] ?? kind} />;
}

export const percent = (share: number): string => `${Math.round(share * 100)}%`;

export function Confidence({ value }: { readonly value: number | null }) {
  if (value === null) return <span class="faint">{strings.parts.noConfidence}</span>;
  return (
    <span class="number" title={strings.parts.confidenceTitle}>
      {percent(value)}
    </span>
  );
}
