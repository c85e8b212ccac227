import type { RefObject } from "preact";
import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
import { Chart, Counts, RateMark, ShareLines, useWidth } from "./chart.tsx";
import { Figure, type Table } from "./figure.tsx";
import {
  type Bin,
  type Calibration,
  FEWEST,
  type Frame,
  lineThrough,
  QUARTERS,
  scalesOf,
  shownScore,
} from "./figures.ts";

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

const COUNTS = 56;

/** Dots with their intervals over a strip of counts. */
function ReliabilityChart({
  svg,
  bins,
  curve,
  summary,
}: {
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly bins: readonly Bin[];
  readonly curve: Calibration["curve"];
  readonly summary: string;
}) {
  const [holder, width] = useWidth<HTMLDivElement>(640);
  const shown = Math.min(width, 640);
  const frame: Frame = {
    width: shown,
    height: Math.min(520, shown * 0.8 + COUNTS),
    left: 60,
    right: 16,
    top: 12,
    bottom: COUNTS + 48,
  };
  const { x, y } = scalesOf(frame);
  const most = Math.max(1, ...bins.map(({ outcomes }) => outcomes));
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
        ["curve", words.recommended],
        ["diagonal", words.asStated],
      ]}
    >
      <ShareLines x={x} y={y} />
      {QUARTERS.map((share) => (
        <g key={share}>
          <line class="grid" x1={x(share)} x2={x(share)} y1={y(0)} y2={y(1)} />
          <text class="tick" x={x(share)} y={y(0) + 18} text-anchor="middle">
            {percent(share)}
          </text>
        </g>
      ))}
      <line class="diagonal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
      {curve.length > 1 ? (
        <path class="curve" d={lineThrough(curve.map((at) => [x(at.stated), y(at.recommended)] as const))} />
      ) : null}
      {bins.map(({ from, mean_confidence, rate, low, high, worked, outcomes }) =>
        mean_confidence === null || rate === null || low === null || high === null ? null : (
          <RateMark
            key={from}
            title={words.diagramPart(
              percent(mean_confidence),
              shownScore(worked),
              outcomes,
              percent(low),
              percent(high),
            )}
            at={x(mean_confidence)}
            y={y}
            rate={rate}
            low={low}
            high={high}
            outcomes={outcomes}
            radius={4 + 5 * Math.sqrt(outcomes / most)}
          />
        ),
      )}
      <Counts
        columns={bins.map(({ from, outcomes }) => ({
          key: from,
          at: x(from + 0.05),
          width: x(0.1) - x(0) - 4,
          outcomes,
        }))}
        x={x}
        ground={frame.height - 24}
        highest={COUNTS - 22}
      />
      <text class="axis" x={x(0.5)} y={frame.height - 4} text-anchor="middle">
        {words.stated}
      </text>
      <text class="axis" transform={`translate(12 ${y(0.5)}) rotate(-90)`} text-anchor="middle">
        {words.observed}
      </text>
    </Chart>
  );
}
