import type { Layout } from "./layout.ts";

/** How the layout is seen: a zoom of one shows all of it. */
export interface Camera {
  readonly zoom: number;
  /** The point of the layout that is in the middle, as shares of its width and height. */
  readonly x: number;
  readonly y: number;
}

export interface Stage {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Camera = { zoom: 1, x: 0.5, y: 0.5 };
const MOST_ZOOM = 80;
/** Space for the names of domains, for the time, and so that nothing touches the edge. */
export const marginOf = ({ width }: Stage) => ({
  left: Math.min(112, width * 0.23),
  right: Math.min(72, width * 0.08),
  top: 14,
  bottom: 34,
});

function inside(stage: Stage): Stage {
  const { left, right, top, bottom } = marginOf(stage);
  return {
    width: Math.max(1, stage.width - left - right),
    height: Math.max(1, stage.height - top - bottom),
  };
}

export interface Projection {
  x(at: number): number;
  y(row: number): number;
  /** The opposite of `x`. */
  atX(pixel: number): number;
  /** The height of a row in pixels. */
  readonly rowHeight: number;
}

export function projectionOf(layout: Layout, camera: Camera, stage: Stage): Projection {
  const { width, height } = inside(stage);
  const margin = marginOf(stage);
  const left = margin.left + width / 2 - camera.x * width * camera.zoom;
  const top = margin.top + height / 2 - camera.y * height * camera.zoom;
  const perUnit = (width * camera.zoom) / layout.width;
  const rowHeight = (height * camera.zoom) / layout.rows;
  return {
    x: (at) => left + at * perUnit,
    y: (row) => top + (row + 0.5) * rowHeight,
    atX: (pixel) => (pixel - left) / perUnit,
    rowHeight,
  };
}

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));

/** Keeps something of the graph in view. */
function kept({ zoom, x, y }: Camera): Camera {
  const most = clamp(zoom, 1, MOST_ZOOM);
  const beyond = most === 1 ? 0 : 0.5;
  return {
    zoom: most,
    x: clamp(x, 0.5 - beyond, 0.5 + beyond),
    y: clamp(y, 0.5 - beyond, 0.5 + beyond),
  };
}

export function panned(camera: Camera, dx: number, dy: number, stage: Stage): Camera {
  const { width, height } = inside(stage);
  return kept({
    zoom: camera.zoom,
    x: camera.x - dx / (width * camera.zoom),
    y: camera.y - dy / (height * camera.zoom),
  });
}

/** Keeps in its place what is at this place of the stage. */
export function zoomed(camera: Camera, factor: number, px: number, py: number, stage: Stage): Camera {
  const { width, height } = inside(stage);
  const margin = marginOf(stage);
  const zoom = clamp(camera.zoom * factor, 1, MOST_ZOOM);
  const [fromX, fromY] = [px - margin.left - width / 2, py - margin.top - height / 2];
  const by = 1 / camera.zoom - 1 / zoom;
  return kept({ zoom, x: camera.x + (fromX / width) * by, y: camera.y + (fromY / height) * by });
}

/** Moves only as far as it must until a node is in view. */
export function showing(camera: Camera, layout: Layout, node: number, stage: Stage): Camera {
  const { x, y } = projectionOf(layout, camera, stage);
  const [px, py] = [x(layout.x[node] ?? 0), y(layout.row[node] ?? 0)];
  const { left, top, bottom } = marginOf(stage);
  const isShown = px > left && px < stage.width - 10 && py > top && py < stage.height - bottom;
  if (isShown) return camera;
  return kept({
    zoom: camera.zoom,
    x: (layout.x[node] ?? 0) / layout.width,
    y: ((layout.row[node] ?? 0) + 0.5) / layout.rows,
  });
}
