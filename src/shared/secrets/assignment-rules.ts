import { isPlaceholder, isWordlike, looksChosen, looksRandom } from "./randomness.ts";
import type { SecretGroups, SecretRule } from "./rule.ts";

/** Last words of names whose value is not the secret itself: `token_url`, `secretName`. */
const NOT_THE_SECRET = new Set(
  "alg algorithm arn at checksum class column count date digest dir endpoint env expires expiry field file fingerprint format hash header id ids issuer kind length limit manager name path policy prefix provider ref rotation scope sha size store ttl type uri url var version".split(
    " ",
  ),
);

function namesTheSecret(rest: string): boolean {
  const words = rest
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z]+/g);
  return !NOT_THE_SECRET.has(words?.at(-1) ?? "");
}

/** The keyword is only the beginning of another word: `tokenizer`, `author`, `passed`. */
const OTHER_WORD = /^(?!s(?![a-z])|key|value|token)[a-z]/;

const NAME = "(?<rest>[\\w.-]{0,40}(?![\\w-])(?: [\\w.-]{1,20}(?![\\w-])){0,2})";
const CLOSE = "(?:\\\\?[\"'`]\\]?)?";
const TYPE = "(?:\\s{0,3}:\\s{0,2}[A-Za-z]\\w{0,20}(?=\\s{0,2}=))?";
const JOINS = "=>|:=|\\?=|={1,3}|:{1,2}|>|\\|\\|";
const QUOTES = ['"', "'", "\\x60"];
const QUOTED = `\\s{0,3}(?:${JOINS}|,)\\s{0,3}\\\\?[${QUOTES.join("")}](?<quoted>${QUOTES.map((q) => `(?<=${q})[^${q}\\n\\\\]{6,512}(?=\\\\?${q})`).join("|")})`;

// A bare value ends at characters such as `=` and `:`, so that a chain of assignments is not scanned again from every
// one of them. Once a value is known to be a secret, the tail adds the rest. A final dot belongs to the sentence.
const CHAR = "[^\\s\"'`<>,;(){}[\\]=:|&\\\\]";
const LAST = "[^\\s\"'`<>,;(){}[\\]=:|&\\\\.]";
const BARE = `(?:\\s{0,3}(?:${JOINS})\\s{0,3}|\\s(?:is|was)[: ]\\s{0,2})\\\\?["'\\x60]?(?<secret>${CHAR}{5,255}${LAST})`;
const TAIL = new RegExp(`(?:${CHAR}*${LAST})?(?:[=:|]+${CHAR}*${LAST})*={0,3}`, "y");

/** `name = value`, `"name": "value"`, `name is value`, from the keyword in the name on. */
function assignment(
  id: string,
  keywords: readonly string[],
  { before = "", value = `(?:${QUOTED}|${BARE})` },
  looksSecret: (value: string, groups: SecretGroups) => boolean,
): SecretRule {
  return {
    id,
    keywords,
    pattern: new RegExp(`${before}(?:${keywords.join("|")})${NAME}${CLOSE}${TYPE}${value}`, "iy"),
    accept: (secret, groups) => namesTheSecret(groups.rest ?? "") && looksSecret(secret, groups),
    tail: TAIL,
  };
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SYMBOL = /[!@#$%^*?~+]/;

/** Services whose keys have no prefix, so that only the name next to the value identifies them. */
const SERVICES =
  "adafruit adobe airtable algolia alibaba asana atlassian beamer bitbucket bittrex cloudflare codecov cohere coinbase confluence confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog artifactory bintray xray jira kraken kucoin launchdarkly linear linkedin linked_in linked-in lob looker mailchimp mailgun mapbox mattermost meraki messagebird message-bird message_bird netlify new-relic newrelic new_relic nytimes new-york-times newyorktimes okta plaid privateai private_ai private-ai rapidapi sendbird sentry snyk sonar squarespace sumo contribsys telegr travis twitch twitter yandex zendesk".split(
    " ",
  );

const SECRETS = "secret,token,api_key,api-key,api key,apikey,credential,creds,authorization,auth".split(",");
const KEYS = "access,account,auth,encryption,license,master,private,signing,storage"
  .split(",")
  .flatMap((kind) => ["_key", "-key", " key", "key"].map((key) => kind + key));

export const ASSIGNMENT_RULES: readonly SecretRule[] = [
  assignment(
    "password",
    ["password", "passwd", "passphrase", "pwd", "_pass"],
    {},
    (value, { quoted, rest = "" }) =>
      !OTHER_WORD.test(rest) &&
      looksChosen(value) &&
      (quoted !== undefined || SYMBOL.test(value.slice(0, -1)) || !isWordlike(value)),
  ),
  assignment(
    "secret",
    [...SECRETS, ...KEYS],
    {},
    (value, { rest = "" }) => !OTHER_WORD.test(rest) && value.length >= 8 && looksRandom(value),
  ),
  assignment(
    "service-key",
    SERVICES,
    { before: "(?<![A-Za-z])", value: QUOTED },
    (value) =>
      value.length >= 14 && (UUID.test(value) || (/^[\w=.:/+|%~-]+$/.test(value) && looksRandom(value))),
  ),
];

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
