import { describe, expect, it } from "vitest";
import { localImportsOf, SOURCES, type Source } from "./sources.ts";

const folderOf = (path: string): string | undefined => /^mcp\/([^/]+)\//.exec(path)?.[1];

/** Pairs of folders of `mcp` of which each imports the other, by name. */
function entangled(sources: readonly Source[]): string[] {
  const imported = new Set(
    sources.flatMap((source) =>
      localImportsOf(source).map((target) => `${folderOf(source.path)} ${folderOf(target)}`),
    ),
  );
  const folders = [...new Set(sources.flatMap(({ path }) => folderOf(path) ?? []))];
  return folders.flatMap((one) =>
    folders
      .filter((other) => one < other && imported.has(`${one} ${other}`) && imported.has(`${other} ${one}`))
      .map((other) => `${one} and ${other}`),
  );
}

describe("the folders of mcp", () => {
  it("are found", () => {
    const folders = SOURCES.flatMap(({ path }) => folderOf(path) ?? []);
    expect(new Set(folders)).toEqual(new Set(["calls", "changes", "http", "lists", "messages", "stdio"]));
  });

  it("never import each other", () => {
    expect(entangled(SOURCES)).toEqual([]);
  });

  it("are reported if they do", () => {
    const there = { path: "mcp/calls/x.ts", text: 'import { a } from "../lists/a.ts";' };
    const back = { path: "mcp/lists/deeper/a.ts", text: 'import type { X } from "../../calls/x.ts";' };
    expect(entangled([there, back])).toEqual(["calls and lists"]);
    expect(entangled([there, { ...back, text: "" }])).toEqual([]);
  });
});
