import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
import type { Calibration } from "./figures.ts";

const { calibration: words } = strings;

type More = Calibration["more"];
type Status = More["status"];

/** Neighbouring numbers of successes after which the same would be said. */
interface Stretch {
  readonly status: Status;
  readonly from: number;
  readonly to: number;
  readonly probability: number;
}

function stretchesOf({ courses }: More): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { successes, probability, status } of courses) {
    const last = stretches.at(-1);
    if (last?.status === status)
      stretches[stretches.length - 1] = {
        ...last,
        to: successes,
        probability: last.probability + probability,
      };
    else stretches.push({ status, from: successes, to: successes, probability });
  }
  return stretches;
}

/** Says what the next outcomes can still change, and how probable that is. */
export function MoreOutcomes({ more }: { readonly more: More }) {
  const stretches = stretchesOf(more);
  const [only] = stretches;
  const isSettled = stretches.length === 1 && only?.status === more.status;
  return (
    <section class="panel" aria-labelledby="more-outcomes">
      <h2 id="more-outcomes">{words.more(more.more)}</h2>
      <p>{words.moreWidth(words.points(more.high - more.low), words.points(more.expected_width))}</p>
      {isSettled ? (
        <p>{words.moreStays(words.statuses[more.status])}</p>
      ) : (
        <>
          <p>{words.moreVerdict(words.statuses[more.status])}</p>
          <div class="stretches" aria-hidden="true">
            {stretches.map(({ status, from, probability }) => (
              <span
                key={from}
                class={`stretch stretch-${status}`}
                style={{ "--share": String(Math.max(probability, 0.004)) }}
              />
            ))}
          </div>
          <ul class="plain stretch-list">
            {stretches.map(({ status, from, to, probability }) => (
              <li key={from}>
                <span class={`stretch-key stretch-${status}`} aria-hidden="true" />
                <span>
                  <strong>{words.statuses[status]}</strong> {words.ifWorked(from, to, more.more)}{" "}
                  <span class="faint">({words.probability(atLeastOne(probability))})</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="faint">{words.moreBasis}</p>
    </section>
  );
}

/** A probability that is not zero is not shown as zero. */
const atLeastOne = (share: number): string => (share < 0.005 ? "<1%" : percent(share));
