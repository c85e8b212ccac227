import { strings } from "../strings.ts";
import { percent } from "./marks.tsx";

const { skills: words } = strings;

/** An expected share with the bounds that it lies in. The numbers stand beside the drawing. */
export function RateBar({
  rate,
  interval: [low, high],
  tone,
}: {
  readonly rate: number;
  readonly interval: readonly [number, number];
  readonly tone: "good" | "bad";
}) {
  return (
    <span class={`rate rate-${tone}`} title={words.rateTitle}>
      <span
        class="rate-bar"
        aria-hidden="true"
        style={{ "--rate": String(rate), "--low": String(low), "--high": String(high) }}
      />
      <span class="rate-text number">{words.rate(percent(rate), percent(low), percent(high))}</span>
    </span>
  );
}
