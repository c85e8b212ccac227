import type { RefObject } from "preact";
import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
import { Chart, Counts, RateMark, ShareLines, useWidth } from "./chart.tsx";
import { Figure, type Table } from "./figure.tsx";
import {
  FEWEST,
  type Frame,
  lineThrough,
  longDay,
  type Period,
  scalesOf,
  shortDay,
  shownScore,
} from "./figures.ts";

const { calibration: words } = strings;

export function TimeFigure({ periods }: { readonly periods: readonly Period[] }) {
  const weeks = periods[0]?.weeks ?? 1;
  const summary = words.overTimeSummary(
    periods
      .filter(({ outcomes }) => outcomes > 0)
      .map(({ from, worked, outcomes }) => words.overTimePart(longDay(from), shownScore(worked), outcomes))
      .join(" "),
  );
  return (
    <Figure name="over-time" title={words.overTime} lead={words.overTimeLead(weeks)} table={tableOf(periods)}>
      {(svg) => <TimeChart svg={svg} periods={periods} summary={summary} />}
    </Figure>
  );
}

const NOT_KNOWN = "–";
const share = (value: number | null): string => (value === null ? NOT_KNOWN : percent(value));

function tableOf(periods: readonly Period[]): Table {
  const { columns } = words;
  return {
    columns: [
      columns.period,
      columns.outcomes,
      columns.worked,
      columns.meanStated,
      columns.rate,
      columns.interval,
    ],
    rows: periods.map(({ from, outcomes, worked, mean_confidence, rate, low, high }) => [
      longDay(from),
      outcomes,
      shownScore(worked),
      share(mean_confidence),
      share(rate),
      low === null || high === null ? NOT_KNOWN : `${percent(low)}–${percent(high)}`,
    ]),
  };
}

const COUNTS = 44;
/** A label of a day needs so many pixels. */
const LABEL = 64;

/** The rate of each period with its interval, what was stated, and how many outcomes there were. */
function TimeChart({
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
  const stated = periods.flatMap(({ mean_confidence }, i) =>
    mean_confidence === null ? [] : [[at(i), y(mean_confidence)] as const],
  );
  return (
    <Chart
      holder={holder}
      svg={svg}
      frame={frame}
      summary={summary}
      legend={[
        ["dot", words.observed],
        ["interval", words.interval],
        ["hollow", words.fewOutcomes(FEWEST)],
        ["stated", words.meanStated],
      ]}
    >
      <ShareLines x={x} y={y} />
      {stated.length > 1 ? <path class="stated" d={lineThrough(stated)} /> : null}
      {periods.map(({ from, outcomes, worked, low, high }, i) =>
        outcomes === 0 ? null : (
          <RateMark
            key={from}
            title={words.overTimePart(longDay(from), shownScore(worked), outcomes)}
            at={at(i)}
            y={y}
            rate={worked / outcomes}
            low={low}
            high={high}
            outcomes={outcomes}
          />
        ),
      )}
      <Counts
        columns={periods.map(({ from, outcomes }, i) => ({
          key: from,
          at: at(i),
          width: Math.min(slot * 0.8, 28),
          outcomes,
        }))}
        x={x}
        ground={frame.height - 22}
        highest={COUNTS - 18}
      />
      {periods.map(({ from }, i) =>
        i % every === 0 ? (
          <text key={from} class="tick" x={at(i)} y={frame.height - 6} text-anchor="middle">
            {shortDay(from)}
          </text>
        ) : null,
      )}
    </Chart>
  );
}
