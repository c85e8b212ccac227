import { describe, expect, it } from "vitest";
import { goingTheSameWay } from "../../../src/learning/operations/learn-skills.ts";
import { type DecisionFields, decision, screened } from "../../support/decisions.ts";

const made = (statement: string, fields: DecisionFields = {}) =>
  decision({ statement: screened(statement), domain: "process", alternatives: [], ...fields });

describe("Decisions that go the same way", () => {
  const launch = made("Go live with the first products on a Friday evening");
  const settled = (one: ReturnType<typeof made>, relevance: number) => [{ decision: one, relevance }];

  it("are those of one choice", () => {
    const again = made("Go live with the campaign on a Friday");
    expect([...goingTheSameWay(launch, settled(again, 0.6))]).toEqual([[again.id, 0.6]]);
    const other = made("Paint the logo blue");
    expect([...goingTheSameWay(launch, settled(other, 0.6))]).toEqual([]);
  });

  it("have to be closer if they are of different domains", () => {
    const elsewhere = made("Show live stock of the first products", { domain: "api" });
    expect([...goingTheSameWay(launch, settled(elsewhere, 0.6))]).toEqual([]);
    expect([...goingTheSameWay(launch, settled(elsewhere, 0.7))]).toHaveLength(1);
    const unknown = made("Show live stock of the first products", { domain: "general" });
    expect([...goingTheSameWay(launch, settled(unknown, 0.6))]).toHaveLength(1);
  });

  it("do not replace each other", () => {
    const replaced = made("Cache category pages in Redis without an expiry");
    const other = {
      ...made("Cache category pages in Redis with an expiry of five minutes"),
      supersedes: [replaced.id],
    };
    expect([...goingTheSameWay(other, settled(replaced, 0.9))]).toEqual([]);
    expect([...goingTheSameWay(replaced, settled(other, 0.9))]).toEqual([]);
    expect([...goingTheSameWay({ ...other, supersedes: [] }, settled(replaced, 0.9))]).toHaveLength(1);
  });
});
