import * as z from "zod";
import { Threat } from "./threat.ts";
import { ThreatProof } from "./threat-proof.ts";

/** One file of `src/knowledge/threats`: the pattern and its proof. */
export interface ThreatFile extends ThreatProof {
  readonly threat: Threat;
}

export interface ThreatSource {
  /** The file name without its extension, which is the id of the pattern. */
  readonly name: string;
  readonly data: unknown;
}

export interface ThreatProblem {
  readonly name: string;
  /** `triggers.files[0]`; empty if the file as a whole is wrong. */
  readonly field: string;
  readonly message: string;
}

/** Parses the files, sorted by name, and checks them against their schema and each other. */
export function readThreatFiles(sources: readonly ThreatSource[]): {
  readonly files: readonly ThreatFile[];
  readonly problems: readonly ThreatProblem[];
} {
  const files: ThreatFile[] = [];
  const problems: ThreatProblem[] = [];
  const names = new Set(sources.map(({ name }) => name));
  const languages = new Map<string, string>();
  for (const { name, data } of [...sources].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { exploit, legitimate, ...rest } = isRecord(data) ? data : { rest: data };
    const threat = Threat.safeParse(rest, { reportInput: true });
    const proof = ThreatProof.safeParse(withoutAbsent({ exploit, legitimate }), { reportInput: true });
    problems.push(...problemsOf(name, threat.error, Threat), ...problemsOf(name, proof.error, ThreatProof));
    if (!threat.success || !proof.success) continue;
    const language = languages.get(threat.data.framework) ?? threat.data.language;
    languages.set(threat.data.framework, language);
    problems.push(...crossFileProblems(name, threat.data, names, language));
    files.push({ threat: threat.data, ...proof.data });
  }
  return { files, problems };
}

function crossFileProblems(
  name: string,
  threat: Threat,
  names: ReadonlySet<string>,
  language: string,
): ThreatProblem[] {
  const problems: ThreatProblem[] = [];
  const complain = (field: string, message: string) => problems.push({ name, field, message });
  if (threat.id !== name)
    complain("id", `is "${threat.id}", but the file is named "${name}". Use one name for both.`);
  threat.related.forEach((id, i) => {
    if (id === name) complain(`related[${i}]`, "is this pattern itself. Leave it out.");
    else if (!names.has(id))
      complain(`related[${i}]`, `names "${id}", which no file has. ${nearest(id, names)}`);
  });
  if (threat.language !== language) {
    complain(
      "language",
      `is "${threat.language}", but other patterns of ${threat.framework} say "${language}".`,
    );
  }
  return problems;
}

function nearest(id: string, names: ReadonlySet<string>): string {
  const words = new Set(id.split("-"));
  const shared = (name: string) => name.split("-").filter((word) => words.has(word)).length;
  const [best] = [...names].sort((a, b) => shared(b) - shared(a));
  return `The nearest there is: ${best}.`;
}

function problemsOf(name: string, error: z.ZodError | undefined, schema: z.ZodType): ThreatProblem[] {
  return (error?.issues ?? []).map((issue) => {
    const hint = descriptionAt(schema, issue.path);
    return { name, field: fieldOf(issue.path), message: `${sentenceOf(issue)}${hint ? ` ${hint}` : ""}` };
  });
}

const fieldOf = (path: readonly PropertyKey[]): string =>
  path.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i > 0 ? "." : ""}${String(key)}`)).join("");

function sentenceOf(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && issue.code.startsWith("invalid")) return "is missing.";
  if (issue.code === "unrecognized_keys") return `has no field ${issue.keys.join(", ")}.`;
  const received =
    typeof issue.input === "string" ? ` Received ${JSON.stringify(excerpt(issue.input))}.` : "";
  return `${issue.message.replace(/^Invalid (?:option|input|string): /, "")}.${received}`;
}

const excerpt = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** The schema's description of a field, or of the innermost parent that has one. */
function descriptionAt(schema: z.ZodType, path: readonly PropertyKey[]): string {
  let node: Node | undefined = z.toJSONSchema(schema, { unrepresentable: "any" }) as Node;
  let description = "";
  for (const key of path) {
    node = typeof key === "number" ? node?.items : node?.properties?.[String(key)];
    description = node?.description ?? description;
  }
  return description;
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === "object" && data !== null && !Array.isArray(data);

const withoutAbsent = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
