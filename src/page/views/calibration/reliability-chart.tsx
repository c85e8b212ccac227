import type { RefObject } from "preact";
import { percent } from "../../parts/marks.tsx";
import { strings } from "../../strings.ts";
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
import { Legend } from "./legend.tsx";
import { useWidth } from "./use-width.ts";

const { calibration: words } = strings;
const COUNTS = 56;
const CAP = 4;

/** Dots with their intervals over a strip of counts. */
export function ReliabilityChart({
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
    <div ref={holder}>
      <svg ref={svg} class="chart" width={frame.width} height={frame.height} role="img" aria-label={summary}>
        {QUARTERS.map((share) => (
          <g key={share}>
            <line class="grid" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
            <line class="grid" x1={x(share)} x2={x(share)} y1={y(0)} y2={y(1)} />
            <text class="tick" x={x(0) - 8} y={y(share) + 4} text-anchor="end">
              {percent(share)}
            </text>
            <text class="tick" x={x(share)} y={y(0) + 18} text-anchor="middle">
              {percent(share)}
            </text>
          </g>
        ))}
        <line class="diagonal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
        {curve.length > 1 ? (
          <path
            class="curve"
            d={lineThrough(curve.map((at) => [x(at.stated), y(at.recommended)] as const))}
          />
        ) : null}
        {bins.map((bin) => (
          <BinMark key={bin.from} bin={bin} x={x} y={y} most={most} />
        ))}
        <Counts bins={bins} frame={frame} x={x} most={most} />
        <text class="axis" x={x(0.5)} y={frame.height - 4} text-anchor="middle">
          {words.stated}
        </text>
        <text class="axis" transform={`translate(12 ${y(0.5)}) rotate(-90)`} text-anchor="middle">
          {words.observed}
        </text>
      </svg>
      <Legend
        entries={[
          ["dot", words.observed],
          ["interval", words.interval],
          ["hollow", words.fewOutcomes(FEWEST)],
          ["curve", words.recommended],
          ["diagonal", words.asStated],
        ]}
      />
    </div>
  );
}

type Scale = (share: number) => number;

function BinMark({
  bin,
  x,
  y,
  most,
}: {
  readonly bin: Bin;
  readonly x: Scale;
  readonly y: Scale;
  readonly most: number;
}) {
  const { mean_confidence, rate, low, high, outcomes } = bin;
  if (mean_confidence === null || rate === null || low === null || high === null) return null;
  const at = x(mean_confidence);
  return (
    <g class={outcomes < FEWEST ? "bin few" : "bin"}>
      <title>
        {words.diagramPart(
          percent(mean_confidence),
          shownScore(bin.worked),
          outcomes,
          percent(low),
          percent(high),
        )}
      </title>
      <path
        class="whisker"
        d={`M${at - CAP},${y(high)}h${2 * CAP}M${at},${y(high)}V${y(low)}M${at - CAP},${y(low)}h${2 * CAP}`}
      />
      <circle class="point" cx={at} cy={y(rate)} r={4 + 5 * Math.sqrt(outcomes / most)} />
    </g>
  );
}

/** How many outcomes each tenth has, so that nobody reads much into few. */
function Counts({
  bins,
  frame,
  x,
  most,
}: {
  readonly bins: readonly Bin[];
  readonly frame: Frame;
  readonly x: Scale;
  readonly most: number;
}) {
  const ground = frame.height - 24;
  const width = x(0.1) - x(0) - 4;
  return (
    <g>
      {bins.map(({ from, outcomes }) => {
        const height = (outcomes / most) * (COUNTS - 22);
        return outcomes === 0 ? null : (
          <g key={from}>
            <rect class="count" x={x(from) + 2} y={ground - height} width={width} height={height} rx="2" />
            <text class="tick" x={x(from) + 2 + width / 2} y={ground - height - 4} text-anchor="middle">
              {outcomes}
            </text>
          </g>
        );
      })}
      <line class="grid" x1={x(0)} x2={x(1)} y1={ground} y2={ground} />
      <text class="tick" x={x(0) - 8} y={ground - 4} text-anchor="end">
        n
      </text>
    </g>
  );
}
