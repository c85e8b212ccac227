import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RULES, STRICT_RULES, secretScanner } from "../../../src/shared/secrets/secret-scanner.ts";

// Every example is put together here, so that this file holds nothing that a scanner would take for a secret.
const join = (...pieces: string[]): string => pieces.join("");
const ALPHABET = "k7Qz2mXw9Rb4Tn6Vc1Ld8Hs3Gf5Jp0YaUeoIMrKBtWxZqNvDSFgChjlEyPuA";
const random = (length: number): string => ALPHABET.repeat(5).slice(0, length);
const HEX = "9f3c1ab27e5d80461cbe2fa7d4930b86e1f5724a6c8d0b9352e7f1a4c608bd3f";
const hex = (length: number): string => HEX.repeat(3).slice(0, length);
const dashes = "-".repeat(5);
const pem = (kind: string): string =>
  join(
    dashes,
    "BEGIN ",
    kind,
    dashes,
    "\n",
    random(64),
    "\n",
    random(40),
    "==\n",
    dashes,
    "END ",
    kind,
    dashes,
  );
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const jwt = join(base64url({ alg: "HS256" }), ".", base64url({ sub: "42", iat: 1 }), ".", random(43));

const scanner = secretScanner();
const found = (text: string): [string, string][] =>
  scanner.scan(text).map(({ rule, start, end }) => [rule, text.slice(start, end)]);

describe("tokens with a vendor's own prefix are found in a sentence", () => {
  it.each([
    ["membria-key", join("mb", "r_", "0mwigi0q0c5xwr0n8_", random(43))],
    ["github-token", join("gh", "p_", random(36))],
    ["github-token", join("github", "_pat_", random(82))],
    ["gitlab-token", join("gl", "pat-", random(20))],
    ["aws-access-key-id", join("AK", "IA", "IOSFODNN7EXAMPLE")],
    ["google-api-key", join("AI", "za", random(35))],
    ["anthropic-key", join("sk-", "ant-api03-", random(93), "AA")],
    ["openai-key", join("sk-", "proj-", random(120))],
    ["api-key", join("sk-", random(48))],
    ["slack-token", join("xo", "xb-", "123456789012-123456789012-", random(24))],
    ["stripe-key", join("sk_", "live_", random(24))],
    ["npm-token", join("np", "m_", random(36))],
    ["huggingface-token", join("h", "f_", random(34))],
    ["digitalocean-token", join("dop", "_v1_", hex(64))],
    ["sendgrid-key", join("S", "G.", random(22), ".", random(43))],
    ["shopify-token", join("shp", "at_", hex(32))],
    ["vault-token", join("hv", "s.", random(95))],
    ["azure-client-secret", join("aB1", "8Q~", random(34))],
    ["terraform-token", join(random(14), ".atlas", "v1.", random(67))],
    ["mailchimp-key", join(hex(32), "-us", "12")],
  ])("%s", (rule, token) => {
    expect(found(`We deploy with ${token} until the vault is ready.`)).toEqual([[rule, token]]);
    expect(found(`env: {"VALUE":"${token}"}`)).toEqual([[rule, token]]);
  });
});

describe("secrets in a known surrounding are found, and only the value is taken", () => {
  const value = random(24);
  it.each([
    ["password", 'password = "', "hunter2", '"'],
    ["password", "DB_PASSWORD=", "S3cr3t!pass", ""],
    ["password", "the admin password is ", value, ". Rotate it."],
    ["password", "password=", random(300), " and a space"],
    ["secret", "token: ", join(random(260), ":", random(20)), ""],
    ["password", '{"user":"ops","passwd": "', "k9#mWq2z", '"}'],
    ["password", 'const password: string = "', value, '";'],
    ["password", '"db_password": "', value, " and the quote never closes"],
    ["password", "Server=db;Pwd=", "Tr0ub4dor&3".slice(0, 9), ";"],
    ["secret", 'api_key: "', value, '"'],
    ["secret", "X-Api-Key: ", value, ""],
    ["secret", "aws_secret_access_key = ", join(random(30), "/", random(9)), "\n"],
    ["secret", "AccountKey=", join(random(86), "=="), ";EndpointSuffix=x"],
    ["secret", "auth: token=", value, ""],
    ["secret", 'client_secret => \\"', value, '\\"'],
    ["bearer-token", "Authorization: Bearer ", value, ""],
    ["basic-auth", "Authorization: Basic ", Buffer.from("ops:hunter2").toString("base64"), ""],
    ["url-password", "postgres://app:", "hunter2", "@db.internal:5432/app"],
    ["url-password", "redis://:", "p@ss", "@cache:6379"],
    ["command-password", "curl -s \\\n  -u ops:", "hunter2", " https://host/x"],
    [
      "webhook-url",
      "https://hooks.slack.com/services/",
      join("T0", random(8), "/B0", random(8), "/", random(24)),
      "",
    ],
    ["service-key", 'deploy with algolia = "', hex(32), '" as agreed'],
    ["service-key", "HEROKU: '", "01234567-89ab-4cde-8f01-23456789abcd", "'"],
    ["jwt", "the session cookie was ", jwt, "."],
  ])("%s after %j", (rule, before, secret, after) => {
    const [finding, ...others] = scanner.scan(before + secret + after);
    expect(others).toEqual([]);
    expect(finding).toEqual({ rule, start: before.length, end: before.length + secret.length });
  });

  it.each(["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])(
    "a %s in PEM",
    (kind) => {
      expect(found(`key:\n${pem(kind)}\nend`)).toEqual([["private-key", pem(kind)]]);
      const escaped = pem(kind).replaceAll("\n", "\\n");
      expect(found(`{"pem":"${escaped}"}`)).toEqual([["private-key", escaped]]);
    },
  );

  it("a private key that was cut off matches as far as it goes", () => {
    const cut = pem("PRIVATE KEY").split("==")[0] ?? "";
    const text = `${cut}\nand then prose goes on`;
    expect(found(text)).toEqual([["private-key", `${cut}\n`]]);
  });

  it("a token inside a named value is one finding, named after the more specific rule", () => {
    const token = join("gh", "p_", random(36));
    expect(found(`password = "${token}"`)).toEqual([["github-token", token]]);
  });
});

describe("text that only looks like a secret is not changed", () => {
  it.each([
    ["a git commit", `Reverted in ${hex(40)}, see commit ${hex(7)}.`],
    ["a commit beside a service's name", `sentry: ${hex(40)}`],
    ["a content hash", `context_hash: ${hex(64)} and sha256:${hex(64)}`],
    ["a hash of a password", `password_hash = "${hex(64)}"`],
    ["a UUID", "Request 550e8400-e29b-41d4-a716-446655440000 failed."],
    ["ids of records", "token: dec_01k9z3m7q2w8x4c6v5b1n0, secret = sk_01k9z3m7q2w8x4c6v5b1n0"],
    ["file paths", "secret: /run/secrets/db_password2, token = ./certs/v2/tls-2024.pem"],
    ["a weak default", "password: changeme, password = 'password123', pwd=secret"],
    ["an angle placeholder", 'token = <your-token>, api_key: "<API_KEY_1>"'],
    ["a variable", 'password = "$' + '{DB_PASSWORD1}", token: $TOKEN2, secret={{ .Values.s3cret }}'],
    ["an environment lookup", "const token = process.env.API_TOKEN2; secret: secrets.DEPLOY_KEY1"],
    [
      "masked values",
      `password: ********, token: xxxxxxxx1xxxx, api_key = "...", ${join("gh", "p_", "x".repeat(36))}`,
    ],
    [
      "prose about passwords",
      "Passwords: argon2id with 64MB; the token is RFC7519-compliant, password: bcrypt12",
    ],
    [
      "prose about tokens",
      "Bearer tokens expire after 3600s; basic authentication is refused; token: oauth2-access-token",
    ],
    [
      "names that point to a secret",
      'secret_name: "prod/db-k3y9x2", token_url = "https://a1.example/x9Y8z7"',
    ],
    ["a URL without credentials", "https://example.org:8080/a@b and ssh://git@example.org:22/x.git"],
    ["placeholders in a URL", "postgres://user:password@localhost/db, amqp://guest:guest@localhost"],
    ["the words of a PEM header", `A file that starts with ${dashes}BEGIN PRIVATE KEY${dashes} is refused.`],
    [
      "words that begin like a token",
      "live_migration_of_the_orders_table_in_two_steps, sk-learn-contrib-packages-v2",
    ],
    ["a public key", `${dashes}BEGIN PUBLIC KEY${dashes}\n${random(64)}\n${dashes}END PUBLIC KEY${dashes}`],
    ["an earlier redaction", "password = [redacted:password] and token: '[redacted:secret]'"],
  ])("%s", (_, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("the strict scanner, for logs", () => {
  const strict = secretScanner({ strict: true });
  const taken = (text: string): string[] => strict.scan(text).map(({ start, end }) => text.slice(start, end));

  it.each([
    ["a weak default", "password: password123", ["password123"]],
    ["a short value", "GET /x?api_key=abc&limit=5", ["abc"]],
    ["a user without a password in a URL", "ssh://git@example.org:22/x.git", ["git"]],
    ["the value of a flag", "serve --token abc --port 1", ["abc"]],
    ["all cookies", "Cookie: a=b; c=d", ["a=b; c=d"]],
  ])("takes %s, which a stored text keeps", (_, text, secrets) => {
    expect(taken(text)).toEqual(secrets);
    expect(found(text)).toEqual([]);
  });

  it("finds everything that the ordinary one finds", () => {
    for (const text of [jwt, pem("PRIVATE KEY"), join("gh", "p_", random(36)), `deploy key: ${random(30)}`]) {
      for (const { start, end } of scanner.scan(text)) {
        expect(strict.scan(text).some((finding) => finding.start <= start && finding.end >= end)).toBe(true);
      }
    }
  });

  it("gives findings that do not overlap, in order", () => {
    for (const {
      keywords: [keyword = ""],
    } of STRICT_RULES.slice(RULES.length)) {
      const text = `${keyword}="a ${keyword}: b'\\\\" `.repeat(3_000);
      let end = 0;
      for (const finding of strict.scan(text)) {
        expect(finding.start).toBeGreaterThanOrEqual(end);
        end = finding.end;
      }
    }
  });
});

describe("findings can be replaced from left to right", () => {
  const fragment = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom(...RULES.flatMap(({ keywords }) => keywords)),
    fc.constantFrom(" = ", ": ", '"', "'", "=>", " is ", "\n", "@", "://", "İ", "[redacted:password]"),
    fc.integer({ min: 6, max: 90 }).map(random),
    fc.constantFrom(jwt, pem("PRIVATE KEY"), join("gh", "p_", random(36)), "S3cr3t!pass"),
  );
  const texts = fc.array(fragment, { maxLength: 20 }).map((pieces) => pieces.join(""));

  it("they are in range, sorted and disjoint, and a second scan finds nothing inside a replacement", () => {
    fc.assert(
      fc.property(texts, (text) => {
        let from = 0;
        let clean = "";
        const replacements: { start: number; end: number }[] = [];
        for (const { rule, start, end } of scanner.scan(text)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(rule).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
          clean += text.slice(from, start);
          replacements.push({ start: clean.length, end: clean.length + `[redacted:${rule}]`.length });
          clean += `[redacted:${rule}]`;
          from = end;
        }
        clean += text.slice(from);
        for (const again of scanner.scan(clean))
          for (const { start, end } of replacements)
            expect(again.end <= start || again.start >= end, JSON.stringify({ text, again, clean })).toBe(
              true,
            );
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("secrets that overlap are one finding", () => {
  const key = pem("RSA PRIVATE KEY");
  const password = join("S3cr3t!", "pass");

  it.each([
    ["a password that goes over into a private key", `DB_PASSWORD=${password}${key} # end`, password + key],
    ["a password that contains a token", `password="${jwt}"`, jwt],
  ])("%s", (_, text, whole) => {
    expect(found(text).map(([, secret]) => secret)).toEqual([whole]);
  });
});
