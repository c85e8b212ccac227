import { isIPv6 } from "node:net";

export const MASKED = "****";

/** A text longer than this is cut, and its length said. */
export const TEXT_LIMIT = 2000;

const SECRET_WORDS =
  "passw(?:or)?d|passphrase|secret|token(?!i[sz])|credential|authori[sz]ation|cookie|bearer|jwt|" +
  "(?:api|access|private|signing|encryption|auth|master|ssh)[ _.-]?key";

const SECRET_NAME = new RegExp(`(?:${SECRET_WORDS})|^(?:key|auth|pass|pwd|pin|otp)$`, "i");
const SECRET_NUMBER_NAME = new RegExp(`(?:${SECRET_WORDS})$|^(?:key|auth|pass|pwd|pin|otp)$`, "i");

/**
 * Whether what stands under this name is a secret. A number is one under `password` or `token`,
 * and a count under `tokens`, `token_budget` or `secrets_found`.
 */
export const isSecretName = (name: string, isNumber: boolean): boolean =>
  (isNumber ? SECRET_NUMBER_NAME : SECRET_NAME).test(name);

/** `--token` as an item of an argument list: the next item is the secret. */
export const isSecretFlag = (item: unknown): boolean =>
  typeof item === "string" &&
  /^--?[a-z][\w-]{0,62}$/i.test(item) &&
  isSecretName(item.replace(/^--?/, ""), true);

const PRIVATE_KEY = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}-----|$)/g;
const JWT = /eyJ[\w-]{5,512}\.[\w-]+\.[\w-]*/g;
// The few prefixes that betray a credential standing alone; screening stored text is a scanner's work.
const PREFIXED = /(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|npm_|sk-|AKIA|AIza)[A-Za-z0-9_-]{10,}/g;
const URL_CREDENTIALS = /:\/\/[^\s/?#]+@/g;
const COOKIE = /(cookie2?\\*["']?\s{0,3}[:=]\s{0,3})[^\r\n]+/gi;
const SCHEME = "(?:bearer|basic|digest|negotiate|token|apikey)\\s+";
const ASSIGNED = new RegExp(
  `((?:${SECRET_WORDS}|\\bpwd|\\bpass)[\\w-]{0,32})` +
    `(\\\\*["'\`]?\\s{0,3}(?:=>|[:=]|%3d)\\s{0,3})` +
    `(\\\\+"[^"]*"?|"(?:\\\\.|[^"\\\\])*"?|'[^']*'?|\\[[^\\]]*\\]?|(?:${SCHEME})?[^\\s&;]+)`,
  "gi",
);
const FLAG = new RegExp(`((?<![\\w-])--?[\\w-]{0,32}?(?:${SECRET_WORDS})\\s+)[^\\s-]\\S*`, "gi");
const BEARER = /(bearer)((?:[\s:=]|%20)+)[^\s"'`,;]+/gi;
const BASIC = /([Bb]asic\s+)(?=\S*[A-Z0-9=])[A-Za-z0-9+/=_-]{6,}/g;
const EMAIL =
  /(?<![\p{L}\p{N}._%+-])([\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]*(@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24})/gu;
const COLON_RUN = /\w{0,32}(?::\w{0,32}){2,9}(?![\w:*]|\.\d)/g;
// A fifth number makes it an object identifier, a leading `v` a version.
const IPV4 = /(?<![vV\d]|\d\.)(\d{1,3}\.\d{1,3})\.\d{1,3}\.\d{1,3}(?![A-Za-z\d]|\.\d)/g;

function maskAssigned(whole: string, name: string, separator: string, value: string): string {
  const isNumber = /^\d{1,9}[.,]?$/.test(value);
  if (/^(?:null|undefined|true|false)\b/.test(value) || !isSecretName(name, isNumber)) return whole;
  const quote = /^\\*["']/.exec(value)?.[0];
  if (quote !== undefined) return `${name}${separator}${quote}${MASKED}${quote}`;
  const scheme = new RegExp(`^${SCHEME}`, "i").exec(value)?.[0] ?? "";
  return `${name}${separator}${scheme}${MASKED}`;
}

/** `node:2001:db8::1:` is a label, an address and punctuation; `12:34:56` and `std::vector` hold no address. */
function maskIPv6(run: string): string {
  const [, label = "", address = "", tail = ""] = /^(\w*[g-zG-Z_]\w*:)?(.*?)((?<!:):)?$/.exec(run) ?? [];
  if (!/\d/.test(address) || !isIPv6(address)) return run;
  return `${label}${address.split(":").slice(0, 2).join(":")}:*${tail}`;
}

const maskIPv4 = (address: string, kept: string): string =>
  address.split(".").every((part) => Number(part) <= 255) ? `${kept}.*.*` : address;

/** Matches the home directory with either slash, doubled as in JSON or percent-encoded as in a file URL. */
function homePattern(home: string): RegExp | undefined {
  const parts = home.split(/[\\/]+/).filter((part) => part !== "");
  if (parts.length === 0) return undefined;
  const quoted = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const body = parts
    .map((part) => `(?:${quoted(part)}|${quoted(encodeURIComponent(part))})`)
    .join("[\\\\/]+");
  const isWindows = /^[a-z]:/i.test(home);
  return new RegExp(`${isWindows ? "" : "[\\\\/]"}${body}(?![\\w-]|\\.\\w)`, isWindows ? "gi" : "g");
}

/** Masks what a log must not hold. `home` is the user's home directory, `""` when there is none. */
export function createTextMask(home: string): (text: string) => string {
  const homes = homePattern(home);
  const mask = (text: string): string => {
    const withoutSecrets = text
      .replace(PRIVATE_KEY, MASKED)
      .replace(JWT, MASKED)
      .replace(PREFIXED, MASKED)
      .replace(URL_CREDENTIALS, `://${MASKED}@`)
      .replace(COOKIE, `$1${MASKED}`)
      .replace(ASSIGNED, maskAssigned)
      .replace(FLAG, `$1${MASKED}`)
      .replace(BEARER, `$1$2${MASKED}`)
      .replace(BASIC, `$1${MASKED}`)
      .replace(EMAIL, "$1***$2");
    const withoutHome = homes === undefined ? withoutSecrets : withoutSecrets.replace(homes, "~");
    return withoutHome.replace(COLON_RUN, maskIPv6).replace(IPV4, maskIPv4);
  };
  return (text) => {
    if (text.length <= TEXT_LIMIT) return mask(text);
    // What the end of the window splits is not recognised, so the last stretch of it is never shown.
    const window = text.slice(0, TEXT_LIMIT + 1000);
    const hidden = window.length < text.length ? 1000 : 0;
    const masked = mask(window);
    const shown = masked.slice(0, Math.max(0, Math.min(TEXT_LIMIT, masked.length - hidden)));
    return `${shown}… [cut: ${text.length} characters]`;
  };
}
