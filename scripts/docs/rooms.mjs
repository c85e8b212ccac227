import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";

/** The folders that are divided by subject. The same subject has the same name in all of them: that is a room. */
export const DIVIDED = ["domain", "app", "adapters/sqlite"];
/** Folders that are not rooms. */
const OTHER_FOLDERS = new Set(["schema"]);

/** `{ room, layer, name }` of a file such as `app/recall/find-relevant.ts`; undefined for what is in no room. */
export function placeOf(path) {
  const layer = DIVIDED.find((folder) => path.startsWith(`${folder}/`));
  const rest = layer && path.slice(layer.length + 1).split("/");
  if (!rest || rest.length < 2 || OTHER_FOLDERS.has(rest[0])) return undefined;
  return { room: rest[0], layer, name: path };
}

/** Every import of one room from another, as `{ from, to }` with the paths below `src`. */
export function importsBetweenRooms(sources) {
  return sources.flatMap(({ path, text }) => {
    const from = placeOf(path);
    if (!from) return [];
    const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)];
    return specifiers.flatMap(([, specifier]) => {
      const to = placeOf(posix.join(posix.dirname(path), specifier));
      return to && to.room !== from.room ? [{ from, to }] : [];
    });
  });
}

/** How many imports lead from each room to each other one. */
export function roomGraph(imports) {
  const graph = new Map();
  for (const { from, to } of imports) {
    for (const room of [from.room, to.room]) if (!graph.has(room)) graph.set(room, new Map());
    const counts = graph.get(from.room);
    counts.set(to.room, (counts.get(to.room) ?? 0) + 1);
  }
  return graph;
}

/** A cycle of rooms; undefined if there is none. */
export function findCycle(graph) {
  const done = new Set();
  const visit = (room, way) => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return undefined;
    for (const next of graph.get(room)?.keys() ?? []) {
      const cycle = visit(next, [...way, room]);
      if (cycle) return cycle;
    }
    done.add(room);
    return undefined;
  };
  for (const room of graph.keys()) {
    const cycle = visit(room, []);
    if (cycle) return cycle;
  }
  return undefined;
}

export async function readSources(src) {
  const paths = (await readdir(src, { recursive: true }))
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(src, path), "utf8") })));
}
