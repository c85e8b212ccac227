import type { ResultOf } from "../../net/page-calls.ts";
import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
import { FEWEST, shownScore } from "./figures.ts";

const { calibration: words } = strings;

const TONES: Readonly<Record<string, string>> = {
  "well-calibrated": "good",
  overconfident: "bad",
  underconfident: "fair",
};

/** The counts first, then what they mean. */
export function Verdict({
  data: { total, status, advice },
  isTimed,
}: {
  readonly data: ResultOf<"calibration">;
  readonly isTimed: boolean;
}) {
  const unstated = total.outcomes - total.stated;
  return (
    <section class="panel verdict" aria-labelledby="verdict">
      <div class="verdict-counts">
        <p class="verdict-count">{words.worked(shownScore(total.worked), total.outcomes)}</p>
        <p class="faint">
          {total.low === null || total.high === null
            ? words.tooFewForRate(FEWEST)
            : words.between(percent(total.low), percent(total.high))}{" "}
          {unstated > 0 && total.stated > 0 ? words.someUnstated(unstated) : null}
        </p>
      </div>
      <div>
        <h2 id="verdict" class={`verdict-status verdict-${TONES[status] ?? "open"}`}>
          {words.statuses[status]}
        </h2>
        <p>{advice}</p>
        {isTimed ? <p class="faint">{words.verdictOfAll}</p> : null}
      </div>
    </section>
  );
}
