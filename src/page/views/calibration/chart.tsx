import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { percent } from "../../parts/marks.tsx";
import { FEWEST, type Frame, QUARTERS } from "./figures.ts";

type Scale = (share: number) => number;

/** A chart in its frame, with a legend below. `holder` is the element whose width it follows. */
export function Chart({
  holder,
  svg,
  frame,
  summary,
  legend,
  children,
}: {
  readonly holder: RefObject<HTMLDivElement | null>;
  readonly svg: RefObject<SVGSVGElement | null>;
  readonly frame: Frame;
  /** For those who cannot see it. */
  readonly summary: string;
  readonly legend: LegendEntries;
  readonly children: ComponentChildren;
}) {
  return (
    <div ref={holder}>
      <svg ref={svg} class="chart" width={frame.width} height={frame.height} role="img" aria-label={summary}>
        {children}
      </svg>
      <Legend entries={legend} />
    </div>
  );
}

/** Lines at the quarters of the height, with their percentages. */
export function ShareLines({ x, y }: { readonly x: Scale; readonly y: Scale }) {
  return QUARTERS.map((share) => (
    <g key={share}>
      <line class="grid" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
      <text class="tick" x={x(0) - 8} y={y(share) + 4} text-anchor="end">
        {percent(share)}
      </text>
    </g>
  ));
}

const CAP = 4;

/** A rate as a dot, hollow where it rests on few outcomes, with the interval in which it probably lies. */
export function RateMark({
  title,
  at,
  y,
  rate,
  low,
  high,
  outcomes,
  radius = 5,
}: {
  readonly title: string;
  readonly at: number;
  readonly y: Scale;
  readonly rate: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly outcomes: number;
  readonly radius?: number;
}) {
  return (
    <g class={outcomes < FEWEST ? "bin few" : "bin"}>
      <title>{title}</title>
      {low === null || high === null ? null : (
        <path
          class="whisker"
          d={`M${at - CAP},${y(high)}h${2 * CAP}M${at},${y(high)}V${y(low)}M${at - CAP},${y(low)}h${2 * CAP}`}
        />
      )}
      <circle class="point" cx={at} cy={y(rate)} r={radius} />
    </g>
  );
}

/** How many outcomes there are, as a strip of columns on a line, so that nobody reads much into few. */
export function Counts({
  columns,
  x,
  ground,
  highest,
}: {
  /** `at` is the middle of a column. */
  readonly columns: readonly {
    readonly key: string | number;
    readonly at: number;
    readonly width: number;
    readonly outcomes: number;
  }[];
  readonly x: Scale;
  readonly ground: number;
  /** The height of the column with most outcomes. */
  readonly highest: number;
}) {
  const most = Math.max(1, ...columns.map(({ outcomes }) => outcomes));
  return (
    <g>
      {columns.map(({ key, at, width, outcomes }) => {
        const height = (outcomes / most) * highest;
        return outcomes === 0 ? null : (
          <g key={key}>
            <rect class="count" x={at - width / 2} y={ground - height} width={width} height={height} rx="2" />
            <text class="tick" x={at} y={ground - height - 4} text-anchor="middle">
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

type LegendEntries = readonly (readonly [string, string])[];

/** Says what the marks of a chart mean: each is drawn as it is there, with a word. */
function Legend({ entries }: { readonly entries: LegendEntries }) {
  return (
    <ul class="legend plain">
      {entries.map(([kind, word]) => (
        <li key={kind}>
          <svg class={`chart key-${kind}`} width="28" height="16" aria-hidden="true">
            <Key kind={kind} />
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}

function Key({ kind }: { readonly kind: string }) {
  switch (kind) {
    case "dot":
      return (
        <g class="bin">
          <circle class="point" cx="14" cy="8" r="5" />
        </g>
      );
    case "hollow":
      return (
        <g class="bin few">
          <circle class="point" cx="14" cy="8" r="5" />
        </g>
      );
    case "interval":
      return (
        <g class="bin">
          <path class="whisker" d="M10,2h8M14,2V14M10,14h8" />
        </g>
      );
    case "band":
      return <rect class="band" x="2" y="3" width="24" height="10" />;
    default:
      return <line class={kind} x1="2" x2="26" y1="8" y2="8" />;
  }
}

/** The width of an element in pixels, so that labels keep their size where there is little room. */
export function useWidth<E extends Element>(first: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      // What is hidden has no width, and may still be copied.
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
