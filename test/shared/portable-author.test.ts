import { describe, expect, it } from "vitest";
import { portableAuthor } from "../../src/shared/canonical-json.ts";
import { LIMITS } from "../../src/shared/text.ts";

const read = (value: unknown) => portableAuthor.parse(value);

describe("an author in an exported file", () => {
  it.each([
    { kind: "human", name: "Jane Doe" },
    { kind: "agent", name: "claude-code" },
    { kind: "agent", name: "claude-code", person: "Jane Doe" },
    { kind: "script", name: "nightly", person: "build server" },
  ])("is read as it was written: %o", (author) => {
    expect(read(author)).toStrictEqual(author);
  });

  it("has no person besides a human, and no empty one", () => {
    expect(read({ kind: "human", name: "Jane Doe", person: "root" })).toStrictEqual({
      kind: "human",
      name: "Jane Doe",
    });
    expect(read({ kind: "agent", name: "claude-code", person: " \n" })).toStrictEqual({
      kind: "agent",
      name: "claude-code",
    });
  });

  it("has a person on one line and of limited length, whatever the file says", () => {
    const person = `Jane\n\u0007Doe ${"x".repeat(LIMITS.name)}`;
    const { person: kept = "" } = read({ kind: "agent", name: "claude-code", person });
    expect(kept).toMatch(/^Jane Doe x+$/);
    expect(kept).toHaveLength(LIMITS.name);
  });

  it.each([{ kind: "robot", name: "x" }, { kind: "agent" }, { kind: "agent", name: "x", person: 1 }])(
    "is refused: %o",
    (author) => {
      expect(portableAuthor.safeParse(author).success).toBe(false);
    },
  );
});
