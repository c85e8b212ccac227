import * as z from "zod";
import type { ThreatIndex } from "./threat-index.ts";

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
  "resource-limits": "Who pays for this, and how much of it?",
} as const;

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

const keysOf = <T extends object>(table: T) =>
  Object.keys(table) as [keyof T & string, ...(keyof T & string)[]];

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

const linesOf = (code: string): string[] => code.split("\n").map((line) => line.trim());

const Example = z
  .strictObject({
    vulnerable: Program.describe("A whole small program that has the flaw."),
    fixed: Program.describe("The same program without the flaw and otherwise unchanged."),
    core: text(20, 200).describe(
      "The decisive lines of the fixed program, as they stand there, for an agent.",
    ),
  })
  .check(({ value: { vulnerable, fixed, core }, issues }) => {
    const complain = (message: string) =>
      issues.push({ code: "custom", path: ["core"], input: core, message });
    const lines = linesOf(core);
    const strange = lines.find((line) => !linesOf(fixed).includes(line));
    if (strange !== undefined) complain(`has a line that the fixed program does not have: ${strange}`);
    else if (lines.every((line) => linesOf(vulnerable).includes(line))) {
      complain("must have a line that the vulnerable program does not have");
    }
  });

/** A flaw that a certain kind of code tends to have, with code that has it and code that does not. */
export const Threat = z
  .strictObject({
    id: slug.describe("The name of the file, which begins with the framework: flask-mass-assignment."),
    name: text(10, 90).describe("What goes wrong, as a headline that needs no context."),
    tier: z.enum(keysOf(THREAT_TIERS)).describe("How code comes to have it; see THREAT_TIERS."),
    severity: z.enum(THREAT_SEVERITIES),
    likelihood: z.enum(THREAT_LIKELIHOODS),
    category: z.enum(keysOf(THREAT_CATEGORIES)).describe("The question that was not asked."),
    language: slug.describe("python, typescript, …"),
    framework: slug.describe("flask, express, …"),
    cwe: distinct(z.string().regex(/^CWE-[1-9]\d{0,4}$/, "must look like CWE-639"), 1, 4).describe(
      "Weaknesses by number, the closest first.",
    ),
    owasp: distinct(z.enum(keysOf(OWASP_API_RISKS)), 1, 3).describe(
      "Risks of the API Security Top 10 of 2023.",
    ),
    triggers: z
      .strictObject({
        words: distinct(text(2, 40), 6, 30).describe("What a developer calls the things involved."),
        actions: distinct(text(8, 120), 4, 40).describe(
          "Tasks as a developer would give them to an agent, in words that do not name the flaw.",
        ),
        files: distinct(
          z.string().regex(/^[\w.*?{},/-]+$/, "must be a path with *, **, ? and {a,b}"),
          1,
          12,
        ).describe("Paths of files where this code stands, as patterns: **/tasks/**/*.py."),
      })
      .describe("When the pattern applies."),
    misses: text(80, 700).describe(
      "What language models typically miss, and why the code looks right to them.",
    ),
    agent: AgentAdvice.describe("What an agent reads before it writes code."),
    description: text(200, 2500).describe("What the flaw is and why it happens, for a person."),
    attack: text(150, 2000).describe("One attack from the first step to the damage, for a person."),
    mitigations: z.array(Mitigation).min(2).max(6).describe("What helps, the best first."),
    example: Example,
    test: Program.describe(
      "A test as a reader would write it: fails on the vulnerable example, passes on the fixed.",
    ),
    related: distinct(slug, 0, 6).describe("Identifiers of patterns that a reader of this one should know."),
  })
  .refine(({ id, framework }) => id.startsWith(`${framework}-`), {
    path: ["id"],
    message: "must begin with the framework and a hyphen",
  });
export type Threat = z.infer<typeof Threat>;

/** The threat patterns that come with the program. */
export interface ThreatKnowledge {
  /** Sorted by id. @throws Fault `unavailable` if the installation is incomplete. */
  all(): Promise<readonly Threat[]>;
  /** The search index. @throws Fault like `all`. */
  index(): Promise<ThreatIndex>;
}

export const languagesOf = (threats: readonly Threat[]): string[] =>
  sortedDistinct(threats.map(({ language }) => language));

export const frameworksOf = (threats: readonly Threat[]): string[] =>
  sortedDistinct(threats.map(({ framework }) => framework));

const sortedDistinct = (names: readonly string[]): string[] =>
  [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
