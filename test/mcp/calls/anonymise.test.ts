import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anonymiseArguments } from "../../../src/mcp/calls/observe-call.ts";
import { timeSortedIds } from "../../../src/shared/system/system.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { setClock } from "../../support/clock.ts";
import { toolNamed } from "../../support/tools.ts";

const CAPTURE = toolNamed("membria_capture_decision").inputSchema;
const SIGNAL = toolNamed("membria_record_signal").inputSchema;
const made = timeSortedIds(setClock()).next("dec");

describe("arguments in the log", () => {
  it("have the names of the schema, and only the length of every text", () => {
    expect(
      anonymiseArguments(
        {
          statement: "hunter2secret",
          alternatives: ["MongoDB", "sqlite"],
          confidence: 0.75,
          risk_level: "medium",
          context: { module: "hunter2", session_id: "s1", reasoning: "" },
        },
        CAPTURE,
      ),
    ).toEqual({
      statement: "<text 13>",
      alternatives: ["<text 7>", "<text 6>"],
      confidence: 0.75,
      risk_level: "medium",
      context: { module: "<text 7>", session_id: "<text 2>", reasoning: "<text 0>" },
    });
  });

  it.each([
    ["an id that Membria made", { decision_id: made }, { decision_id: made }],
    ["an id of somebody else", { decision_id: "dec_hunter2" }, { decision_id: "<text 11>" }],
    ["a value of an enum", { valence: "positive" }, { valence: "positive" }],
    ["a value that the enum has not", { valence: "hunter2" }, { valence: "<text 7>" }],
    ["a name that the schema has not", { hunter2: true }, { "<name 7>": "<boolean>" }],
    ["a number beside the schema", { metrics: { pin: 4711 } }, { metrics: { "<name 3>": "<number>" } }],
    ["a name that every object has", { constructor: "x" }, { "<name 11>": "<text 1>" }],
    ["nothing", undefined, "<undefined>"],
    ["a long list", Array(22).fill(1), [...Array(20).fill("<number>"), "<2 more>"]],
  ])("%s", (_, given, shown) => {
    expect(anonymiseArguments(given, SIGNAL)).toEqual(shown);
  });

  it("show a number only within the limits of the schema", () => {
    expect(anonymiseArguments({ confidence: 4111_1111 }, CAPTURE)).toEqual({ confidence: "<number>" });
  });

  it("are limited in depth and breadth", () => {
    let deep: unknown = "a secret sentence";
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    expect(JSON.stringify(anonymiseArguments(deep, CAPTURE)).length).toBeLessThan(200);
    const wide = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}`, n]));
    expect(Object.keys(anonymiseArguments({ context: wide }, CAPTURE) as object)).toEqual(["context"]);
  });

  it("contain no value that the caller chose, for any tool", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9_]{8,30}$/);
    void fc.assert(
      fc.property(fc.constantFrom(...ALL_TOOLS), word, ({ inputSchema }, secret) => {
        const names = Object.keys((inputSchema as { properties?: object }).properties ?? {});
        fc.pre(!JSON.stringify(inputSchema).includes(secret));
        const given = Object.fromEntries(
          [...names, secret].map((name) => [name, [secret, { [secret]: secret }]]),
        );
        const plain = Object.fromEntries(names.map((name) => [name, secret]));
        expect(JSON.stringify(anonymiseArguments(given, inputSchema))).not.toContain(secret);
        expect(JSON.stringify(anonymiseArguments(plain, inputSchema))).not.toContain(secret);
      }),
    );
  });
});
