import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { ALL_CLIENTS } from "./all-clients.mjs";

const FIXTURES = join(import.meta.dirname, "..", "fixtures", "hook-events");

/** Files that describe more than one event. */
const OVERVIEWS = ["outputs.json", "surroundings.json"];

const filesOf = (name: string) =>
  readdirSync(join(FIXTURES, name), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .map((file) => ({ file, text: readFileSync(join(FIXTURES, name, file), "utf8") }));

const NAMES = ALL_CLIENTS.map(({ name }) => name);

test.each(NAMES)("what %s sends is kept under the name of its event", (name) => {
  const events = filesOf(name).filter(({ file }) => !OVERVIEWS.includes(basename(file)));
  expect(events.length).toBeGreaterThan(10);
  for (const { file, text } of events) {
    const { hook_event_name: event } = JSON.parse(text) as { hook_event_name?: string };
    if (event) expect(basename(file)).toMatch(new RegExp(`^${event}[-.]`));
  }
});

test.each(NAMES)("what is kept of %s says nothing about the machine it was recorded on", (name) => {
  for (const { file, text } of filesOf(name)) {
    const places = [...text.matchAll(/(?<![\w.:/<-])\/(?!\/)[\w.-]+(?:\/[\w.-]+)*/g)].map(([path]) => path);
    const strange = places.filter(
      (path) => !/^\/(repo|records|program|home\/user|usr\/bin\/node)\b/.test(path),
    );
    expect({ file, strange }).toEqual({ file, strange: [] });
  }
});

test.each(NAMES)("no two files of %s are one where capitals do not count", (name) => {
  const files = filesOf(name).map(({ file }) => file.toLowerCase());
  expect(files).toEqual([...new Set(files)]);
});
