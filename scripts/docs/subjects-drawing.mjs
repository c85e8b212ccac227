import { code, table } from "./markdown.mjs";
import { GROUND, importsBetweenSubjects, ORDER, SUBJECTS, subjectGraph, subjectOf } from "./subjects.mjs";

const [WIDTH, HEIGHT, GAP_X, GAP_Y, MARGIN] = [132, 46, 36, 56, 20];

const BEGIN =
  "<!-- subjects: written by `npm run docs` from scripts/docs/subjects.mjs and the imports in src -->";
const END = "<!-- subjects end -->";

/** The page with the list of the subjects in their order, as the imports have it now. */
export function withSubjects(page, sources) {
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before < 0 || after < before)
    throw new Error(`docs/ARCHITECTURE.md lacks the lines ${BEGIN} and ${END}.`);
  const rows = [...subjectGraph(sources)].map(([subject, imports]) => [
    code(`src/${subject}`),
    SUBJECTS[subject],
    imports.filter((other) => !GROUND.includes(other)).join(", "),
  ]);
  return [
    page.slice(0, before + BEGIN.length),
    table(["folder", "about", `imports from, besides ${GROUND.join(" and ")}`], rows),
    page.slice(after),
  ].join("\n\n");
}

/** The subjects as SVG, each above those it imports from. An arrow that others imply is left out. */
export function subjectsDrawing(sources) {
  const upward = importsBetweenSubjects(sources).find(
    ({ from, to }) => ORDER.indexOf(subjectOf(to)) > ORDER.indexOf(subjectOf(from)),
  );
  if (upward) throw new Error(`${upward.from} imports ${upward.to}, whose subject stands after its own.`);
  const graph = subjectGraph(sources);
  const rows = [];
  for (const subject of ORDER) {
    const rank = rankOf(graph, subject);
    rows[rank] = [...(rows[rank] ?? []), subject];
  }
  const columns = Math.max(...rows.map((row) => row.length));
  const width = 2 * MARGIN + columns * WIDTH + (columns - 1) * GAP_X;
  const height = 2 * MARGIN + rows.length * HEIGHT + (rows.length - 1) * GAP_Y;
  const place = new Map(
    rows.flatMap((row, rank) => {
      const left = (width - row.length * WIDTH - (row.length - 1) * GAP_X) / 2;
      const y = height - MARGIN - HEIGHT - rank * (HEIGHT + GAP_Y);
      return row.map((subject, i) => [subject, { x: left + i * (WIDTH + GAP_X), y }]);
    }),
  );
  const arrows = ORDER.flatMap((subject) =>
    graph
      .get(subject)
      .filter((other) => !isImplied(graph, subject, other))
      .map((other) => arrow(place.get(subject), place.get(other))),
  );
  const boxes = [...place].map(([subject, { x, y }]) => box(subject, x, y));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title desc" font-family="ui-sans-serif, system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif">`,
    '  <title id="title">The subjects of the source</title>',
    `  <desc id="desc">Each subject stands above those it imports from. ${describe(graph)}</desc>`,
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
  [...graph].map(([subject, imports]) => `${subject}: ${imports.join(", ") || "none"}.`).join(" ");

/** The length of the longest path to a subject without imports. */
function rankOf(graph, subject) {
  return Math.max(0, ...graph.get(subject).map((other) => rankOf(graph, other) + 1));
}

function isImplied(graph, subject, other) {
  return graph.get(subject).some((between) => between !== other && reaches(graph, between, other));
}

function reaches(graph, from, to) {
  return graph.get(from).some((next) => next === to || reaches(graph, next, to));
}

function arrow(from, to) {
  const [x1, y1, x2, y2] = [from.x + WIDTH / 2, from.y + HEIGHT, to.x + WIDTH / 2, to.y];
  const bend = (y2 - y1) / 2;
  return `  <path class="arrow" marker-end="url(#tip)" d="M${x1} ${y1} C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2 - 1}"/>`;
}

function box(subject, x, y) {
  return `  <rect class="box" x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="10"/><text class="name" x="${x + WIDTH / 2}" y="${y + HEIGHT / 2 + 6}">${subject}</text>`;
}
