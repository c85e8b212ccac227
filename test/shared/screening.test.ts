import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fault, Notice } from "../../src/shared/errors.ts";
import { describeChanges, startScreening } from "../../src/shared/screening.ts";
import { secretScanner } from "../../src/shared/secrets/secret-scanner.ts";

const secrets = secretScanner();

function screen(text: string) {
  const screening = startScreening(secrets);
  return { text: screening.text("reasoning", text), changes: screening.changes };
}

const TAGS = [..."gbsct"].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join("");
const CANCEL_TAG = "\u{e007f}";
const SCOTLAND = `\u{1f3f4}${TAGS}${CANCEL_TAG}`;

/** Written in parts, so that secret scanners do not report this file. */
const GITHUB_TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
const AWS_KEY = `AKIA${"Z7QK3VYT5MXWJD2H"}`;

describe("screening changes, and reports,", () => {
  it.each([
    ["decomposed text into NFC", "cafe\u0301", "café", "normalised", 1],
    ["decomposed Hangul into syllables", "\u1112\u1161\u11ab", "한", "normalised", 1],
    ["Windows line endings", "a\r\nb\r\nc", "a\nb\nc", "line_endings", 2],
    ["lone carriage returns", "a\rb", "a\nb", "line_endings", 1],
    ["separators of lines and paragraphs", "a\u2028b\u2029c", "a\nb\nc", "line_endings", 2],
    ["control characters", "a\u0000b\u0007c\u001b[31m", "abc[31m", "control_characters", 3],
    ["DEL and the C1 range", "a\u007fb\u0085c\u009fd", "abcd", "control_characters", 3],
    ["bidirectional overrides", "a\u202eb\u202cc", "abc", "hidden_characters", 2],
    ["bidirectional isolates", "a\u2066b\u2069c", "abc", "hidden_characters", 2],
    ["tag characters", `note${TAGS}`, "note", "hidden_characters", 5],
    ["zero-width spaces", "a\u200bb", "ab", "hidden_characters", 1],
    ["soft hyphens", "a\u00adb", "ab", "hidden_characters", 1],
    ["joiners between Latin letters", "a\u200db\u200cc", "abc", "hidden_characters", 2],
    ["word joiners and byte order marks", "a\u2060b\ufeffc", "abc", "hidden_characters", 2],
    ["direction marks in Latin text", "a\u200eb\u061cc", "abc", "hidden_characters", 2],
    ["variation selectors after a letter or digit", "a\ufe0f1\ufe0e2", "a12", "hidden_characters", 2],
    ["fillers that look like nothing", "a\u3164b\u115f", "ab", "hidden_characters", 2],
    ["the language tag", "a\u{e0001}b", "ab", "hidden_characters", 1],
    ["a high surrogate alone", "a\ud83db", "a\ufffdb", "unpaired_surrogates", 1],
    ["a low surrogate alone", "a\ude00b", "a\ufffdb", "unpaired_surrogates", 1],
  ] as const)("%s", (_, raw, clean, change, count) => {
    expect(screen(raw)).toEqual({ text: clean, changes: [{ field: "reasoning", change, count }] });
  });

  it("a secret, which is replaced by its kind", () => {
    const { text, changes } = screen(`deploy with ${GITHUB_TOKEN}, please`);
    expect(text).toMatch(/^deploy with \[redacted:[a-z-]+\], please$/);
    expect(text).not.toContain(GITHUB_TOKEN);
    expect(changes).toEqual([
      { field: "reasoning", change: "secret", count: 1, rules: [expect.stringContaining("github")] },
    ]);
  });

  it("several secrets of one kind, naming the kind once", () => {
    const other = GITHUB_TOKEN.replace("a1B2", "z9Y8");
    const { text, changes } = screen(`${GITHUB_TOKEN} and ${other} and ${AWS_KEY}`);
    expect(text.match(/\[redacted:/g)).toHaveLength(3);
    expect(changes[0]).toMatchObject({ change: "secret", count: 3 });
    expect(new Set(changes[0]?.rules).size).toBe(changes[0]?.rules?.length);
  });

  it("a secret that is broken up by a hidden character", () => {
    const { text } = screen(`${GITHUB_TOKEN.slice(0, 12)}\u202e${GITHUB_TOKEN.slice(12)}`);
    expect(text).toMatch(/^\[redacted:[a-z-]+\]$/);
  });

  it("a secret that is broken up by any character without a shape", () => {
    const shapeless = Array.from({ length: 0xe1000 }, (_, code) => code).filter(
      (code) =>
        (code < 0xd800 || code > 0xdfff) &&
        /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code)),
    );
    expect(shapeless.length).toBeGreaterThan(4_000);
    const [start, end] = [GITHUB_TOKEN.slice(0, 12), GITHUB_TOKEN.slice(12)];
    const missed = shapeless.filter(
      (code) => !/^\[redacted:[a-z-]+\]$/.test(screen(`${start}${String.fromCodePoint(code)}${end}`).text),
    );
    expect(missed).toEqual([]);
  });

  it("each kind of change separately", () => {
    const { changes } = screen("e\u0301\r\n\u0000\u202e\ud800");
    expect(changes.map(({ change }) => change)).toEqual([
      "unpaired_surrogates",
      "line_endings",
      "control_characters",
      "hidden_characters",
      "normalised",
    ]);
  });
});

describe("screening leaves alone", () => {
  it.each([
    ["plain text", "Use PostgreSQL, because of transactions."],
    ["newline and tab", "a\n\tb"],
    ["the empty text", ""],
    ["an emoji", "🚀 ship it 👩‍👩‍👧‍👦"],
    ["a flag that is written with tag characters", `flag ${SCOTLAND} of Scotland`],
    ["Korean", "세션 저장소로 레디스를 쓴다"],
    ["right-to-left scripts", "استخدم قاعدة البيانات"],
    ["joiners of Persian and Hindi", "می\u200cخواهم क्\u200dष"],
    ["the ends of words in Thai", "ตัดสินใจ\u200bแล้ว"],
    ["direction marks beside Hebrew", "C++\u200fהוא \u200eשפה"],
    ["emoji with skin tones and keycaps", "👩🏽\u200d💻 ❤\ufe0f 1\ufe0f\u20e3"],
    ["variants of ideographs", "葛\u{e0100}城市"],
    ["markup and code", "<b>`rm -rf /`</b> $(x) %s"],
    ["compatibility characters, which NFC keeps", "ﬁ ① Ａ"],
  ])("%s", (_, text) => {
    expect(screen(text)).toEqual({ text, changes: [] });
  });

  it("tag characters only within a flag emoji, not text hidden after one", () => {
    const { text, changes } = screen(`${SCOTLAND} ${TAGS}${SCOTLAND}${TAGS}`);
    expect(text).toBe(`${SCOTLAND} ${SCOTLAND}`);
    expect(changes).toEqual([{ field: "reasoning", change: "hidden_characters", count: 10 }]);
    expect(screen(`\u{1f3f4}${TAGS.repeat(20)}${CANCEL_TAG}`).text).toBe("\u{1f3f4}");
    expect(screen(`\u{1f3f4}${TAGS}`).text).toBe("\u{1f3f4}");
  });
});

describe("a required text", () => {
  const required = (text: string) => startScreening(secrets).required("statement", text);

  it("is screened like any other", () => {
    expect(required("a\u0000b")).toBe("ab");
  });

  it.each(["", "   ", "\u0000\u0007", "\u202e\u202c", "\r\n\t"])(
    "refuses %j, of which nothing is left",
    (text) => {
      expect(() => required(text)).toThrow(
        expect.objectContaining({
          code: "invalid",
          field: "statement",
          reason: "empty_text",
          remedies: [{ remedy: "send-plain-text", field: "statement" }],
        }) as Fault,
      );
    },
  );
});

describe("optional texts and lists", () => {
  it("leave undefined undefined", () => {
    expect(startScreening(secrets).optional("reasoning", undefined)).toBeUndefined();
  });

  it("name the item that was changed", () => {
    const screening = startScreening(secrets);
    expect(screening.list("alternatives", ["plain", "a\u0000b"])).toEqual(["plain", "ab"]);
    expect(screening.changes).toEqual([{ field: "alternatives[1]", change: "control_characters", count: 1 }]);
  });
});

describe("the notices of changes", () => {
  const spoken = (notice: Notice) => (typeof notice === "string" ? notice : `${notice.field} ${notice.text}`);

  it("use the singular and the plural", () => {
    const screening = startScreening(secrets);
    screening.text("a", "e\u0301\r\u0000\u202e\ud800");
    screening.text("b", "\r\r\u0000\u0001\u202e\u202c\ud800x\ud800");
    const sentences = describeChanges(screening.changes).map(spoken);
    expect(sentences).toEqual([
      "a had 1 unpaired surrogate replaced by U+FFFD.",
      "a had 1 other line end turned into newline.",
      "a had 1 control character removed.",
      "a had 1 hidden or direction-changing character removed.",
      "a was normalised to Unicode NFC.",
      "b had 2 unpaired surrogates replaced by U+FFFD.",
      "b had 2 other line ends turned into newlines.",
      "b had 2 control characters removed.",
      "b had 2 hidden or direction-changing characters removed.",
    ]);
  });

  it("name the kind of a secret and never the secret itself", () => {
    const screening = startScreening(secrets);
    screening.text("notes", GITHUB_TOKEN);
    screening.text("notes", `${GITHUB_TOKEN} ${AWS_KEY}`);
    const [one = "", two = ""] = describeChanges(screening.changes).map(spoken);
    expect(one).toMatch(
      /^notes had a secret replaced before it was stored \(looks like: [a-z-]*github[a-z-]*\)\.$/,
    );
    expect(two).toMatch(
      /^notes had 2 secrets replaced before it was stored \(looks like: [a-z-]+, [a-z-]+\)\.$/,
    );
    expect(one + two).not.toContain(GITHUB_TOKEN);
  });
});

/** Text made of the characters that screening looks for, so that random tests hit the hard cases. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "\r",
        "\n",
        "\r\n",
        "\u0000",
        "\u202e",
        "\u2069",
        "\u{e0001}",
        TAGS,
        CANCEL_TAG,
        SCOTLAND,
        "\u{1f3f4}",
        "\ud83d",
        "\ude00",
        "e",
        "\u0301",
        "\u0338",
        "=",
        "password",
        "token: ",
        "secret=",
        '"',
        GITHUB_TOKEN,
        AWS_KEY,
        "[redacted:",
        "]",
        " ",
      ),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

describe("properties of screening", () => {
  it("a second pass changes nothing", () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const once = screen(raw).text;
        expect(screen(once)).toEqual({ text: once, changes: [] });
      }),
      { numRuns: 2_000 },
    );
  });

  it("what comes out is NFC and has no control, direction-changing or unpaired character", () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const { text } = screen(raw);
        expect(text).toBe(text.normalize("NFC"));
        expect(text).not.toMatch(/\p{Cs}/u);
        expect(text).not.toMatch(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
      { numRuns: 2_000 },
    );
  });

  it("a text is unchanged if and only if no change is reported", () => {
    fc.assert(
      fc.property(hostile, (raw) => {
        const { text, changes } = screen(raw);
        expect(text === raw).toBe(changes.length === 0);
      }),
      { numRuns: 2_000 },
    );
  });
});
