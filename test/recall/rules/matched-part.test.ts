import { describe, expect, it } from "vitest";
import { decisionPassages, passageKey } from "../../../src/decisions/rules/passages.ts";
import { matchedPart, stemsIn } from "../../../src/recall/rules/matched-part.ts";
import { decision } from "../../support/decisions.ts";

const SOURCE =
  "ana: The till was closed early.\nben: Customers waited in the rain, which nobody wants.\nana: Then open it at eight.";

describe("the part that a result shows", () => {
  it("is the line of the passage that the search found, and no more of it", () => {
    const made = decision({ statement: "Open at eight", source: SOURCE });
    const found = { kind: "source", key: passageKey({ text: SOURCE }) } as const;
    expect(
      matchedPart(stemsIn("why did customers wait in the rain"), made, decisionPassages(made), found),
    ).toEqual({
      part: "source",
      text: "ben: Customers waited in the rain, which nobody wants.",
    });
  });

  it("is the first line of a passage that shares no word with the question", () => {
    const made = decision({ source: SOURCE });
    const found = { kind: "source", key: passageKey({ text: SOURCE }) } as const;
    expect(matchedPart(stemsIn("weekday hours"), made, decisionPassages(made), found)?.text).toBe(
      "ana: The till was closed early.",
    );
  });

  it("is the part of the decision that has more words of the question than its statement", () => {
    const made = decision({ statement: "Use rabbits", alternatives: ["Kafka with replay", "Nothing"] });
    expect(matchedPart(stemsIn("kafka replay"), made, [], undefined)).toEqual({
      part: "alternatives",
      text: "Kafka with replay",
    });
  });

  it("is left out if the statement itself matches as well", () => {
    const made = decision({ statement: "Use Kafka", reasoning: "Kafka is there already." });
    expect(matchedPart(stemsIn("kafka"), made, [], undefined)).toBeUndefined();
  });

  it("is at most 200 characters long", () => {
    const made = decision({ statement: "Use rabbits", reasoning: "kafka ".repeat(100) });
    expect(matchedPart(stemsIn("kafka"), made, [], undefined)?.text.length).toBeLessThan(230);
  });
});
