import * as z from "zod";
import { ProvenThreat, type Threat, type ThreatProof } from "./threat.ts";

/** One file of `src/knowledge/threats`: the pattern, and a proof for each of its programs, in their order. */
export interface ThreatFile {
  readonly threat: Threat;
  readonly proofs: readonly ThreatProof[];
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
  const languages = new Map<string, string>();
  for (const { name, data } of [...sources].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const parsed = ProvenThreat.safeParse(data, { reportInput: true });
    problems.push(...problemsOf(name, parsed.error));
    if (!parsed.success) continue;
    files.push(withProofsApart(parsed.data));
    problems.push(...languageProblems(name, parsed.data, languages));
    if (parsed.data.id !== name) {
      const message = `is "${parsed.data.id}", but the file is named "${name}". Use one name for both.`;
      problems.push({ name, field: "id", message });
    }
  }
  const ids = sources.map(({ name }) => name);
  const aliases = files.flatMap(({ threat }) => threat.aliases);
  return {
    files,
    problems: [...problems, ...files.flatMap(({ threat }) => namingProblems(threat, ids, aliases))],
  };
}

function withProofsApart({ code, ...rest }: z.output<typeof ProvenThreat>): ThreatFile {
  return {
    threat: { ...rest, code: code.map(({ exploit, legitimate, ...shipped }) => shipped) },
    proofs: code.map(({ exploit, legitimate }) => ({ exploit, legitimate })),
  };
}

function namingProblems(
  { id: name, aliases, related }: Threat,
  ids: readonly string[],
  allAliases: readonly string[],
): ThreatProblem[] {
  const problems: ThreatProblem[] = [];
  const complain = (field: string, message: string) => problems.push({ name, field, message });
  aliases.forEach((alias, i) => {
    const taken = ids.includes(alias) || allAliases.filter((other) => other === alias).length > 1;
    if (taken) complain(`aliases[${i}]`, `is "${alias}", which another pattern is called. Leave it out.`);
  });
  related.forEach((id, i) => {
    if (id === name) complain(`related[${i}]`, "is this pattern itself. Leave it out.");
    else if (!ids.includes(id))
      complain(`related[${i}]`, `names "${id}", which no file has. ${nearest(id, ids)}`);
  });
  return problems;
}

function languageProblems(
  name: string,
  { code }: { readonly code: Threat["code"] },
  languages: Map<string, string>,
): ThreatProblem[] {
  return code.flatMap(({ framework, language }, i) => {
    const known = languages.get(framework) ?? language;
    languages.set(framework, known);
    const message = `is "${language}", but other patterns with ${framework} say "${known}".`;
    return language === known ? [] : [{ name, field: `code[${i}].language`, message }];
  });
}

function nearest(id: string, names: readonly string[]): string {
  const words = new Set(id.split("-"));
  const shared = (name: string) => name.split("-").filter((word) => words.has(word)).length;
  const [best] = [...names].sort((a, b) => shared(b) - shared(a));
  return `The nearest there is: ${best}.`;
}

function problemsOf(name: string, error: z.ZodError | undefined): ThreatProblem[] {
  return (error?.issues ?? []).map((issue) => {
    const hint = descriptionAt(ProvenThreat, issue.path);
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
