import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWholeIn, repeatedWords } from "../../src/shared/words/repeated-words.ts";

const STATEMENT = "Pay the harbour master in silver coins until the new bridge is open";
const words = repeatedWords([STATEMENT, "Silver is scarce in the north"]);
const nothingStays = () => false;

describe("words that are repeated", () => {
  it.each([
    ["whole", `We agreed: ${STATEMENT}.`, "We agreed: [erased]."],
    ["in other case and with other breaks", "PAY THE\n  HARBOUR  MASTER in gold", "[erased] gold"],
    [
      "at the beginning and at the end",
      "The harbour master in town left. He paid until the new bridge is open",
      "[erased] town left. He paid [erased]",
    ],
    ["beginning within a word", "Prepay the harbour master in copper", "[erased] copper"],
    ["with emphasis and code in them", "Pay **the `harbour` master** in gold", "[erased] gold"],
    ["with characters of two units around", "𝐀pay the harbour master in𝐀", "[erased]"],
  ])("are taken out of a text, %s", (_, text, left) => {
    expect(words.takenOutOf(text, nothingStays)).toBe(left);
  });

  it.each([
    ["shorter than a passage", "Pay the harbour chief in gold"],
    ["of a text that is too short to be anybody's", "short"],
    ["", ""],
  ])("stay in a text if they are %s", (_, text) => {
    expect(repeatedWords([STATEMENT, "short"]).takenOutOf(text, nothingStays)).toBe(text);
  });

  it("are those of a curly quotation, too", () => {
    const quoting = repeatedWords(['Don\'t call the harbour "master" by name']);
    expect(quoting.takenOutOf("Don’t call the harbour “master” by name!", nothingStays)).toBe("[erased]!");
  });

  it("are a statement that is shorter than a passage, where it stands as a whole", () => {
    const brief = repeatedWords(["Use copper", "Use copper coins"], ["Use copper."]);
    expect(brief.takenOutOf("I will **use copper**, and reuse copper coins", nothingStays)).toBe(
      "I will **[erased]**, and reuse copper coins",
    );
    expect(brief.foundIn("We use copper.")).toEqual({ passages: ["use copper"], isQuoted: false });
    expect(brief.takenOutOf("We use copper.", (words) => words === "use copper")).toBe("We use copper.");
  });

  it("stay where others have the passage, too", () => {
    const text = "Pay the harbour master; the new bridge is open";
    const isOfBridge = (passage: string): boolean => " the new bridge is open".includes(passage);
    expect(words.takenOutOf(text, isOfBridge)).toBe("[erased]; the new bridge is open");
  });

  it("are quoted by forty characters in a row, or by all of a shorter text", () => {
    expect(words.foundIn("They pay the harbour master in silver coins until spring").isQuoted).toBe(true);
    expect(words.foundIn("They pay the harbour master in silver").isQuoted).toBe(false);
    expect(words.foundIn("For silver is scarce in the north, as everybody knows").isQuoted).toBe(true);
    expect(words.foundIn("For silver is scarce in the nor").isQuoted).toBe(false);
  });

  it("leave no passage behind, wherever they stand, and no half of a character", () => {
    const around = fc.string({ unit: "grapheme", maxLength: 60 });
    const wholeText = (text: string): boolean => Buffer.from(text).toString() === text;
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 20, maxLength: 90 }),
        around,
        around,
        fc.nat(70),
        (text, before, after, from) => {
          const some = repeatedWords([text]);
          const other = `${before}${text.slice(from)}${after}`;
          const left = some.takenOutOf(other, nothingStays);
          expect(some.foundIn(left).passages).toEqual([]);
          expect(wholeText(left) || !wholeText(other)).toBe(true);
        },
      ),
    );
  });
});

describe("a whole text in another one", () => {
  it("is found however it ends, but not if it is too short", () => {
    expect(isWholeIn(`${STATEMENT}.`, `Decided: ${STATEMENT.toLowerCase()}, and more`)).toBe(true);
    expect(isWholeIn(STATEMENT, STATEMENT.slice(1))).toBe(false);
    expect(isWholeIn("Keep it as it is.", "We keep it as it is.")).toBe(false);
  });
});
