import { describe, expect, it } from "vitest";
import {
  antipatternExamples,
  exampleCounts,
  examplesToEmbed,
} from "../../../src/decisions/rules/antipattern-examples.ts";
import { quantised } from "../../../src/shared/quantised-vectors.ts";

const STATEMENT = "Put it there, it is easy";
const ENTRIES = [
  { id: "east", fires: ["east"], resembles: ["north-east"], silent: ["west"] },
  { id: "north", fires: ["north"], silent: ["north-west"] },
];
/** The first two dimensions say what it is about, the third whether it leans to bad. */
const DIRECTIONS: Readonly<Record<string, readonly [number, number, number]>> = {
  east: [1, 0, 0],
  "north-east": [0.8, 0.6, 0],
  west: [-1, 0, 0],
  north: [0, 1, 0],
  "north-west": [-0.6, 0.8, 0],
};

const examples = antipatternExamples({
  model: "made-up",
  dimensions: 3,
  counts: exampleCounts(ENTRIES),
  rows: Int8Array.from(
    examplesToEmbed(ENTRIES).flatMap((text) => [...quantised(Float32Array.from(DIRECTIONS[text] ?? []))]),
  ),
  leaning: { weights: [0, 0, 1], offset: -0.1 },
});

const resembled = (...direction: number[]): string | undefined =>
  examples.resembled(STATEMENT, Float32Array.from(direction));

describe("A statement compared with examples by meaning", () => {
  it("resembles the antipattern of the nearest bad example, of either kind", () => {
    expect(resembled(0.9, 0, 0.4)).toBe("east");
    expect(resembled(0.7, 0.5, 0.4)).toBe("east");
    expect(resembled(0.2, 0.9, 0.4)).toBe("north");
  });

  it("resembles none that is too far away", () => {
    expect(resembled(0.6, 0, 0.8)).toBe("east");
    expect(resembled(0.5, 0, 0.85)).toBeUndefined();
  });

  it("resembles none if a fine example of any antipattern is about as near", () => {
    expect(examples.nearest(Float32Array.of(-0.3, 0.9, 0.3))).toMatchObject({ id: "north" });
    expect(resembled(-0.3, 0.9, 0.3)).toBeUndefined();
  });

  it("resembles none if it leans to the fine ones", () => {
    expect(resembled(0.9, 0, 0.2)).toBe("east");
    expect(resembled(0.9, 0, 0.05)).toBeUndefined();
  });

  it.each([
    "Never put it there",
    "Stop putting it there",
    "Use the other place instead of that one",
    "Put it elsewhere. It must not be there",
    "We no longer put it there",
    "거기에 저장하지 않는다",
  ])("is not compared if it forbids something: %s", (statement) => {
    expect(examples.resembled(statement, Float32Array.of(0.9, 0, 0.4))).toBeUndefined();
  });

  it.each([
    "Put it there because nobody would never find it",
    "Put it there so that it never gets lost",
    "Put it there and our jobs stop failing",
    "Put it there without a lock",
    "Turn off the check there",
    "We don't need a check, so put it there",
    "A vault is overkill, put it there",
  ])("is compared if it lacks or ends something, or gives a reason: %s", (statement) => {
    expect(examples.resembled(statement, Float32Array.of(0.9, 0, 0.4))).toBe("east");
  });
});
