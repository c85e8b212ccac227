import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
import { Figure, type Table } from "./figure.tsx";
import { longDay, type Period, shownScore } from "./figures.ts";
import { TimeChart } from "./time-chart.tsx";

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
