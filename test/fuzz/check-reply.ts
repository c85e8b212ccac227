import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { specTypeSchemas } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { MAX_REPLY_CHARACTERS } from "../../src/shared/text.ts";
import type { WireMessage } from "../mcp/stdio/messages.ts";
import type { FuzzRequest } from "./requests.ts";
import type { ListedTool } from "./world.ts";

/** Words that only records of the other project have, and only erased ones. Nothing that is sent contains them. */
export const OTHER_PROJECTS_WORD = "quixotrelle";
export const ERASED_WORD = "vanishoblique";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const INTERNAL = /Something went wrong inside Membria|"code":(?:-32603|"INTERNAL_ERROR")/;
/** They say where they put a backup, as their document has it. */
const NAMES_BACKUPS = /backup_file|Backup File/;
const STACK = /\\n {4}at |node:internal|\bat \S+ \(\S+:\d+:\d+\)/;
const FOREIGN_MESSAGES =
  /SQLITE_|SqliteError|constraint failed|no such (?:table|column)|fts5: |malformed MATCH|ZodError|(?:Type|Range|Reference)Error: |Cannot read propert|is not a function|is not iterable|Maximum call stack|Invalid string length|\[object Object\]/;

const RESULTS = {
  "tools/call": "CallToolResult",
  "tools/list": "ListToolsResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "completion/complete": "CompleteResult",
  "server/discover": "DiscoverResult",
  initialize: "InitializeResult",
  ping: "EmptyResult",
} as const;

const validator = new AjvJsonSchemaValidator();
const outputs = new Map<string, ReturnType<typeof validator.getValidator>>();

function outputProblem(tool: ListedTool, value: unknown): string | undefined {
  let validate = outputs.get(tool.name);
  if (!validate) {
    validate = validator.getValidator(tool.outputSchema as Parameters<typeof validator.getValidator>[0]);
    outputs.set(tool.name, validate);
  }
  const { valid, errorMessage } = validate(value);
  return valid ? undefined : `structuredContent does not match the outputSchema: ${errorMessage}`;
}

/** Where the memory is, which no reply may say. */
export interface Privacy {
  readonly home: string;
  readonly mayReadOtherProjects: boolean;
}

/** What is wrong with the text of any answer, JSON-RPC or not. */
export function textProblems(text: string, { home, mayReadOtherProjects }: Privacy): string[] {
  const problems: string[] = [];
  const has = (what: RegExp | string): boolean =>
    typeof what === "string" ? text.includes(what) : what.test(text);
  if (text.length > MAX_REPLY_CHARACTERS + 1_000) problems.push(`a reply of ${text.length} characters`);
  if (has(INTERNAL)) problems.push("an internal error");
  if (has(STACK)) problems.push("a stack trace");
  for (const path of [home, ROOT, `${homedir()}/`])
    if (has(path) && !has(NAMES_BACKUPS)) problems.push("a path of this machine");
  if (has(FOREIGN_MESSAGES)) problems.push(`a message that is not ours: ${FOREIGN_MESSAGES.exec(text)?.[0]}`);
  if (has(ERASED_WORD)) problems.push("text of an erased record");
  if (!mayReadOtherProjects && has(OTHER_PROJECTS_WORD)) problems.push("text of another project");
  return problems;
}

/** What is wrong with the form of a JSON-RPC reply. */
export function formProblems(reply: WireMessage, request: FuzzRequest): string[] {
  const { result, error } = reply;
  if (reply.jsonrpc !== "2.0") return ['no "jsonrpc": "2.0"'];
  if ((result === undefined) === (error === undefined)) return ["not either a result or an error"];
  if (error) return errorProblems(error);
  const { method = "" } = request.message;
  if (result?.["resultType"] === "input_required")
    return result["inputRequests"] ? [] : ["an input_required result without inputRequests"];
  if (!Object.hasOwn(RESULTS, method)) return [];
  const name = RESULTS[method as keyof typeof RESULTS];
  const { issues } = specTypeSchemas[name]["~standard"].validate(result) as { issues?: unknown };
  if (issues) return [`the result is no ${name}: ${JSON.stringify(issues).slice(0, 300)}`];
  return method === "tools/call" && request.tool ? toolProblems(result ?? {}, request.tool) : [];
}

function errorProblems({ code, message }: NonNullable<WireMessage["error"]>): string[] {
  if (!Number.isInteger(code)) return ["an error whose code is no integer"];
  if (typeof message !== "string" || message.trim() === "") return ["an error without a message"];
  return code === -32603 ? ["an internal error"] : [];
}

function toolProblems(result: Record<string, unknown>, tool: ListedTool): string[] {
  const content = result["content"] as { type: string; text?: string }[];
  const problems = content[0]?.text?.trim() ? [] : ["a tool result without a text"];
  const problem = outputProblem(tool, result["structuredContent"]);
  return problem ? [...problems, problem] : problems;
}

/** How a reply counts in the report. */
export function codeOf({ result, error }: WireMessage): string {
  if (error) return String(error.code);
  if (result?.["resultType"] === "input_required") return "question";
  return result?.["isError"] ? "isError" : "result";
}
