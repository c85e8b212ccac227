import { describe, expect, it } from "vitest";
import type { Antipattern } from "../../../src/decisions/rules/antipattern.ts";
import { mentionsRemedy, triggeredBy } from "../../../src/decisions/rules/triggered-antipatterns.ts";

const trigger = (one: Antipattern["triggers"][number]): Antipattern[] => [
  {
    id: "made-up",
    pattern: "A pattern",
    severity: "high",
    why: "It fails.",
    recommendation: "Do it otherwise.",
    source: { title: "A source", url: "https://example.org/" },
    triggers: [one],
  },
];
const PLAIN = trigger({ all: [["store", "keep"], ["plain text"]], unless: ["bcrypt", "hash"] });
const isTriggered = (statement: string, known = PLAIN): boolean => triggeredBy(statement, known).length > 0;

describe("A trigger", () => {
  it.each([
    "Store it in plain text",
    "It is stored in plaintext",
    "Storing it as plain-text saves time",
    "She keeps Plain Text",
    "It was kept in “plain text”",
  ])("is met by any form and spelling of its words: %s", (statement) => {
    expect(isTriggered(statement)).toBe(true);
  });

  it("needs all of its groups in one sentence", () => {
    expect(isTriggered("Store the file. Mails are plain text.")).toBe(false);
  });

  it("takes neither http for https nor a word for the beginning of another", () => {
    const http = trigger({ all: [["over http"]] });
    expect(isTriggered("Serve it over HTTP", http)).toBe(true);
    expect(isTriggered("Serve it over HTTPS", http)).toBe(false);
    expect(isTriggered("Explain the textbook in the store")).toBe(false);
  });

  it("of an address reads the scheme alone", () => {
    expect(isTriggered("Store what https://example.org/plain-text/docs says")).toBe(false);
  });

  it("finds its context anywhere in the sentence, also in the reason", () => {
    const inProduction = trigger({ all: [["without tests"]], context: ["deadline"] });
    expect(isTriggered("Ship without tests because of the deadline", inProduction)).toBe(true);
    expect(isTriggered("Ship without any tests, the deadline is near", inProduction)).toBe(true);
    expect(isTriggered("Ship without tests", inProduction)).toBe(false);
    expect(isTriggered("Never ship without tests, whatever the deadline", inProduction)).toBe(false);
  });
});

describe("What a statement rejects triggers nothing", () => {
  it.each([
    "Do not store it in plain text",
    "Never, under no circumstances, store it in plain text",
    "It must not be stored in plain text",
    "Nothing is stored, not even in plain text",
    "Encrypt it instead of storing it in plain text",
    "Encrypt it rather than store it in plain text",
    "Stop storing it in plain text",
    "Avoid storing names, mails or phone numbers in plain text",
    "Replace the store in plain text with an encrypted one",
    "Forbid storing it in plain text",
    "Reject requests that store plain text",
    "Move from a plain text store to an encrypted one",
    "Get the store out of plain text",
    "Fail the build if it is stored in plain text",
    "Add a hook that scans the store for plain text",
    "We rejected to store it in plain text",
    "Storing it in plain text is forbidden",
    "Storing it in plain text is not an option",
    "Prefer an encrypted store over plain text",
    "Encrypt the disk, because they store it in plain text",
    "저장 store plain text 하지 않는다",
  ])("%s", (statement) => {
    expect(isTriggered(statement)).toBe(false);
  });
});

describe("What a statement adopts triggers, whatever it rejects besides", () => {
  it.each([
    "Store it in plain text instead of an encrypted column",
    "Instead of a vault, store it in plain text",
    "Replace the vault with a store in plain text",
    "Move from the vault to a store in plain text",
    "Stop encrypting and store it in plain text",
    "Remove the vault, keep it in plain text",
    "There is no time for a vault, so store it in plain text",
    "Because we have no vault, store it in plain text",
    "To avoid lock-outs, store it in plain text",
    "We don't need a vault, we store it in plain text",
    "Store it in plain text, since a vault is not worth it",
    "Not only store it in plain text, mail it as well",
  ])("%s", (statement) => {
    expect(isTriggered(statement)).toBe(true);
  });
});

describe("An exception", () => {
  it("keeps a trigger silent from any sentence", () => {
    expect(isTriggered("Store what is now in plain text as a hash")).toBe(false);
    expect(isTriggered("Store no more of it. Hash what was stored in plain text.")).toBe(false);
  });

  it.each([
    "Store it in plain text instead of as a hash",
    "Store it in plain text, bcrypt is too slow",
    "Store it in plain text because bcrypt needs memory",
    "Store it in plain text, no hash is needed",
    "Replace bcrypt with a store in plain text",
  ])("does not count where it is rejected itself: %s", (statement) => {
    expect(isTriggered(statement)).toBe(true);
  });
});

describe("A remedy", () => {
  const [plain] = PLAIN as [Antipattern];

  it.each([
    ["Keep what bcrypt makes of it", true],
    ["Keep it readable, bcrypt is too slow", false],
    ["Keep it readable", false],
  ])("is mentioned by %j: %s", (statement, mentioned) => {
    expect(mentionsRemedy(statement, plain, PLAIN)).toBe(mentioned);
  });
});
