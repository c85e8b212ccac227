import type { RefObject } from "preact";
import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
import {
  FEWEST,
  type Frame,
  lineThrough,
  longDay,
  type Period,
  QUARTERS,
  scalesOf,
  shortDay,
  shownScore,
} from "./figures.ts";
import { Legend } from "./legend.tsx";
import { useWidth } from "./use-width.ts";

const { calibration: words } = strings;
const COUNTS = 44;
/** A label of a day needs so many pixels. */
const LABEL = 64;

/** The rate of each period with its interval, what was stated, and how many outcomes there were. */
export function TimeChart({
  svg,
  periods,
  summary,
}: {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly periods: readonly Period[];
  readonly summary: string;
}) {
  const [holder, width] = useWidth<HTMLDivElement>(640);
  const frame: Frame = { width, height: 300, left: 60, right: 16, top: 12, bottom: COUNTS + 26 };
  const { x, y } = scalesOf(frame);
  const at = (i: number): number => x((i + 0.5) / periods.length);
  const slot = x(1 / periods.length) - x(0);
  const every = Math.max(1, Math.ceil(LABEL / slot));
  const most = Math.max(1, ...periods.map(({ outcomes }) => outcomes));
  const ground = frame.height - 22;
  const stated = periods.flatMap(({ mean_confidence }, i) =>
    mean_confidence === null ? [] : [[at(i), y(mean_confidence)] as const],
  );
  return (
    <div ref={holder}>
      <svg ref={svg} class="chart" width={frame.width} height={frame.height} role="img" aria-label={summary}>
        {QUARTERS.map((share) => (
          <g key={share}>
            <line class="grid" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
            <text class="tick" x={x(0) - 8} y={y(share) + 4} text-anchor="end">
              {percent(share)}
            </text>
          </g>
        ))}
        {stated.length > 1 ? <path class="stated" d={lineThrough(stated)} /> : null}
        {periods.map((period, i) => (
          <PeriodMark key={period.from} period={period} at={at(i)} y={y} />
        ))}
        {periods.map(({ from, outcomes }, i) => {
          const height = (outcomes / most) * (COUNTS - 18);
          return (
            <g key={from}>
              {outcomes > 0 ? (
                <>
                  <rect
                    class="count"
                    x={at(i) - Math.min(slot * 0.4, 14)}
                    y={ground - height}
                    width={Math.min(slot * 0.8, 28)}
                    height={height}
                    rx="2"
                  />
                  <text class="tick" x={at(i)} y={ground - height - 3} text-anchor="middle">
                    {outcomes}
                  </text>
                </>
              ) : null}
              {i % every === 0 ? (
                <text class="tick" x={at(i)} y={frame.height - 6} text-anchor="middle">
                  {shortDay(from)}
                </text>
              ) : null}
            </g>
          );
        })}
        <line class="grid" x1={x(0)} x2={x(1)} y1={ground} y2={ground} />
        <text class="tick" x={x(0) - 8} y={ground - 4} text-anchor="end">
          n
        </text>
      </svg>
      <Legend
        entries={[
          ["dot", words.observed],
          ["interval", words.interval],
          ["hollow", words.fewOutcomes(FEWEST)],
          ["stated", words.meanStated],
        ]}
      />
    </div>
  );
}

function PeriodMark({
  period: { from, outcomes, worked, low, high },
  at,
  y,
}: {
  readonly period: Period;
  readonly at: number;
  readonly y: (share: number) => number;
}) {
  if (outcomes === 0) return null;
  return (
    <g class={outcomes < FEWEST ? "bin few" : "bin"}>
      <title>{words.overTimePart(longDay(from), shownScore(worked), outcomes)}</title>
      {low === null || high === null ? null : <path class="whisker" d={`M${at},${y(high)}V${y(low)}`} />}
      <circle class="point" cx={at} cy={y(worked / outcomes)} r="5" />
    </g>
  );
}
