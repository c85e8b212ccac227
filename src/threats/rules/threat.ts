/** A threat pattern: its vocabulary, its fields, programs with the flaw and without it, and requests that prove it. */
import * as z from "zod";
import type { ThreatIndex } from "./threat-index.ts";

const keysOf = <T extends object>(table: T) =>
  Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

/** How the flaw gets into code, which tells how hard it is to find. */
export const THREAT_TIERS = {
  A: "Written by default: asked for the feature and nothing else, a model writes this, and every test of the feature passes.",
  B: "Written where two features meet: each part is right by itself, and the flaw is what stands between them.",
  C: "Written on a wrong assumption about the surroundings: the proxy, the storage, the queue or another service.",
} as const;

/** The gain of an attacker: `critical` takes over accounts or whole tenants, `low` learns that something exists. */
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

const METHODS = ["get", "head", "post", "put", "patch", "delete"] as const;

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const headerTexts = z.record(z.string().regex(/^[a-z-]+$/, "must be a header in lower case"), z.string());

/** The expected reply. JSON is compared without spaces: `"role":"admin"`. */
const Reply = z
  .strictObject({
    status: z.int().min(200).max(499).optional().describe("The HTTP status, 200 to 499."),
    contains: texts.optional().describe("A text, or several, that must stand in the body."),
    lacks: texts.optional().describe("A text, or several, that must not stand in the body."),
    headers: headerTexts
      .optional()
      .describe("Headers that must be there, each with a text that stands in it."),
    lacks_headers: headerTexts.optional().describe("Texts that must not stand in these headers."),
    over_ms: z.int().min(200).max(5000).optional().describe("It takes longer than this."),
    under_ms: z.int().min(200).max(5000).optional().describe("It takes less than this."),
  })
  .refine(
    (reply) => Object.keys(reply).length > 0,
    "must say something: status, contains, lacks, headers or a time",
  );
export type Reply = z.infer<typeof Reply>;

const path = z.string().regex(/^[/{]/, "must begin with /").optional();

const request = {
  as: z
    .string()
    .regex(/^[\w.-]+$/, "must be one word")
    .optional()
    .describe("Who asks; sent as `Authorization: Bearer <as>`. Nobody when left out."),
  get: path,
  head: path,
  post: path,
  put: path,
  patch: path,
  delete: path,
  headers: z.record(z.string(), z.string()).optional(),
  json: z.json().optional().describe("The body, sent as JSON."),
  body: z.string().optional().describe("The body as it is; name its type in headers."),
  base64: z.base64().optional().describe("The body as bytes in base64; name its type in headers."),
  times: z
    .int()
    .min(2)
    .max(200)
    .optional()
    .describe("Send it so often; {n} is 1, 2, 3, … and the last reply counts."),
  together: z
    .literal(true)
    .optional()
    .describe("Send all of `times` at once. Their replies are not judged; a later step shows what they did."),
  save: z
    .record(z.string().regex(/^\w+$/), z.string().min(1))
    .optional()
    .describe(
      "Values of the reply for later steps, by path: job: data.id is {job} from there on; headers.location is a header.",
    ),
};

const hasOneMethod = (step: Record<string, unknown>) =>
  METHODS.filter((method) => step[method] !== undefined).length === 1;
const ONE_METHOD = `must have one of ${METHODS.join(", ")}, with the path`;

const LegitimateStep = z
  .strictObject({ ...request, expect: Reply.optional().describe("Any 2xx when left out.") })
  .refine(hasOneMethod, ONE_METHOD);

const ExploitStep = z
  .strictObject({
    ...request,
    expect: Reply.optional().describe("What both programs answer; any 2xx when left out."),
    exploited: Reply.optional().describe("What the vulnerable program answers, and the fixed one does not."),
    held: Reply.optional().describe("What the fixed program answers, and the vulnerable one does not."),
  })
  .refine(hasOneMethod, ONE_METHOD)
  .refine(
    ({ exploited, held }) => (exploited === undefined) === (held === undefined),
    "must have both exploited and held, or neither",
  )
  .refine(
    ({ expect, exploited }) => expect === undefined || exploited === undefined,
    "must have either expect, or exploited and held",
  );
export type ExploitStep = z.infer<typeof ExploitStep>;

/** HTTP requests that show what the two examples of a threat do. */
export const ThreatProof = z.strictObject({
  exploit: z
    .array(ExploitStep)
    .min(1)
    .max(12)
    .refine((steps) => steps.some(({ exploited }) => exploited), "must have a step with exploited and held")
    .describe("The attack. The same requests go to both programs."),
  legitimate: z
    .array(LegitimateStep)
    .min(1)
    .max(12)
    .describe("What both programs must go on doing, for the same kinds of callers."),
});
export type ThreatProof = z.infer<typeof ThreatProof>;

export function requestOf(step: ExploitStep): { readonly method: string; readonly path: string } {
  const method = METHODS.find((name) => step[name] !== undefined);
  if (method === undefined) throw new Error(`A step ${ONE_METHOD}.`);
  return { method: method.toUpperCase(), path: step[method] ?? "/" };
}

const PROGRAM_LINES = 70;
const PROGRAM_COLUMNS = 110;

/** Small enough to read in a reply, and complete enough to run. */
const Program = z
  .string()
  .min(1)
  .check(({ value, issues }) => {
    const lines = value.trimEnd().split("\n");
    const complain = (message: string) => issues.push({ code: "custom", input: undefined, message });
    if (lines.length > PROGRAM_LINES)
      complain(`has ${lines.length} lines; at most ${PROGRAM_LINES} would work`);
    lines.forEach((line, i) => {
      if (line.length > PROGRAM_COLUMNS) {
        complain(`has ${line.length} characters in its line ${i + 1}; at most ${PROGRAM_COLUMNS} would work`);
      }
    });
  });

const slug = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "must be words in lower case, joined by hyphens");

const text = (least: number, most: number) => z.string().trim().min(least).max(most);

const codeFields = {
  language: slug.describe("python, typescript, …"),
  framework: slug.describe("flask, express, …"),
  notes: text(20, 2500).optional().describe("What is particular to this stack."),
  vulnerable: Program.describe("A whole small program that has the flaw."),
  fixed: Program.describe("The same program without the flaw and otherwise unchanged."),
  core: text(20, 200).describe("The decisive lines of the fixed program, as they stand there, for an agent."),
  test: Program.optional().describe(
    "A test as a reader would write it: fails on the vulnerable example, passes on the fixed.",
  ),
};

type Programs = { readonly vulnerable: string; readonly fixed: string; readonly core: string };

const linesOf = (code: string): string[] => code.split("\n").map((line) => line.trim());

function checkCore({ value, issues }: z.core.ParsePayload<Programs>): void {
  const { vulnerable, fixed, core } = value;
  const complain = (message: string) => issues.push({ code: "custom", path: ["core"], input: core, message });
  const lines = linesOf(core);
  const strange = lines.find((line) => !linesOf(fixed).includes(line));
  if (strange !== undefined) complain(`has a line that the fixed program does not have: ${strange}`);
  else if (lines.every((line) => linesOf(vulnerable).includes(line))) {
    complain("must have a line that the vulnerable program does not have");
  }
}

/** A program that has the flaw and one that does not, for one stack. */
export const StackCode = z.strictObject(codeFields).check(checkCore);
export type StackCode = z.infer<typeof StackCode>;

/** The same with the requests that prove it, which only tests need. */
export const ProvenStackCode = z.strictObject({ ...codeFields, ...ThreatProof.shape }).check(checkCore);

/** Short enough that an agent can read the advice of three patterns before it writes code. */
const AGENT_CHARACTERS = 400;

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
