import { isPlaceholder, looksChosen, looksRandom } from "./randomness.ts";
import type { SecretRule } from "./rule.ts";

/** Secrets that are recognised by their surroundings: a PEM block, a JWT, a URL, a header, a command line. */
export const CARRIER_RULES: readonly SecretRule[] = [
  {
    id: "private-key",
    keywords: ["-----begin"],
    // The body ends at the next dashes, so that a block without an end does not match the rest of the text. A block
    // that was cut off matches as far as it is base64.
    pattern:
      /-----BEGIN[A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----)[\s\S])*-----END[A-Z0-9 ]{0,60}-----|(?:\s|\\[nr]|[A-Za-z0-9+/=]{16,})+)/y,
    accept: (block) => /[A-Za-z0-9+/=]{16}/.test(block),
  },
  {
    id: "jwt",
    keywords: ["ey"],
    pattern: /(?<![\w-])ey[A-Za-z0-9_-]{10,}\.ey[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*={0,2})?/y,
    minEntropy: 3,
  },
  {
    id: "jwt",
    // "eyJ" in base64 once more.
    keywords: ["zxlk"],
    pattern: /(?<![\w-])ZXlK[A-Za-z0-9+/_-]{40,}={0,2}/y,
    minEntropy: 3,
  },
  {
    id: "url-password",
    keywords: ["://"],
    pattern: /:\/\/(?<user>[^\s:@/"'`<>]{0,100}):(?<secret>[^\s/"'`<>]{1,200})(?=@[\w[])/y,
    accept: (password, { user }) =>
      password !== user && !isPlaceholder(password) && !/^\d{1,5}$/.test(password),
  },
  {
    id: "webhook-url",
    keywords: ["hooks.slack.com/"],
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/]{20,})/y,
    accept: (path) => !isPlaceholder(path),
  },
  {
    id: "webhook-url",
    keywords: [".webhook.office.com/"],
    pattern:
      /\.webhook\.office\.com\/webhookb2\/(?<secret>[A-Za-z0-9@-]{36,}\/IncomingWebhook\/[A-Za-z0-9/-]{32,})/y,
  },
  {
    id: "webhook-url",
    keywords: ["/api/webhooks/"],
    pattern: /\/api\/webhooks\/(?<secret>\d{15,20}\/[\w-]{50,})/y,
  },
  {
    id: "url-signature",
    keywords: ["sig="],
    pattern: /(?<=[?&;])sig=(?<secret>[A-Za-z0-9%+/_-]{30,}={0,2})/y,
    accept: looksRandom,
  },
  {
    id: "bearer-token",
    keywords: ["bearer"],
    pattern: /(?<![A-Za-z0-9])bearer["']?:?\s{1,3}["']?(?<secret>[A-Za-z0-9._~+/-]{8,}={0,2})/iy,
    accept: looksRandom,
  },
  {
    id: "basic-auth",
    keywords: ["basic"],
    pattern: /(?<![A-Za-z0-9])basic\s{1,3}(?<secret>[A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9])/iy,
    accept: (value) => value.endsWith("=") || looksRandom(value),
  },
  {
    id: "command-password",
    keywords: ["-u", "--user"],
    pattern:
      /(?<=\s)(?:-u|--user)(?:=|\s{0,3})["']?(?<user>[^\s:"']{1,100}):(?<secret>[^\s"']{3,200})(?<=\bcurl\b[\s\S]{0,600})/y,
    accept: (password, { user }) => password !== user && !isPlaceholder(password),
  },
  {
    id: "header-key",
    keywords: ["-h", "--header"],
    pattern:
      /(?<=\s)(?:-H|--header)(?:=|\s{0,3})["'](?:Authorization|(?:X-)?(?:[A-Za-z]+-)?(?:Api-?)?(?:Key|Token)):\s{0,3}(?:[A-Za-z-]{1,20}\s)?(?<secret>[\w=~@.+/-]{8,})(?=["'])/iy,
    accept: looksChosen,
  },
  {
    id: "password",
    keywords: ["password"],
    pattern: /password"\s{0,3}value="(?<secret>[^"\n]{6,200})(?=")/iy,
    accept: (password) => !isPlaceholder(password),
  },
];
