import { SECRET_WORDS } from "../secret-name.ts";
import { isPlaceholder, looksRandom } from "./randomness.ts";
import type { PatternRule } from "./rule.ts";

const NOT_INSIDE_A_WORD = "(?<![A-Za-z0-9])";
const ENDS = "(?![A-Za-z0-9])";
const ALNUM = "[A-Za-z0-9]";
const WORD = "[A-Za-z0-9_-]";
const BASE64 = "[A-Za-z0-9+/]";
const HEX = "[A-Fa-f0-9]";
const UUID = `${HEX}{8}-(?:${HEX}{4}-){3}${HEX}{12}`;

/** A token with a fixed prefix of its vendor (case-sensitive) and then `body`. */
function token(
  id: string,
  prefixes: readonly string[],
  body: string,
  more: Partial<PatternRule> = {},
): PatternRule {
  const literal = prefixes.map((prefix) => prefix.replace(/[.|]/g, "\\$&")).join("|");
  return {
    id,
    keywords: [...new Set(prefixes.map((prefix) => prefix.toLowerCase()))],
    pattern: new RegExp(`${NOT_INSIDE_A_WORD}(?:${literal})(?<body>${body})`, "y"),
    accept: (_, { body: random = "" }) => random === "" || !isPlaceholder(random),
    ...more,
  };
}

/** For prefixes so short that ordinary words and identifiers start with them. */
const RANDOM: Partial<PatternRule> = { accept: (_, { body = "" }) => looksRandom(body) };

export const TOKEN_RULES: readonly PatternRule[] = [
  // Our own keys: the format is exact, so a match is never a placeholder.
  token("membria-key", ["mbr_"], "[a-z0-9]{1,40}_[A-Za-z0-9_-]{43}", { accept: () => true }),
  token("github-token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], `${ALNUM}{30,255}`),
  token("github-token", ["github_pat_"], "\\w{40,255}"),
  token(
    "gitlab-token",
    [
      "glpat-",
      "gldt-",
      "glft-",
      "glrt-",
      "glffct-",
      "glimt-",
      "glagent-",
      "gloas-",
      "glptt-",
      "glsoat-",
      "glcbt-",
      "GR1348941",
    ],
    `[A-Za-z0-9_-]{20,300}(?:\\.[0-9a-z.]{2,20})?`,
  ),
  token("gitlab-session", ["_gitlab_session="], `${HEX}{32}|[0-9a-z]{32}`),
  token("bitbucket-token", ["ATBB"], `${ALNUM}{28,}`, RANDOM),
  token("atlassian-token", ["ATATT3", "ATCTT3"], "[A-Za-z0-9_=-]{50,}"),
  token("aws-access-key-id", ["AKIA", "ASIA", "ABIA", "ACCA", "A3T"], `[A-Z0-9]{16,17}${ENDS}`),
  token("aws-bedrock-key", ["ABSK"], `${BASE64}{100,}={0,2}`),
  token("aws-bedrock-key", ["bedrock-api-key-"], `${BASE64}{20,}={0,2}`),
  token("google-api-key", ["AIza"], `${WORD}{35,}`),
  token("google-oauth", ["GOCSPX-", "ya29."], "[A-Za-z0-9_-]{20,}"),
  token("azure-client-secret", ["Q~"], "", {
    reach: 4,
    pattern: /(?<![\w~.])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/y,
  }),
  token("anthropic-key", ["sk-ant-"], "[A-Za-z0-9_-]{20,}"),
  token("openai-key", ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-v1-"], "[A-Za-z0-9_-]{20,}"),
  token("api-key", ["sk-"], `${ALNUM}{20,}`, RANDOM),
  token("huggingface-token", ["hf_", "api_org_"], `[A-Za-z0-9]{30,}`),
  token("groq-key", ["gsk_"], `${ALNUM}{30,}`),
  token("xai-key", ["xai-"], `${ALNUM}{40,}`),
  token("replicate-token", ["r8_"], `${ALNUM}{30,}`, RANDOM),
  token("perplexity-key", ["pplx-"], `${ALNUM}{30,}`),
  token("nvidia-key", ["nvapi-"], "[A-Za-z0-9_-]{40,}"),
  token("langsmith-key", ["lsv2_pt_", "lsv2_sk_"], `${HEX}{32}_${HEX}{10}`),
  token(
    "slack-token",
    [
      "xoxb-",
      "xoxp-",
      "xoxa-",
      "xoxr-",
      "xoxo-",
      "xoxs-",
      "xoxe-",
      "xoxc-",
      "xoxd-",
      "xoxe.xoxb-",
      "xoxe.xoxp-",
    ],
    "[A-Za-z0-9%-]{8,}",
  ),
  token("slack-token", ["xapp-", "XAPP-"], "\\d-[A-Za-z0-9]+-\\d+-[A-Za-z0-9]+"),
  token(
    "stripe-key",
    ["sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_", "whsec_"],
    `${ALNUM}{10,}`,
  ),
  token("npm-token", ["npm_"], `${ALNUM}{36,}`),
  token("pypi-token", ["pypi-AgE"], "[A-Za-z0-9_-]{50,}"),
  token("rubygems-token", ["rubygems_"], `${HEX}{48}${ENDS}`),
  token("clojars-token", ["CLOJARS_", "clojars_"], `${ALNUM}{60}`),
  token("docker-token", ["dckr_pat_", "dckr_oat_"], "[A-Za-z0-9_-]{20,}"),
  token("digitalocean-token", ["doo_v1_", "dop_v1_", "dor_v1_"], `${HEX}{64}${ENDS}`),
  token("databricks-token", ["dapi"], `[a-f0-9]{32}(?:-\\d)?${ENDS}`),
  token(
    "doppler-token",
    ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
    `[A-Za-z0-9._-]{40,}`,
  ),
  token("vault-token", ["hvs.", "hvb.", "hvr."], "[A-Za-z0-9_-]{24,}"),
  token("vault-token", ["s."], `${ALNUM}{24}${ENDS}`, RANDOM),
  token("terraform-token", [".atlasv1."], "", {
    reach: 14,
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9=_-]{60,70}/y,
  }),
  token("pulumi-token", ["pul-"], `[a-f0-9]{40}${ENDS}`),
  token("linear-token", ["lin_api_", "lin_oauth_"], `${ALNUM}{32,}`),
  token("notion-token", ["ntn_", "secret_"], `${ALNUM}{40,}`, RANDOM),
  token("airtable-token", ["pat"], `${ALNUM}{14}\\.[a-f0-9]{64}`),
  token("figma-token", ["figd_", "figu_", "figo_"], "[A-Za-z0-9_-]{30,}"),
  token("postman-token", ["PMAK-"], `${HEX}{24}-${HEX}{34}`),
  token("grafana-token", ["glsa_"], `${ALNUM}{32}_${HEX}{8}`),
  token("grafana-token", ["glc_", "eyJrIjoi"], `${BASE64}{32,}={0,3}`),
  token("sendgrid-key", ["SG."], "[A-Za-z0-9=_.-]{60,70}"),
  token("sendinblue-key", ["xkeysib-", "xsmtpsib-"], `[a-f0-9]{64}-${ALNUM}{16}`),
  token("mailgun-key", ["key-", "pubkey-"], `[a-f0-9]{32}${ENDS}`),
  token("mailchimp-key", ["-us"], "", {
    reach: 32,
    pattern: /(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?![A-Za-z0-9])/y,
  }),
  token("twilio-key", ["SK"], `${HEX}{32}${ENDS}`, RANDOM),
  token("shopify-token", ["shpat_", "shpca_", "shppa_", "shpss_"], `${HEX}{32}`),
  token("shippo-token", ["shippo_live_", "shippo_test_"], `${HEX}{40}`),
  token("square-token", ["sq0atp-", "sq0csp-"], `${WORD}{22,60}`),
  token("square-token", ["EAAA"], `${WORD}{22,60}${ENDS}`, RANDOM),
  token("facebook-token", ["EAAM", "EAAC", "EAAB"], `${ALNUM}{100,}`),
  token("telegram-token", [":A"], "", {
    reach: 10,
    pattern: /(?<![A-Za-z0-9])\d{10}:A[A-Za-z0-9_-]{34}(?![A-Za-z0-9_-])/y,
  }),
  token("dropbox-token", ["sl."], "[A-Za-z0-9=_-]{100,}"),
  token("duffel-token", ["duffel_live_", "duffel_test_"], "[A-Za-z0-9_=-]{43}"),
  token("dynatrace-token", ["dt0c01.", "dt0s01."], `${ALNUM}{24}\\.${ALNUM}{64}`),
  token("easypost-token", ["EZAK", "EZTK"], `${ALNUM}{54}`),
  token(
    "flutterwave-key",
    ["FLWSECK_TEST-", "FLWPUBK_TEST-", "FLWSECK-", "FLWPUBK-"],
    `[A-Za-z0-9]{12,32}(?:-X)?`,
  ),
  token("fly-token", ["fo1_"], `${WORD}{43}`),
  token("fly-token", ["fm1a_", "fm1r_", "fm2_"], `${BASE64}{100,}={0,3}`),
  token("frameio-token", ["fio-u-"], "[A-Za-z0-9_=-]{64}"),
  token("heroku-key", ["HRKU-"], "[A-Za-z0-9_-]{36,}"),
  token("harness-key", ["pat.", "sat."], `${WORD}{22}\\.${ALNUM}{24}\\.${ALNUM}{20}`),
  token(
    "authress-key",
    ["sc_", "ext_", "scauth_", "authress_"],
    `${ALNUM}{5,30}\\.${ALNUM}{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,120}`,
  ),
  token("infracost-key", ["ico-"], `${ALNUM}{32}${ENDS}`, RANDOM),
  token("intra42-secret", ["s-s4t2ud-", "s-s4t2af-"], `${HEX}{64}`),
  token("live-key", ["live_", "test_"], `(?:pub_)?[A-Za-z0-9=_-]{31,}`, RANDOM),
  token("maxmind-key", ["_mmk"], "", {
    reach: 36,
    pattern: /(?<![A-Za-z0-9])[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?![A-Za-z0-9])/y,
  }),
  token("newrelic-key", ["NRJS-", "NRII-", "NRAK-", "NRAL-"], "[A-Za-z0-9-]{19,}"),
  token("octopus-key", ["API-"], `[A-Z0-9]{25,}${ENDS}`, RANDOM),
  token("openshift-token", ["sha256~"], `${WORD}{43}`),
  token("plaid-token", ["access-sandbox-", "access-development-", "access-production-"], UUID),
  token("planetscale-token", ["pscale_tkn_", "pscale_oauth_", "pscale_pw_"], "[A-Za-z0-9_=.-]{32,64}"),
  token("prefect-token", ["pnu_", "pnb_"], `${ALNUM}{36}`),
  token("readme-token", ["rdme_"], "[a-z0-9]{70}"),
  token("scalingo-token", ["tk-us-"], `${WORD}{48}`),
  token("sentry-token", ["sntryu_"], `${HEX}{64}`),
  token("sentry-token", ["sntrys_"], `${BASE64}{20,500}={0,2}_${BASE64}{43}`),
  token("settlemint-token", ["sm_aat_", "sm_pat_", "sm_sat_"], `${ALNUM}{16}`),
  token("sonar-token", ["squ_", "sqp_", "sqa_"], `[A-Za-z0-9=_-]{40}`),
  token("sourcegraph-token", ["sgp_"], `(?:(?:${HEX}{16}|local)_)?${HEX}{40}`),
  token("supabase-key", ["sbp_", "sb_secret_"], `[A-Za-z0-9_-]{30,}`, RANDOM),
  token("tailscale-key", ["tskey-"], "[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}"),
  token("typeform-token", ["tfp_"], "[A-Za-z0-9_.=-]{40,}"),
  token("yandex-token", ["t1."], "[A-Za-z0-9_-]+={0,2}\\.[A-Za-z0-9_-]{86}={0,2}"),
  token("yandex-key", ["AQVN"], `${WORD}{35,38}`),
  token("yandex-key", ["YC"], `${WORD}{38}${ENDS}`, { minEntropy: 4 }),
  token("alibaba-access-key-id", ["LTAI"], `${ALNUM}{12,24}${ENDS}`, RANDOM),
  token("adobe-secret", ["p8e-", "p8-"], `${ALNUM}{32}`),
  token("age-key", ["AGE-SECRET-KEY-1"], "[A-Z0-9]{58}"),
  token(
    "onepassword-key",
    ["A3-"],
    `[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}`,
  ),
  token("onepassword-token", ["ops_eyJ"], `${BASE64}{200,}={0,3}`),
  token("artifactory-token", ["AKCp", "cmVmd"], `${ALNUM}{59,}`),
  token("beamer-token", ["b_"], "[A-Za-z0-9=_-]{44}", RANDOM),
  token("clickhouse-key", ["4b1d"], `${ALNUM}{38}${ENDS}`, RANDOM),
  token("cloudflare-origin-key", ["v1.0-"], `${HEX}{24}-${HEX}{146}`),
  token("defined-networking-token", ["dnkey-"], "[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}"),
  token("okta-token", ["SSWS "], "[A-Za-z0-9_=-]{30,}"),
  token("mapbox-token", ["pk.", "sk.", "tk."], `${ALNUM}{50,}\\.${WORD}{20,}`),
  token("buildkite-token", ["bkua_"], `${HEX}{40}`),
  token("circleci-token", ["CCIPAT_", "CCIPRJ_"], `${ALNUM}{10,}_${HEX}{40}`),
  token("posthog-key", ["phx_"], `${ALNUM}{30,}`),
];

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
export const NAMED_RULES: readonly PatternRule[] = [
  ...VALUES.map(
    (value): PatternRule => ({
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
