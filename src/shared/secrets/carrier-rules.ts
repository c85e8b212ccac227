import { isFigure, isPlaceholder, looksChosen, looksRandom } from "./randomness.ts";
import type { PatternRule } from "./rule.ts";

/** Secrets that are recognised by their surroundings: a PEM block, a JWT, a URL, a header, a list of cookies. */
export const CARRIER_RULES: readonly PatternRule[] = [
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
    id: "cookie",
    keywords: ["cookie"],
    pattern: /cookie2?["'`]?\s{0,3}(?:[:=,]|\s)\s{0,3}["'`]?(?<secret>[\w.%-]{1,60}=[^"'`\r\n]{8,4000})/iy,
    accept: (cookies) => cookies.split(/;\s*/).some((cookie) => looksRandom(cookie.replace(/^[^=]*=/, ""))),
  },
  {
    id: "password",
    // A file for ftp, curl and git.
    keywords: ["login "],
    pattern: /login\s{1,3}\S{1,100}\s{1,20}password\s{1,3}(?<secret>\S{1,512})/iy,
    accept: (password) => !isPlaceholder(password),
  },
  {
    id: "password",
    // The name of an account and its password.
    keywords: ["admin / ", "root / ", "login", "credentials"],
    pattern:
      /(?:(?:admin|root) \/ |(?:login|credentials):? \w{1,30}(?: ?[/:] ?))(?<secret>[^\s"'`<>,;(){}[\]/:]{8,100})/iy,
    accept: (password) =>
      looksChosen(password) && !isFigure(password, true) && /[A-Z]/.test(password) && /\d/.test(password),
  },
];
