import { describe, expect, it } from "vitest";
import { type Difference, differencesOf } from "../../../../src/decisions/rules/statements/stated-values.ts";

const stated = (statement: string) => ({ statement, alternatives: [] });

const DIFFERENT: readonly [Difference, string, string][] = [
  ["time", "Keep the logs for 30 days", "Logs stay for ninety days"],
  ["time", "Deploy on Tuesdays", "Every merge goes out immediately"],
  ["time", "Sign people out after 15 minutes", "Sessions last eight hours"],
  ["size", "Uploads may have 10 MB", "Accept files of up to 100 MB"],
  ["share", "Roll out to 5 % first", "Start the rollout with 20 percent"],
  ["count", "A change needs two approvals", "One reviewer is enough"],
  ["opposite", "Prices are integers", "Amounts are decimals"],
  ["opposite", "A dedicated controller for each team", "A shared controller for all teams"],
  ["negation", "Passwords are changed regularly", "No forced password rotation"],
  ["names", "The builds run on Jenkins now", "All builds are jobs of GitHub Actions"],
];

describe("what two statements give differently", () => {
  it.each(DIFFERENT)("%s: %s / %s", (difference, one, other) => {
    expect(differencesOf(stated(one), stated(other))).toContain(difference);
    expect(differencesOf(stated(other), stated(one))).toContain(difference);
  });

  it.each([
    ["the same value in other words", "Keep the logs for 30 days", "Logs stay for thirty days"],
    ["values of different kinds", "Uploads may have 10 MB", "Accept up to 20 files at once"],
    ["a rate, which is no time", "Allow 20 calls per minute", "Allow 20 calls"],
    ["numbers that are names", "Keep ledger 3 in drawer 103", "Keep ledger 4 in drawer 104"],
    ["digits within a name", "Remember nr3a and nr3b", "Remember nr4a and nr4b"],
    ["a no about something else", "Retry when there are no workers", "Streams are mirrored"],
    ["the capitals of a title", "Key Value Stores", "Message Path Tracing"],
    ["both sides of an opposite in one", "Use shared and dedicated runners", "Dedicated runners for builds"],
  ])("nothing: %s", (_, one, other) => {
    expect(differencesOf(stated(one), stated(other))).toEqual([]);
  });
});
