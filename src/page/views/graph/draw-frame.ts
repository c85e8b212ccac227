import { marginOf, type Projection } from "./camera.ts";
import type { Scene } from "./scene.ts";
import { timeTicks } from "./time-ticks.ts";

const FONT = "12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
/** A label of a time needs so many pixels. */
const PER_TICK = 96;

/** Stripes for the domains, with their names at the left edge. */
export function drawBands(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
  const { layout, stage, colours } = scene;
  const margin = marginOf(stage);
  context.font = FONT;
  context.textAlign = "end";
  context.textBaseline = "middle";
  let lastY = Number.NEGATIVE_INFINITY;
  for (const [i, band] of layout.bands.entries()) {
    const top = projection.y(band.row) - projection.rowHeight / 2;
    const height = band.rows * projection.rowHeight;
    const [shownTop, shownEnd] = [Math.max(0, top), Math.min(stage.height - margin.bottom + 6, top + height)];
    if (shownEnd <= shownTop) continue;
    if (i % 2 === 0) {
      context.fillStyle = colours.ground;
      context.fillRect(0, shownTop, stage.width, shownEnd - shownTop);
    }
    const y = (shownTop + shownEnd) / 2;
    // Where domains are too thin for all of their names, some are left out.
    if (y - lastY < 14) continue;
    lastY = y;
    context.fillStyle = colours.quiet;
    context.fillText(fitted(context, band.domain, margin.left - 24), margin.left - 16, y);
  }
}

export function drawTime(context: CanvasRenderingContext2D, scene: Scene, projection: Projection): void {
  const { layout, stage, colours } = scene;
  const margin = marginOf(stage);
  const perUnit = (layout.to - layout.from) / layout.width;
  const timeAt = (pixel: number): number => layout.from + projection.atX(pixel) * perUnit;
  const [left, right] = [margin.left, stage.width - 24];
  const ground = stage.height - margin.bottom + 6;
  context.fillStyle = colours.surface;
  context.fillRect(0, ground, stage.width, stage.height - ground);
  context.strokeStyle = colours.line;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(0, ground + 0.5);
  context.lineTo(stage.width, ground + 0.5);
  context.stroke();
  context.font = FONT;
  context.fillStyle = colours.quiet;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { at, label } of timeTicks(timeAt(left), timeAt(right), (right - left) / PER_TICK)) {
    const x = projection.x((at - layout.from) / perUnit);
    context.beginPath();
    context.moveTo(x, ground);
    context.lineTo(x, ground + 5);
    context.stroke();
    context.fillText(label, Math.min(x, stage.width - 34), ground + 16);
  }
}

/** As much of a text as fits, with a mark where it was cut. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const characters = [...text];
  let [low, high] = [0, characters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (context.measureText(`${characters.slice(0, middle).join("")}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? "" : `${characters.slice(0, low).join("").trimEnd()}…`;
}
