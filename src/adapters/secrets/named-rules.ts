import { SECRET_WORDS } from "../../domain/shared/secret-name.ts";
import type { SecretRule } from "./rule.ts";

/** The beginnings of the words that announce a secret. */
const BEGINNINGS =
  "pass pwd secret token credential authori cookie bearer jwt api access private signing encryption auth master ssh".split(
    " ",
  );
const NAME = `(?:${SECRET_WORDS}|(?<!\\w)pwd|(?<!\\w)pass)(?<rest>[\\w-]{0,32})`;
const JOIN = "\\\\*[\"'`]?\\s{0,3}(?:=>|[:=]|%3d)\\s{0,3}";
const SCHEME = "(?:(?:bearer|basic|digest|negotiate|token|apikey)\\s+)?";

/** The ways to write a value. Quotes are not part of the secret. */
const VALUES = [
  '\\\\+"(?<secret>[^"]*?)(?=\\\\*"|$)',
  '"(?<secret>(?:\\\\.|[^"\\\\])*)',
  "'(?<secret>[^']*)",
  "(?<secret>\\[[^\\]]*\\]?)",
  `(?!\\\\*["']|\\[)${SCHEME}(?<secret>[^\\s&;]+)`,
];

/** A count is no secret: `tokens: 153`, `token_count=45`. */
const isSecretValue = (value: string, rest = ""): boolean =>
  value !== "" &&
  !/^(?:null|undefined|true|false)\b/.test(value) &&
  (rest === "" || !/^\d{1,9}[.,]?$/.test(value));

/**
 * For logs, where masking too much costs nothing: every value after such a name, scheme or prefix is a secret, whatever
 * it looks like. In stored text half of these would be false alarms.
 */
export const NAMED_RULES: readonly SecretRule[] = [
  ...VALUES.map(
    (value): SecretRule => ({
      id: "secret",
      keywords: BEGINNINGS,
      pattern: new RegExp(`${NAME}${JOIN}${value}`, "iy"),
      accept: (secret, { rest }) => isSecretValue(secret, rest),
    }),
  ),
  {
    id: "secret",
    keywords: BEGINNINGS,
    pattern: new RegExp(`(?<=(?<![\\w-])--?[\\w-]{0,32})(?:${SECRET_WORDS})\\s+(?<secret>[^\\s-]\\S*)`, "iy"),
  },
  {
    id: "private-key",
    keywords: ["-----begin"],
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}-----|$)/y,
  },
  { id: "jwt", keywords: ["eyj"], pattern: /eyJ[\w-]{5,512}\.[\w-]+\.[\w-]*/y },
  {
    id: "api-key",
    keywords: ["gh", "glpat-", "xox", "npm_", "sk-", "akia", "aiza"],
    pattern: /(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|npm_|sk-|AKIA|AIza)[A-Za-z0-9_-]{10,}/y,
  },
  { id: "url-password", keywords: ["://"], pattern: /:\/\/(?<secret>[^\s/?#]+)(?=@)/y },
  {
    id: "cookie",
    keywords: ["cookie"],
    pattern: /cookie2?\\*["']?\s{0,3}[:=]\s{0,3}(?<secret>[^\r\n]+)/iy,
  },
  {
    id: "bearer-token",
    keywords: ["bearer"],
    pattern: /bearer(?:[\s:=]|%20)+(?<secret>[^\s"'`,;]+)/iy,
  },
  {
    id: "basic-auth",
    keywords: ["basic"],
    pattern: /[Bb]asic\s+(?=\S*[A-Z0-9=])(?<secret>[A-Za-z0-9+/=_-]{6,})/y,
  },
];
