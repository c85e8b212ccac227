import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MEMBRIA } from "../support/stdio-client.ts";
import { PAGE } from "./limits.ts";

const DIST = dirname(MEMBRIA);
const ASSETS = join(DIST, "page", "assets");
const read = (name: string): string => readFileSync(join(ASSETS, name), "utf8");
const compressed = (text: string): number => gzipSync(text).length;

/** A module and all that it imports at once, by name. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const imported = read(name).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g);
  for (const [, other] of imported) withImports(other as string, found);
  return found;
}

describe("The page", () => {
  const document = readFileSync(join(DIST, "page", "index.html"), "utf8");
  const named = [...document.matchAll(/(?:src|href)="\/page\/assets\/([^"]+)"/g)].map(
    ([, name]) => name as string,
  );

  it("names its files, and has no script, style or address of anybody else in itself", () => {
    expect(named.filter((name) => name.endsWith(".css"))).toHaveLength(1);
    expect(named.some((name) => name.endsWith(".js"))).toBe(true);
    expect(document).not.toMatch(/<style|<script(?![^>]*src=)|style=|https?:|\son\w+=/i);
  });

  it("loads no more than it may before the first view is there", () => {
    const entry = named.find((name) => /^page-.*\.js$/.test(name)) as string;
    const views = readdirSync(ASSETS).filter((name) => /-view-.*\.js$/.test(name));
    expect(views.length).toBeGreaterThan(1);
    const first = withImports(entry);
    for (const view of views) expect(first).not.toContain(view);
    const shell = [...first, ...named.filter((name) => name.endsWith(".css"))];
    const bytes = (names: Iterable<string>) =>
      [...names].reduce((sum, name) => sum + compressed(read(name)), compressed(document));
    const largest = Math.max(
      ...["today-view", "decisions-view"].map((view) => {
        const name = views.find((file) => file.startsWith(`${view}-`)) as string;
        return bytes(new Set([...shell, ...withImports(name)]));
      }),
    );
    expect(largest).toBeLessThanOrEqual(PAGE.firstView);
  });

  it("is no part of the program", () => {
    const program = readdirSync(join(DIST, "chunks")).map((name) => join(DIST, "chunks", name));
    const withPreact = [MEMBRIA, ...program].filter((file) =>
      /preact|useState/.test(readFileSync(file, "utf8")),
    );
    expect(withPreact.map((file) => basename(file))).toEqual([]);
  });
});
