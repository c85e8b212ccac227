import { describe, expect, it } from "vitest";
import { HOOK_CLIENTS, type HookClient, parseEvent, writtenFor } from "../../src/clients/answer-hook.ts";
import { HOOK_EVENTS } from "../../src/hooks/rules/hook-session.ts";
import { type Outputs, outputsOf, type RecordedEvent, recordedEvents } from "../support/recorded-events.ts";
import { OUTPUT_SHAPES } from "./output-shapes.mjs";

const TEXT = 'Said: "We keep </it>"\nand more, with ünïcode.';
const recorded = recordedEvents();

function printed({ client, event, text }: RecordedEvent, said: string | undefined = TEXT): string {
  const received = parseEvent(client, event, text);
  if (!received) throw new Error("It is no event.");
  return writtenFor(received, said);
}

/** The recorded events of a client, one of each name. */
const namedOf = (client: HookClient): [string, RecordedEvent][] => [
  ...new Map(recorded.filter((one) => one.client === client).map((one) => [one.named, one])),
];

/** The name of the shape that was printed, as the sessions with the real client have it. */
const shapeOf = (answer: string, named: string): string | undefined =>
  Object.entries(OUTPUT_SHAPES).find(([, write]) => write(TEXT, named) === answer)?.[0];

const isHeard = (outputs: Outputs, shape: string, named: string): boolean =>
  typeof outputs[shape]?.[named] === "object";

describe("What is printed for a text", () => {
  it.each([
    ["codex", "codex"],
    ["gemini", "gemini-cli"],
    ["copilot", "copilot-cli"],
  ] as const)(
    "reached the model of %s where anything does, and elsewhere nothing is printed",
    (client, folder) => {
      const outputs = outputsOf(folder);
      const tried = namedOf(client).filter(([named]) => outputs["nothing"]?.[named] !== undefined);
      expect(tried.length).toBeGreaterThanOrEqual(4);
      for (const [named, event] of tried) {
        const answer = printed(event);
        const heard = Object.keys(OUTPUT_SHAPES).filter((shape) => isHeard(outputs, shape, named));
        if (heard.length === 0) expect(answer, named).toBe("");
        else expect(heard, named).toContain(shapeOf(answer, named));
      }
    },
  );

  it.each(["claude-code", "codex"] as const)(
    "has for %s the two fields that it knows, and none besides",
    (client) => {
      for (const [named, event] of namedOf(client))
        expect(printed(event), named).toBe(
          `{"hookSpecificOutput":{"hookEventName":"${named}","additionalContext":${JSON.stringify(TEXT)}}}`,
        );
    },
  );

  it("is for opencode what the plugin adds to the conversation, and for Cursor what its documentation says", () => {
    const input = { session_id: "one" };
    expect(writtenFor({ client: "opencode", event: "prompt", input }, TEXT)).toBe(
      JSON.stringify({ additionalContext: TEXT }),
    );
    expect(writtenFor({ client: "cursor", event: "session-start", input }, TEXT)).toBe(
      JSON.stringify({ additional_context: TEXT }),
    );
  });

  it("is nothing where there is no text", () => {
    for (const { client, event, text } of recorded) {
      const received = parseEvent(client, event, text);
      expect(received && writtenFor(received, undefined)).toBe("");
    }
  });

  it("is one line of JSON for every client and event", () => {
    for (const client of HOOK_CLIENTS)
      for (const event of HOOK_EVENTS) {
        const answer = writtenFor(
          { client, event, input: { session_id: "one", hook_event_name: "X" } },
          TEXT,
        );
        expect(answer).not.toContain("\n");
        expect(JSON.stringify(JSON.parse(answer))).toBe(answer);
      }
  });
});
