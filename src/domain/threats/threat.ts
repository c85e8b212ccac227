import * as z from "zod";
import { ProvenStackCode, StackCode } from "./threat-code.ts";
import type { ThreatIndex } from "./threat-index.ts";

const keysOf = <T extends object>(table: T) =>
  Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

/** How the flaw gets into code, which tells how hard it is to find. */
export const THREAT_TIERS = {
  A: "Written by default: asked for the feature and nothing else, a model writes this, and every test of the feature passes.",
  B: "Written where two features meet: each part is right by itself, and the flaw is what stands between them.",
  C: "Written on a wrong assumption about the surroundings: the proxy, the storage, the queue or another service.",
} as const;

/** What an attacker gains: `critical` takes over accounts or whole tenants, `low` learns that something exists. */
export const THREAT_SEVERITIES = ["critical", "high", "medium", "low"] as const;

/** How often code that builds this kind of feature has the flaw. */
export const THREAT_LIKELIHOODS = ["high", "medium", "low"] as const;

export const THREAT_CATEGORIES = {
  "object-access": "Whose record is this?",
  "property-access": "Which of its fields may this caller read or set?",
  "function-access": "May this caller do this at all?",
  "tenant-isolation": "Does anything cross from one customer to another?",
  "identity-propagation": "On whose behalf does this run, after it left the request?",
  lifecycle: "Is it still allowed, in this state and at this time?",
  "delegated-access": "What was handed over with this token, link or key?",
  authentication: "Who is this, and what proves it?",
  injection: "Does data become code, markup or a command?",
  "paths-and-addresses": "Where does this path or address lead?",
  "browser-trust": "Which site made the browser send this?",
  "business-rules": "Who decided this value, and can it happen twice?",
  secrets: "Who else can read or guess this?",
  "resource-limits": "Who pays for this, and how much of it?",
  "agent-authority": "What may a model do because of what it read?",
  delivery: "What runs when this is built and deployed?",
} as const;

/** The categories as kinds of flaws, for who wants to know what was looked for. */
const KINDS: Readonly<Record<keyof typeof THREAT_CATEGORIES, string>> = {
  "object-access": "records of other people",
  "property-access": "fields that a caller may not read or set",
  "function-access": "actions without a permission",
  "tenant-isolation": "data of other customers",
  "identity-propagation": "work done in somebody else's name",
  lifecycle: "rights that outlive their reason",
  "delegated-access": "links, tokens and webhooks",
  authentication: "logins, sessions, codes and accounts",
  injection: "input that becomes code, markup or a command",
  "paths-and-addresses": "files, archives, uploads, redirects and fetched addresses",
  "browser-trust": "requests from other sites",
  "business-rules": "prices, amounts and races",
  secrets: "secrets, passwords and personal data",
  "resource-limits": "size, cost and flooding",
  "agent-authority": "models and agents that act on what they read",
  delivery: "builds, dependencies and containers",
};

/** The kinds of flaws that some of the patterns are about. */
export const kindsOf = (threats: readonly Threat[]): string[] => {
  const categories = new Set(threats.map(({ category }) => category));
  return keysOf(KINDS)
    .filter((category) => categories.has(category))
    .map((category) => KINDS[category]);
};

/** OWASP API Security Top 10, edition of 2023. */
export const OWASP_API_RISKS = {
  "API1:2023": "Broken Object Level Authorization",
  "API2:2023": "Broken Authentication",
  "API3:2023": "Broken Object Property Level Authorization",
  "API4:2023": "Unrestricted Resource Consumption",
  "API5:2023": "Broken Function Level Authorization",
  "API6:2023": "Unrestricted Access to Sensitive Business Flows",
  "API7:2023": "Server Side Request Forgery",
  "API8:2023": "Security Misconfiguration",
  "API9:2023": "Improper Inventory Management",
  "API10:2023": "Unsafe Consumption of APIs",
} as const;

const MITIGATION_EFFORTS = ["low", "medium", "high"] as const;

/** Short enough that an agent can read the advice of three patterns before it writes code. */
const AGENT_CHARACTERS = 400;

const text = (least: number, most: number) => z.string().trim().min(least).max(most);
const slug = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "must be words in lower case, joined by hyphens");

function distinct<T extends z.ZodType>(item: T, least: number, most: number) {
  return z
    .array(item)
    .min(least)
    .max(most)
    .refine((items) => new Set(items).size === items.length, "names something twice");
}

const AgentAdvice = z
  .strictObject({
    threat: text(20, 200).describe("What goes wrong, in one sentence."),
    check: text(20, 200).describe("What to look for in the code at hand, as an instruction."),
    fix: text(20, 200).describe("What to write instead, as an instruction."),
  })
  .refine(
    ({ threat, check, fix }) => threat.length + check.length + fix.length <= AGENT_CHARACTERS,
    `must have at most ${AGENT_CHARACTERS} characters in threat, check and fix together`,
  );

const Mitigation = z.strictObject({
  do: text(20, 400).describe("What to do, as an instruction."),
  effort: z.enum(MITIGATION_EFFORTS),
  tradeoff: text(20, 400).describe("What it costs, or what it does not cover."),
});

const threatFields = {
  id: slug.describe("The name of the file, without a framework in it: mass-assignment."),
  aliases: distinct(slug, 0, 6).default([]).describe("Names it had before; they stay valid."),
  name: text(10, 90).describe("What goes wrong, as a headline that needs no context."),
  tier: z.enum(keysOf(THREAT_TIERS)).describe("How code comes to have it; see THREAT_TIERS."),
  severity: z.enum(THREAT_SEVERITIES),
  likelihood: z.enum(THREAT_LIKELIHOODS),
  category: z.enum(keysOf(THREAT_CATEGORIES)).describe("The question that was not asked."),
  cwe: distinct(z.string().regex(/^CWE-[1-9]\d{0,4}$/, "must look like CWE-639"), 1, 5).describe(
    "Weaknesses by number, the closest first.",
  ),
  owasp: distinct(z.enum(keysOf(OWASP_API_RISKS)), 0, 3)
    .default([])
    .describe("Risks of the API Security Top 10 of 2023."),
  triggers: z
    .strictObject({
      words: distinct(text(2, 40), 6, 50).describe("What a developer calls the things involved."),
      actions: distinct(text(4, 240), 12, 90).describe(
        "Tasks as a developer would give them to an agent, long and short, in words that do not name the flaw.",
      ),
      files: distinct(z.string().regex(/^[\w.*?{},/-]+$/, "must be a path with *, **, ? and {a,b}"), 0, 12)
        .default([])
        .describe("Paths of files where this code stands, as patterns without a language: **/jobs/**."),
    })
    .describe("When the pattern applies."),
  misses: text(40, 700).describe(
    "What language models typically miss, and why the code looks right to them.",
  ),
  agent: AgentAdvice.describe("What an agent reads before it writes code, in words of no framework."),
  description: text(100, 2500).describe("What the flaw is and why it happens, for a person."),
  attack: text(80, 2000).optional().describe("One attack from the first step to the damage, for a person."),
  mitigations: z.array(Mitigation).max(6).default([]).describe("What helps, the best first."),
  related: distinct(slug, 0, 6)
    .default([])
    .describe("Identifiers of patterns that a reader of this one should know."),
};

const eachStackOnce = (code: readonly { readonly framework: string }[]): boolean =>
  new Set(code.map(({ framework }) => framework)).size === code.length;
const NO_STACK_TWICE = "has a framework twice";

const CODE =
  "Programs with the flaw and without it, by stack. Empty where the flaw is in no program that answers requests.";

/** A flaw that code tends to have, in words of no framework, with programs that have it and programs that do not. */
export const Threat = z.strictObject({
  ...threatFields,
  code: z.array(StackCode).max(6).default([]).refine(eachStackOnce, NO_STACK_TWICE).describe(CODE),
});
export type Threat = z.infer<typeof Threat>;

/** A file of `src/knowledge/threats`: the pattern, and the proof of each of its programs. */
export const ProvenThreat = z.strictObject({
  ...threatFields,
  code: z.array(ProvenStackCode).max(6).default([]).refine(eachStackOnce, NO_STACK_TWICE).describe(CODE),
});

/** The threat patterns that come with the program. */
export interface ThreatKnowledge {
  /** Sorted by id. @throws Fault `unavailable` if the installation is incomplete. */
  all(): Promise<readonly Threat[]>;
  /** The search index. @throws Fault like `all`. */
  index(): Promise<ThreatIndex>;
}

/** The frameworks that code is attached for. */
export const frameworksOf = (threats: readonly Threat[]): string[] =>
  sortedDistinct(threats.flatMap(({ code }) => code.map(({ framework }) => framework)));

/** By its id or by a name that it had before. */
export const threatNamed = (id: string, threats: readonly Threat[]): Threat | undefined =>
  threats.find((threat) => threat.id === id || threat.aliases.includes(id));

const sortedDistinct = (names: readonly string[]): string[] =>
  [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
