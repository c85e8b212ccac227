import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
import { Figure, type Table } from "./figure.tsx";
import { type Bin, type Calibration, shownScore } from "./figures.ts";
import { ReliabilityChart } from "./reliability-chart.tsx";

const { calibration: words } = strings;

/** Stated confidence against observed success, with what is recommended instead. */
export function ReliabilityFigure({ data }: { readonly data: Calibration }) {
  const used = data.bins.filter(({ outcomes }) => outcomes > 0);
  if (used.length === 0) return <p class="faint">{words.noStated}</p>;
  return (
    <Figure name="reliability" title={words.diagram} lead={words.diagramLead} table={tableOf(data)}>
      {(svg) => <ReliabilityChart svg={svg} bins={data.bins} curve={data.curve} summary={summaryOf(used)} />}
    </Figure>
  );
}

const summaryOf = (bins: readonly Bin[]): string =>
  words.diagramSummary(
    bins
      .map(({ mean_confidence, worked, outcomes, low, high }) =>
        words.diagramPart(
          percent(mean_confidence ?? 0),
          shownScore(worked),
          outcomes,
          percent(low ?? 0),
          percent(high ?? 1),
        ),
      )
      .join(" "),
  );

function tableOf({ bins, curve }: Calibration): Table {
  const { columns } = words;
  return {
    columns: [
      columns.confidence,
      columns.outcomes,
      columns.worked,
      columns.meanStated,
      columns.rate,
      columns.interval,
      columns.recommended,
    ],
    rows: bins
      .filter(({ outcomes }) => outcomes > 0)
      .map((bin) => [
        `${percent(bin.from)}–${percent(bin.to)}`,
        bin.outcomes,
        shownScore(bin.worked),
        percent(bin.mean_confidence ?? 0),
        percent(bin.rate ?? 0),
        `${percent(bin.low ?? 0)}–${percent(bin.high ?? 1)}`,
        percent(recommendedAt(curve, bin.mean_confidence ?? 0)),
      ]),
  };
}

/** The recommendation for the nearest confidence that the curve has. */
function recommendedAt(curve: Calibration["curve"], stated: number): number {
  const nearest = curve.reduce(
    (best, point) => (Math.abs(point.stated - stated) < Math.abs(best.stated - stated) ? point : best),
    curve[0] ?? { stated, recommended: stated },
  );
  return nearest.recommended;
}
