import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { secretScanner } from "../../../src/shared/secrets/secret-scanner.ts";
import { createMask } from "../../../src/shared/telemetry/mask.ts";

const secrets = secretScanner({ strict: true });
const mask = createMask({ secrets, home: "/home/user" });

describe("the masking table", () => {
  it.each([
    ["auth tokens, fully", "Bearer abc123", "Bearer ****"],
    ["passwords, fully", "password: password123", "password: ****"],
    ["email addresses, partly", "user@example.com", "u***@example.com"],
    ["file paths, the home directory", "/home/user/project", "~/project"],
    ["IP addresses, partly", "192.168.1.100", "192.168.*.*"],
  ])("%s: %s", (_rule, text, shown) => {
    expect(mask.text(text)).toBe(shown);
    expect(mask.value({ note: text })).toEqual({ note: shown });
  });

  it("shows nothing of a password or a token by its key, not even the first four characters", () => {
    expect(mask.value({ password: "password123", token: "abcd1234", pin: 1234 })).toEqual({
      password: "****",
      token: "****",
      pin: "****",
    });
  });
});

describe("secrets by their key", () => {
  it.each([
    ...["token", "secret", "password", "passwd", "authorization", "Authorization", "key", "auth", "jwt"],
    ...[
      "api_key",
      "apiKey",
      "API-KEY",
      "x-api-key",
      "accessToken",
      "MEMBRIA_AUTH_TOKEN",
      "client_secret",
      "MEMBRIA_WEBHOOK_SECRET",
      "webhookSecret",
    ],
    ...["privateKey", "set-cookie", "credentials", "passwordHash", "tokens"],
  ])("masks what stands under %s, whatever its shape", (key) => {
    for (const secret of ["hunter2hunter2", ["hunter2hunter2"], { inner: "hunter2hunter2" }]) {
      expect(mask.value({ [key]: secret })).toEqual({ [key]: "****" });
      expect(mask.value(new Map([[key, secret]]))).toEqual({ [key]: "****" });
    }
  });

  it("keeps counts, flags and absent values", () => {
    const counts = { tokens: 153, token_budget: 200, secretsFound: 2, has_password: true, token: null };
    expect(mask.value(counts)).toEqual(counts);
    expect(mask.text("token_count=45 tokens: 153, token: null")).toBe(
      "token_count=45 tokens: 153, token: null",
    );
  });

  it.each(["monkey", "keyboard", "cacheKey", "tokenizer", "author", "compass", "topic"])(
    "leaves %s alone",
    (key) => {
      expect(mask.value({ [key]: "plain" })).toEqual({ [key]: "plain" });
    },
  );

  it("masks a value whose name is in a neighbouring field", () => {
    expect(mask.value([{ name: "authorization", value: "zzzzzz" }])).toEqual([
      { name: "authorization", value: "****" },
    ]);
    expect(mask.value({ field: "MEMBRIA_AUTH_TOKEN", received: "short" })).toMatchObject({
      received: "****",
    });
    expect(mask.value({ field: "confidence", received: "high" })).toMatchObject({ received: "high" });
  });

  it("masks what follows a secret flag in an argument list", () => {
    expect(mask.value(["serve", "--token", "abcdef", "--port", "9090"])).toEqual([
      "serve",
      "--token",
      "****",
      "--port",
      "9090",
    ]);
  });
});

describe("secrets inside a text", () => {
  it.each([
    ["Authorization: Bearer abc.def-123", "Authorization: Bearer ****"],
    ["authorization=Basic dXNlcjpwYXNz", "authorization=Basic ****"],
    ["got Basic dXNlcjpwYXNz instead", "got Basic **** instead"],
    ["GET /x?api_key=abc123&limit=5", "GET /x?api_key=****&limit=5"],
    ["Password=abc;Database=main", "Password=****;Database=main"],
    ['{"password":"a \\"b c","n":1}', '{"password":"****","n":1}'],
    ['body "{\\"token\\":\\"abc def\\",\\"n\\":1}"', 'body "{\\"token\\":\\"****\\",\\"n\\":1}"'],
    ["client_secret = 'two words' next", "client_secret = '****' next"],
    ["membria serve --token abcdef --port 1", "membria serve --token **** --port 1"],
    ["Cookie: a=bcdef; sid=123456", "Cookie: ****"],
    ["redis://admin:p@ss@db.internal:6379/0", "redis://****@db.internal:6379/0"],
    ["https://ghtoken@github.com/a/b", "https://****@github.com/a/b"],
    ["sent eyJhbGciOi.eyJzdWIiOi.c2lnbmF0 back", "sent **** back"],
    [`leaked ghp_${"a1".repeat(18)}!`, "leaked ****!"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nafter", "****\nafter"],
    ["-----BEGIN PRIVATE KEY-----\nMIIE cut off", "****"],
  ])("%s", (text, shown) => {
    expect(mask.text(text)).toBe(shown);
    expect(mask.text(shown), "masking twice changes nothing").toBe(shown);
  });

  it("also masks everything that stored texts are screened for", () => {
    const random = "a1B2c3D4e5F6".repeat(2);
    expect(mask.text(`refused ${["sk", "live", random].join("_")} at last`)).toBe("refused **** at last");
    expect(mask.text(`posted to https://hooks.slack.com/${["services", random].join("/")}`)).toBe(
      "posted to https://hooks.slack.com/services/****",
    );
  });

  it.each([
    "basic authentication failed",
    "The token has expired.",
    "primary key: 3",
    "http://host:8080/@scope",
  ])("leaves prose alone: %s", (text) => {
    expect(mask.text(text)).toBe(text);
  });
});

describe("personal data inside a text", () => {
  it.each([
    ["mail zoë.o+tag@sub.example.co.uk now", "mail z***@sub.example.co.uk now"],
    ["zod@4.6.7 and @scope/name", "zod@4.6.7 and @scope/name"],
    ["at file:///home/user/a.ts:1:2", "at file://~/a.ts:1:2"],
    ["/home/user", "~"],
    ["in /home/user.", "in ~."],
    ["/home/username/x and /home/user-2/x", "/home/username/x and /home/user-2/x"],
    ["from 10.0.0.7:5432, 10.1.2.3.", "from 10.0.*.*:5432, 10.1.*.*."],
    ["http://127.0.0.1:9090/mcp, 0.0.0.0:80", "http://127.0.0.1:9090/mcp, 0.0.0.0:80"],
    ["1.2.3, v1.2.3.4, 1.3.6.1.4.1, 999.1.1.1", "1.2.3, v1.2.3.4, 1.3.6.1.4.1, 999.1.1.1"],
    ["http://[2001:db8:85a3::7]:8080/", "http://[2001:db8:*]:8080/"],
    ["node:2001:db8::1: refused", "node:2001:db8:*: refused"],
    ["fe80::1 ::1 ::ffff:192.168.1.100", "fe80::* ::* ::ffff:192.168.*.*"],
    ["12:34:56 std::vector aa:bb:cc:dd:ee:ff ::", "12:34:56 std::vector aa:bb:cc:dd:ee:ff ::"],
  ])("%s", (text, shown) => {
    expect(mask.text(text)).toBe(shown);
    expect(mask.text(shown), "masking twice changes nothing").toBe(shown);
  });

  it("knows a Windows home in any case, with either slash and inside JSON", () => {
    const windows = createMask({ secrets, home: "C:\\Users\\Ana Li" });
    expect(windows.text("c:\\users\\ana li\\x C:/Users/Ana Li/x")).toBe("~\\x ~/x");
    expect(windows.text('"C:\\\\Users\\\\Ana Li\\\\x" file:///C:/Users/Ana%20Li/x')).toBe(
      '"~\\\\x" file:///~/x',
    );
  });

  it.each(["", "/"])("masks no path when the home directory is '%s'", (home) => {
    expect(createMask({ secrets, home }).text("/var/lib/membria")).toBe("/var/lib/membria");
  });
});

describe("values of any shape", () => {
  it("turns an error into its name, message, stack, causes and own fields", () => {
    const cause = new TypeError("password=hunter2");
    const error = Object.assign(new AggregateError([new Error("part")], "failed", { cause }), { code: "E1" });
    expect(mask.value({ deep: [error] })).toEqual({
      deep: [
        {
          name: "AggregateError",
          message: "failed",
          stack: expect.stringContaining("    at "),
          cause: {
            name: "TypeError",
            message: "password=****",
            stack: expect.not.stringContaining("hunter2"),
          },
          errors: [{ name: "Error", message: "part", stack: expect.any(String) }],
          code: "E1",
        },
      ],
    });
  });

  it("keeps the frames of an error with a long message", () => {
    expect(mask.value(new Error("x".repeat(5000)))).toMatchObject({
      message: expect.stringContaining("[cut: 5000 characters]"),
      stack: expect.stringMatching(/^at .*mask\.test\.ts/),
    });
  });

  it("cuts a long text and says its length", () => {
    expect(mask.text("a".repeat(2000))).toBe("a".repeat(2000));
    expect(mask.text("a".repeat(2001))).toBe(`${"a".repeat(2000)}… [cut: 2001 characters]`);
    expect(mask.text("a".repeat(5_000_000))).toBe(`${"a".repeat(2000)}… [cut: 5000000 characters]`);
  });

  it.each([1980, 1990, 1999, 2980, 2985, 2990])("never shows half a secret, cut near %i", (before) => {
    for (const secret of [
      "https://u:hunter2hunter2@h",
      "hunter2hunter2@example.com",
      "token=hunter2hunter2",
    ]) {
      const start = `password=${"z".repeat(1500)} `.padEnd(before);
      expect(mask.text(`${start}${secret}${"b".repeat(3000)}`)).not.toMatch(/hunt/);
    }
  });

  it("survives cycles, getters that throw, and kinds that JSON lacks", () => {
    const cycle = { self: {}, twice: [] };
    Object.assign(cycle, { self: cycle });
    expect(mask.value(cycle)).toEqual({ self: "[circular]", twice: [] });
    const hostile = Object.defineProperty({}, "x", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(
      mask.value([
        hostile,
        1n,
        Number.NaN,
        new Date(0),
        new Date(Number.NaN),
        Buffer.alloc(9),
        new Set([1]),
        () => 1,
      ]),
    ).toEqual([
      "[unreadable]",
      "1",
      "NaN",
      "1970-01-01T00:00:00.000Z",
      "Invalid Date",
      "[9 bytes]",
      [1],
      "[function]",
    ]);
  });

  it("bounds depth, breadth and the whole", () => {
    let deep: unknown = "end";
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(JSON.stringify(mask.value(deep))).toBe('[[[[[[[["[too deep]"]]]]]]]]');
    expect(mask.value(Array.from({ length: 150 }, () => 1))).toEqual([...Array(100).fill(1), "[50 more]"]);
    const wide = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => "word ".repeat(400)));
    expect(JSON.stringify(mask.value(wide)).length).toBeLessThan(100_000);
  });

  it("keeps a key named __proto__ as data", () => {
    expect(JSON.stringify(mask.value(JSON.parse('{"__proto__":{"a":1}}')))).toBe('{"__proto__":{"a":1}}');
  });
});

describe("for every value", () => {
  it("never throws, and gives plain JSON data", () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.anything({ withBigInt: true, withMap: true, withSet: true, withDate: true, withTypedArray: true }),
    );
    void fc.assert(
      fc.property(anything, (value) => {
        const shown = JSON.stringify([mask.value(value)]);
        JSON.parse(shown);
      }),
    );
  });

  const token = fc.stringMatching(/^[A-Za-z0-9]{6,60}$/);
  const words = fc.string({ unit: "grapheme-ascii", maxLength: 20 });
  const carrier = fc.constantFrom<(secret: string, before: string, after: string) => unknown>(
    (secret) => ({ token: secret }),
    (secret) => ({ headers: { Authorization: secret } }),
    (secret) => ({ api_key: [secret], other: 1 }),
    (secret) => new Map([["clientSecret", secret]]),
    (secret) => ({ name: "x-api-key", value: secret }),
    (secret) => ["--password", secret],
    (secret, before, after) => `${before} Bearer ${secret} ${after}`,
    (secret, before, after) => ({ [`${before} Bearer ${secret} ${after}`]: 1 }),
    (secret, before, after) => `${before} password=${secret}x ${after}`,
    (secret, before, after) => `${before} {"access_token":"${secret}"} ${after}`,
    (secret, before, after) => `${before} postgres://someone:${secret}@db/x ${after}`,
    (secret, before, after) => new Error(`${before} token: x${secret} ${after}`),
    (secret) => new Error("outer", { cause: new Error(`Authorization: Basic A${secret}`) }),
  );
  const places = fc.array(fc.oneof(fc.constant("list" as const), fc.stringMatching(/^[a-z]{1,5}$/)), {
    maxLength: 9,
  });

  it("no token survives, wherever it is planted", () => {
    void fc.assert(
      fc.property(
        token,
        carrier,
        places,
        words,
        words,
        fc.jsonValue(),
        (secret, carry, path, before, after, beside) => {
          const shown = (planted: string): string => {
            let value = carry(planted, before, after);
            for (const place of path) value = place === "list" ? [beside, value] : { beside, [place]: value };
            return JSON.stringify(mask.value(value));
          };
          // A short token may be a word of its surroundings: then it shows without being planted.
          fc.pre(!shown("0Z1Y2X3W4V").includes(secret));
          expect(shown(secret)).not.toContain(secret);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
