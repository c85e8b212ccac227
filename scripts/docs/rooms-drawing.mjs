import { table } from "./markdown.mjs";
import { findCycle, importsBetweenRooms, roomGraph } from "./rooms.mjs";

/** All rooms import it, so arrows to it would only hide the others. */
const GROUND = "shared";
const [WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN] = [132, 46, 36, 56, 20];

const BEGIN = "<!-- rooms: written by `npm run docs` from the imports in src -->";
const END = "<!-- rooms end -->";

/** The page with the list of the rooms as the imports have it now: names only, so that it changes when the drawing does. */
export function withRooms(page, sources) {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before)
    throw new Error(`docs/ARCHITECTURE.md lacks the lines ${BEGIN} and ${END}.`);
  const graph = roomGraph(importsBetweenRooms(sources));
  const rows = [...graph]
    .sort(([a], [b]) => rankOf(graph, a) - rankOf(graph, b) || a.localeCompare(b))
    .map(([room, imports]) => [`\`${room}\``, [...imports.keys()].sort().join(", ") || "nothing"]);
  return [
    page.slice(0, before + BEGIN.length),
    table(["room", "imports from"], rows),
    page.slice(after),
  ].join("\n\n");
}

/** The rooms as SVG, each above those it imports from. An arrow that others imply is left out. */
export function roomsDrawing(sources) {
  const graph = roomGraph(importsBetweenRooms(sources));
  const cycle = findCycle(graph);
  if (cycle) throw new Error(`Rooms import each other in a circle: ${cycle.join(" → ")}.`);
  const rows = [];
  for (const room of [...graph.keys()].sort()) {
    const rank = rankOf(graph, room);
    rows[rank] = [...(rows[rank] ?? []), room];
  }
  const columns = Math.max(...rows.map((row) => row.length));
  const width = 2 * MARGIN + columns * WIDTH + (columns - 1) * GAP_X;
  const height = 2 * MARGIN + rows.length * HEIGHT + (rows.length - 1) * GAP_Y;
  const place = new Map(
    rows.flatMap((row, rank) => {
      const left = (width - row.length * WIDTH - (row.length - 1) * GAP_X) / 2;
      const y = height - MARGIN - HEIGHT - rank * (HEIGHT + GAP_Y);
      return row.map((room, i) => [room, { x: left + i * (WIDTH + GAP_X), y }]);
    }),
  );
  const arrows = [...place.keys()].flatMap((room) =>
    [...graph.get(room).keys()]
      .sort()
      .filter((other) => other !== GROUND && !isImplied(graph, room, other))
      .map((other) => arrow(place.get(room), place.get(other))),
  );
  const boxes = [...place].map(([room, { x, y }]) => box(room, x, y));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="ui-sans-serif, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">`,
    '  <title id="title">The rooms of the house</title>',
    `  <desc id="desc">Each room stands above those it imports from; all import from ${GROUND}. ${describe(graph)}</desc>`,
    "  <style>",
    "    .box { fill: #1f5f8b; stroke: #3d84b5; stroke-width: 1.5 }",
    "    .name { fill: #fff; font-size: 16px; font-weight: 600; text-anchor: middle }",
    "    .arrow { fill: none; stroke: #6e7781; stroke-width: 1.5 }",
    "    .head { fill: #6e7781 }",
    "    @media (prefers-color-scheme: dark) { .arrow { stroke: #adbac7 } .head { fill: #adbac7 } }",
    "  </style>",
    '  <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="head" d="M0 0 10 5 0 10z"/></marker></defs>',
    ...arrows,
    ...boxes,
    "</svg>",
  ].join("\n")}\n`;
}

const describe = (graph) =>
  [...graph]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(
      ([room, imports]) =>
        `${room}: ${
          [...imports.keys()]
            .filter((other) => other !== GROUND)
            .sort()
            .join(", ") || "none"
        }.`,
    )
    .join(" ");

/** The length of the longest path to a room without imports. */
function rankOf(graph, room) {
  return Math.max(0, ...[...(graph.get(room)?.keys() ?? [])].map((other) => rankOf(graph, other) + 1));
}

function isImplied(graph, room, other) {
  return [...graph.get(room).keys()].some((between) => between !== other && reaches(graph, between, other));
}

function reaches(graph, from, to) {
  return [...(graph.get(from)?.keys() ?? [])].some((next) => next === to || reaches(graph, next, to));
}

function arrow(from, to) {
  const [x1, y1, x2, y2] = [from.x + WIDTH / 2, from.y + HEIGHT, to.x + WIDTH / 2, to.y];
  const bend = (y2 - y1) / 2;
  return `  <path class="arrow" marker-end="url(#tip)" d="M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 1}"/>`;
}

function box(room, x, y) {
  return `  <rect class="box" x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="10"/><text class="name" x="${x + WIDTH / 2}" y="${y + HEIGHT / 2 + 6}">${room}</text>`;
}
