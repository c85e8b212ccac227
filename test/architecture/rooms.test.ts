import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  DIVIDED,
  findCycle,
  importsBetweenRooms,
  type RoomImport,
  readSources,
  roomGraph,
  type Source,
} from "../../scripts/docs/rooms.mjs";
import { OFFERED } from "./offered-files.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));
const SOURCES = await readSources(src);

/** In the order in which they may build on each other: a room imports from those before it. */
const ROOMS = [
  "shared",
  "log",
  "access",
  "calibration",
  "decisions",
  "links",
  "repository",
  "proposals",
  "continuity",
  "recall",
  "threats",
  "skills",
  "guidance",
  "hooks",
  "harvest",
  "anomalies",
  "moving",
  "team",
  "repair",
];

/** Files beside the rooms: they put rooms together, or belong to the file of the memory as a whole. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  domain: ["store.ts"],
  app: ["deps.ts", "follow-up.ts"],
  "adapters/sqlite": [
    "database-file.ts",
    "hashed-texts.ts",
    "migrate.ts",
    "new-file.ts",
    "open-for-hooks.ts",
    "look-at-memory.ts",
    "read-only-store.ts",
    "record-observations.ts",
    "schema",
    "seldom-used.ts",
    "store.ts",
  ],
};

/** Tests are divided like the sources: the tests of a room are in its folder. */
const DIVIDED_TESTS = ["domain", "app", "contract", "adapters/sqlite"];

const foldersIn = (path: string): string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const notOffered = (imports: readonly RoomImport[]): string[] =>
  imports
    .filter(({ to }) => to.room !== "shared" && !to.name.endsWith("/deps.ts"))
    .filter(({ to }) => !OFFERED[to.room]?.includes(to.name))
    .map(({ from, to }) => `${from.name} imports ${to.name}, which ${to.room} keeps to itself`);

const upward = (imports: readonly RoomImport[]): string[] =>
  imports
    .filter(({ from, to }) => ROOMS.indexOf(to.room) >= ROOMS.indexOf(from.room))
    .map(({ from, to }) => `${from.name} imports ${to.name}`);

describe("the rooms", () => {
  const imports = importsBetweenRooms(SOURCES);

  it.each(DIVIDED)("divide src/%s, and little stands beside them", (layer) => {
    const known = new Set([...ROOMS, ...(BESIDE[layer] ?? [])]);
    expect(readdirSync(`${src}${layer}`).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(DIVIDED_TESTS)("divide test/%s too", (folder) => {
    const names = foldersIn(fileURLToPath(new URL(`../${folder}/`, import.meta.url)));
    expect(names.filter((name) => !ROOMS.includes(name))).toEqual([]);
  });

  it("never import each other, directly or in a circle", () => {
    expect(findCycle(roomGraph(imports))).toBeUndefined();
  });

  it("build on each other in one order", () => {
    expect(upward(imports)).toEqual([]);
  });

  it("import from another room only what it offers", () => {
    expect(notOffered(imports)).toEqual([]);
  });

  it("offer only what another room uses", () => {
    const used = new Set(imports.map(({ to }) => to.name));
    expect(
      Object.values(OFFERED)
        .flat()
        .filter((name) => !used.has(name)),
    ).toEqual([]);
  });
});

describe("the rules of the rooms can fail", () => {
  const planted = (...files: readonly [string, string][]): RoomImport[] =>
    importsBetweenRooms(files.map(([path, text]): Source => ({ path, text })));

  it("for two rooms that import each other, in whichever layers", () => {
    const both = planted(
      ["app/recall/a.ts", 'import { b } from "../../domain/skills/b.ts";'],
      ["adapters/sqlite/skills/c.ts", 'import type { D } from "../../../domain/recall/d.ts";'],
    );
    expect(findCycle(roomGraph(both))).toEqual(["recall", "skills", "recall"]);
  });

  it("for a room that imports one that builds on it", () => {
    expect(upward(planted(["domain/decisions/a.ts", 'import { b } from "../moving/b.ts";']))).toHaveLength(1);
  });

  it("for a file that is not offered", () => {
    const inner = planted(["app/moving/a.ts", 'import { b } from "../../domain/decisions/phrases.ts";']);
    expect(notOffered(inner)).toHaveLength(1);
  });
});
