import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CapturedIn,
  type GivenCapturedIn,
  joinCapturedIn,
  LONGEST_EXCHANGE,
  MOST_FILES,
  PortableCapturedIn,
  screenCapturedIn,
} from "../../../src/decisions/rules/captured-in.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { LIMITS, lengthOf } from "../../../src/shared/text.ts";
import { capturedIn, screened } from "../../support/decisions.ts";

/** Finds the word `hunter2`. */
const scan = (text: string) =>
  [...text.matchAll(/hunter2/g)].map(({ index }) => ({ rule: "password", start: index, end: index + 7 }));

const HEAD = "9fceb02d0ae598e95dc970b74767f19372d61af8";
const GIVEN: GivenCapturedIn = { client: "editor/1.0", session: "s-1" };

function screen(given: Partial<GivenCapturedIn>) {
  const screening = startScreening({ scan });
  const kept = screenCapturedIn({ ...GIVEN, ...given }, screening);
  return { kept, changes: screening.changes };
}

describe("What a client says of where a decision came from", () => {
  it("is kept as it is if there is nothing wrong with it", () => {
    const given = { ...GIVEN, branch: "orders", head: HEAD, files: ["a.ts", "src/b c.ts"], exchange: "A\nB" };
    expect(screen(given)).toEqual({ kept: given, changes: [] });
    expect(screen({}).kept).toEqual({ ...GIVEN, files: [] });
  });

  it.each([
    ["client", { client: "the hunter2 editor" }, "client"],
    ["session", { session: "s-hunter2" }, "session"],
    ["branch", { branch: "fix/hunter2" }, "branch"],
    ["files", { files: ["a.ts", "src/hunter2.ts"] }, "files[1]"],
    ["exchange", { exchange: "Person: it is hunter2, use it" }, "exchange"],
  ] as const)("has no secret in %s, and the change is reported", (field, given, reported) => {
    const { kept, changes } = screen(given);
    expect(JSON.stringify(kept[field])).toContain("[redacted:password]");
    expect(JSON.stringify(kept)).not.toContain("hunter2");
    expect(changes).toEqual([
      { field: `captured_in.${reported}`, change: "secret", count: 1, rules: ["password"] },
    ]);
  });

  it("has no secret that the end of an exchange cuts in two", () => {
    const { kept } = screen({ exchange: `${"x".repeat(LONGEST_EXCHANGE - 3)}hunter2` });
    expect(kept.exchange).toBe(`${"x".repeat(LONGEST_EXCHANGE - 3)}[re`);
  });

  it("has no control and no invisible characters, and names of one line", () => {
    const { kept } = screen({
      client: "edi\u202etor\n1.0",
      session: "s\u00001",
      branch: "a\nb",
      exchange: "a\rb",
    });
    expect(kept).toMatchObject({ client: "editor 1.0", session: "s1", branch: "a b", exchange: "a\nb" });
  });

  it.each(["client", "session"] as const)("is refused without a %s that can be seen", (field) => {
    expect(() => screen({ [field]: "\u200b " })).toThrowError(
      expect.objectContaining({ code: "invalid", field: `captured_in.${field}` }),
    );
  });

  it("has only files of the repository, each once, with slashes", () => {
    const files = [
      ...["src/a.ts", "./src/a.ts", "src\\b.ts", "~notes.md", "a..b.ts", "odd:name.ts"],
      ...[
        "/etc/passwd",
        "\\\\server\\share",
        "C:\\code\\a.ts",
        "c:/code/a.ts",
        "~/notes.md",
        "\u200b/etc/hosts",
      ],
      ...["../other/a.ts", "src/../../a.ts", "..", ".", "", " ", "x".repeat(LIMITS.name + 1)],
    ];
    expect(screen({ files }).kept.files).toEqual([
      ...["src/a.ts", "src/b.ts", "~notes.md", "a..b.ts", "odd:name.ts"],
    ]);
  });

  it("has at most so many files, names so long and an exchange so long", () => {
    const files = Array.from({ length: MOST_FILES + 9 }, (_, n) => `src/${n}.ts`);
    const { kept } = screen({ files, branch: "b".repeat(2_000), exchange: "😀".repeat(5_000) });
    expect(kept.files).toEqual(files.slice(0, MOST_FILES));
    expect(kept.branch).toHaveLength(LIMITS.name);
    expect(kept.exchange).toBe("😀".repeat(LONGEST_EXCHANGE));
  });

  it.each(["HEAD", "main", "", "abc", `${HEAD} `, "g".repeat(40)])(
    "has no HEAD that is no commit: %j",
    (head) => {
      expect(screen({ head }).kept).not.toHaveProperty("head");
    },
  );

  it("is screened like this whatever it is, and screening it again changes nothing", () => {
    const text = fc.string({ unit: "binary", maxLength: 60 });
    const given = fc.record(
      {
        client: text.map((end) => `c${end}`),
        session: text.map((end) => `s${end}`),
        branch: text,
        head: fc.oneof(text, fc.constant(HEAD)),
        files: fc.array(fc.oneof(text, fc.constantFrom("a.ts", "./a.ts", "../a.ts", "/a.ts"))),
        exchange: text,
      },
      { requiredKeys: ["client", "session"] },
    );
    fc.assert(
      fc.property(given, (asked) => {
        const once = screenCapturedIn(asked, startScreening({ scan }));
        const again = startScreening({ scan });
        expect(screenCapturedIn(once, again)).toEqual(once);
        expect(again.changes).toEqual([]);
        expect(PortableCapturedIn.parse(JSON.parse(JSON.stringify(once)))).toEqual(once);
      }),
    );
  });
});

describe("A later word on where a decision came from", () => {
  const first = capturedIn({ exchange: undefined, files: ["a.ts", "b.ts"] });

  it("replaces what it gives, keeps the rest, and adds its files", () => {
    const later = capturedIn({
      session: "client-session-2",
      branch: undefined,
      head: undefined,
      files: ["b.ts", "c.ts"],
      exchange: "Person: why?",
    });
    expect(joinCapturedIn(first, later)).toEqual({
      client: first.client,
      session: "client-session-2",
      branch: first.branch,
      head: first.head,
      files: ["a.ts", "b.ts", "c.ts"],
      exchange: "Person: why?",
    });
  });

  it("is all that is known if nothing was said before", () => {
    expect(joinCapturedIn(undefined, first)).toEqual(first);
  });

  it("never has too many files: the first ones stay", () => {
    const many = Array.from({ length: MOST_FILES - 1 }, (_, n) => screened(`${n}.ts`));
    const { files } = joinCapturedIn({ ...first, files: many }, first);
    expect(files).toEqual([...many, "a.ts"]);
  });

  const file = fc.integer({ min: 0, max: 70 }).map((n) => screened(`${n}.ts`));
  const name = fc.constantFrom(...["x", "y", "z"].map(screened));
  const known: fc.Arbitrary<CapturedIn> = fc
    .record(
      { client: name, session: name, branch: name, head: name, exchange: name, files: fc.array(file) },
      { requiredKeys: ["client", "session", "files"] },
    )
    .map((one) => joinCapturedIn(undefined, one));

  it("can be joined in any grouping, and joining it twice is joining it once", () => {
    fc.assert(
      fc.property(known, known, known, (a, b, c) => {
        expect(joinCapturedIn(joinCapturedIn(a, b), c)).toEqual(joinCapturedIn(a, joinCapturedIn(b, c)));
        expect(joinCapturedIn(joinCapturedIn(a, b), b)).toEqual(joinCapturedIn(a, b));
        const { files, exchange = "" } = joinCapturedIn(a, b);
        expect(files.length).toBeLessThanOrEqual(MOST_FILES);
        expect(lengthOf(exchange)).toBeLessThanOrEqual(LONGEST_EXCHANGE);
      }),
    );
  });
});
