import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/shared/canonical-json.ts";
import {
  isKnownAction,
  leavesMachine,
  staysHere,
  withoutLocalFields,
  withoutPaths,
} from "../../../src/team/rules/leaving.ts";

const FOLDERS = { root: "/home/ada/shop", home: "/home/ada" };
const shared = (value: Json, folders = FOLDERS): Json => withoutPaths(value, folders);

describe("Before text leaves the machine,", () => {
  it.each([
    ["a path into the repository becomes relative", "See /home/ada/shop/src/a.ts", "See src/a.ts"],
    ["also a second one", "/home/ada/shop/a and /home/ada/shop/b", "a and b"],
    ["the repository itself is a dot", "Run it in /home/ada/shop.", "Run it in .."],
    ["with a slash at its end, too", "Run it in /home/ada/shop/ first", "Run it in . first"],
    ["another repository of the same beginning is no part of it", "/home/ada/shop-2/a.ts", "~/shop-2/a.ts"],
    ["the home folder loses the name of the user", "Notes in /home/ada/notes.md", "Notes in ~/notes.md"],
    ["also where it stands alone", 'It lies in "/home/ada"', 'It lies in "~"'],
    ["a folder of the same name elsewhere stays", "/mnt/home/ada/notes.md", "/mnt/home/ada/notes.md"],
    ["a user of the same beginning stays", "/home/adam/notes.md", "/home/adam/notes.md"],
    ["an address of a file is a path, too", "file:///home/ada/shop/a.ts", "file://a.ts"],
    ["a route of a service stays", "GET /api/users/42 answers 404", "GET /api/users/42 answers 404"],
    ["an address in the web stays", "https://example.org/home/ada/x", "https://example.org/home/ada/x"],
    ["a relative path stays", "src/a.ts and ./b.ts", "src/a.ts and ./b.ts"],
  ])("%s", (_, text, expected) => {
    expect(shared(text)).toBe(expected);
  });

  it("paths of Windows are shortened as well, whichever way their slashes lean", () => {
    const folders = { root: "C:\\Users\\ada\\shop", home: "C:\\Users\\ada" };
    expect(shared("C:\\Users\\ada\\shop\\src\\a.ts", folders)).toBe("src\\a.ts");
    expect(shared("C:/Users/ada/shop/src/a.ts", folders)).toBe("src/a.ts");
    expect(shared("C:\\Users\\ada\\notes.md", folders)).toBe("~/notes.md");
  });

  it("a file elsewhere that is given as evidence keeps its name only", () => {
    const evidence = (ref: string): Json => ({ kind: "file", ref });
    expect(shared(evidence("/srv/data/orders.sql"))).toEqual(evidence("orders.sql"));
    expect(shared(evidence("D:\\data\\orders.sql"))).toEqual(evidence("orders.sql"));
    expect(shared(evidence("/home/ada/plan.md"))).toEqual(evidence("plan.md"));
    expect(shared(evidence("/home/ada/shop/src/a.ts"))).toEqual(evidence("src/a.ts"));
    expect(shared({ kind: "url", ref: "/api/users" })).toEqual({ kind: "url", ref: "/api/users" });
  });

  it("texts at any depth are shortened, and everything else stays as it is", () => {
    const value = { notes: [{ text: "/home/ada/shop/a", at: 7 }], done: true, none: null };
    expect(shared(value)).toEqual({ notes: [{ text: "a", at: 7 }], done: true, none: null });
  });

  it("a machine without a repository or a home shortens nothing", () => {
    expect(shared("/home/ada/shop/a", {} as typeof FOLDERS)).toBe("/home/ada/shop/a");
    expect(shared("/a or / alone", { root: "/", home: "/" })).toBe("/a or / alone");
  });
});

describe("Of the row of a memory", () => {
  const row = (type: string): Json => ({
    type,
    content: "x",
    session: "s1",
    body: { source: "The talk", n: 1 },
  });

  it("the session stays here, and the passage that it was decided in", () => {
    const expected = { type: "decision", content: "x", session: null, body: { n: 1 } };
    expect(withoutLocalFields(row("decision"), false)).toEqual(expected);
    expect(withoutLocalFields({ kind: "decision", memory: row("decision") }, false)).toEqual({
      kind: "decision",
      memory: expected,
    });
  });

  it("the passage is shared if that was chosen, and the session never", () => {
    expect(withoutLocalFields(row("decision"), true)).toEqual({
      type: "decision",
      content: "x",
      session: null,
      body: { source: "The talk", n: 1 },
    });
  });

  it("the source of an insight, which is a name, is shared", () => {
    expect(withoutLocalFields(row("insight"), false)).toEqual(row("insight"));
  });

  it.each([true, false])(
    "where it came from never leaves, whether passages are shared: %s",
    (sharesSources) => {
      const body = { n: 1, captured_in: { client: "editor", session: "s1", files: ["a.ts"] } };
      const decision = { type: "decision", content: "x", session: null, body };
      const expected = { ...decision, body: { n: 1 } };
      expect(withoutLocalFields(decision, sharesSources)).toEqual(expected);
      expect(withoutLocalFields({ kind: "decision", memory: decision }, sharesSources)).toEqual({
        kind: "decision",
        memory: expected,
      });
      const change = { note: "Slow", captured_in: body.captured_in, by: { kind: "agent" } };
      expect(withoutLocalFields(change, sharesSources)).toEqual({ note: "Slow", by: { kind: "agent" } });
    },
  );

  it("what somebody measured is shared by whatever name", () => {
    const outcome = { id: "out_1", body: { metrics: { captured_in: 3 }, lessons: [] } };
    expect(withoutLocalFields(outcome, false)).toEqual(outcome);
  });

  it("earlier words of a decision lose their passage, too", () => {
    const revision = { id: "rev_1", content: "x", body: { source: "The talk", n: 1 } };
    expect(withoutLocalFields([revision], false)).toEqual([{ ...revision, body: { n: 1 } }]);
  });
});

describe("A change of a decision stays here", () => {
  const by = { kind: "agent" };
  const captured_in = { client: "editor", session: "s1", files: [] };

  it("if it says only where the decision came from", () => {
    expect(staysHere({ captured_in, by })).toBe(true);
    expect(staysHere({ captured_in, by, note: undefined } as unknown as Json)).toBe(true);
  });

  it.each<[string, Json | undefined]>([
    ["a note with it", { captured_in, note: "Slow", by }],
    ["something that only a newer version knows", { captured_in, weather: "rain", by }],
    ["nothing of it", { progress: "executed", by }],
    ["nothing at all", { by }],
    ["no text any more", undefined],
  ])("not if it has %s", (_, change) => {
    expect(staysHere(change)).toBe(false);
  });
});

describe("Of the actions", () => {
  it.each([
    ...["decision.captured", "outcome.recorded", "signal.recorded", "link.proposed", "insight.saved"],
    ...["proposal.accepted", "import.continued", "person.erased", "decision.erased"],
  ] as const)("%s is shared", (action) => {
    expect(leavesMachine(action)).toBe(true);
  });

  it.each([
    ...["checkpoint.saved", "checkpoint.erased", "context.detected", "guidance.erased", "key.created"],
    ...["import.began", "import.finished", "project.moved", "skill.learned", "team.joined"],
  ] as const)("%s stays here, and is not taken from others", (action) => {
    expect(leavesMachine(action)).toBe(false);
    expect(isKnownAction(action)).toBe(false);
  });

  it("one that only a newer version has is not known", () => {
    expect(isKnownAction("decision.praised")).toBe(false);
    expect(isKnownAction("toString")).toBe(false);
  });
});
