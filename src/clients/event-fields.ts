import type { HookEvent } from "../domain/hooks/hook-events.ts";
import type { Fields, ReadEvent } from "./hook-dialect.ts";

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textAt = (input: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) {
    const value = input[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
};

/** The names that tools of clients have for the file they change. */
const FILE_FIELDS = ["file_path", "filePath", "path", "notebook_path", "absolute_path", "target_file"];
/** The lines of a patch that name its files. */
const PATCHED_FILE = /^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$/gm;
/** The tools that change the file they name; one that reads a file names it in the same field. */
const CHANGES_FILE = /edit|write|patch|replace|create|insert|delete/i;
const MOST_FILES = 50;

/** The files that a tool changes, by its arguments. */
export function filesIn(args: unknown, tool: string | undefined): string[] {
  const given = typeof args === "string" ? parsed(args) : args;
  if (typeof given === "string") return patchedFiles(given);
  if (!isFields(given)) return [];
  const named = tool === undefined || CHANGES_FILE.test(tool) ? textAt(given, ...FILE_FIELDS) : undefined;
  const patch = textAt(given, "command", "input", "patch", "patchText");
  return [...(named === undefined ? [] : [named]), ...(patch === undefined ? [] : patchedFiles(patch))];
}

const patchedFiles = (patch: string): string[] =>
  [...patch.matchAll(PATCHED_FILE)].slice(0, MOST_FILES).map(([, file]) => (file as string).trim());

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The ends of the names of our tools that make a decision, in all vocabularies and under any prefix of a client. */
const MAKES_DECISION =
  /(?:capture_decision|save_decision|record_decision|supersede_decision|evolve_supersede|accept_proposal)$/;
const DECISION_ID = /\bdec_0[0-9a-z]{16}\b/g;
const MOST_NAMED = 10;
/** A conversation that begins anew knows as little as one that was shortened. */
const FORGOTTEN = ["compact", "clear"];

/** The decisions that a tool of ours names after it has made one. Which of them is new, the memory knows. */
export function capturedBy(tool: string | undefined, result: unknown): readonly string[] {
  if (tool === undefined || !MAKES_DECISION.test(tool.replaceAll(".", "_"))) return [];
  const text = typeof result === "string" ? result : JSON.stringify(result ?? "");
  return [...new Set(text.match(DECISION_ID))].slice(0, MOST_NAMED);
}

/** Events as Claude Code has them, which others have taken over. */
export function readSnakeCase(event: HookEvent, input: Fields): ReadEvent | undefined {
  const session = textAt(input, "session_id");
  if (session === undefined) return undefined;
  const edits = event === "pre-edit" || event === "post-tool";
  const happened = textAt(input, "hook_event_name");
  const tool = textAt(input, "tool_name");
  const summary = textAt(input, "compact_summary");
  return {
    session,
    folder: textAt(input, "cwd"),
    compacted:
      FORGOTTEN.includes(textAt(input, "source") ?? "") ||
      (happened === "PostCompact" && event === "pre-compact"),
    prompt: event === "prompt" ? textAt(input, "prompt") : undefined,
    files: edits ? filesIn(input["tool_input"], tool) : undefined,
    captured:
      event === "post-tool" ? capturedBy(tool, input["tool_response"] ?? input["tool_result"]) : undefined,
    reply: event === "stop" ? textAt(input, "last_assistant_message", "prompt_response") : undefined,
    summary: summary?.replace(/^\s*<summary>|<\/summary>\s*$/g, "").trim(),
    continued: input["stop_hook_active"] === true,
  };
}

/** The answer that Claude Code, Codex and Gemini CLI take. A field more, and Codex drops all of it. */
export const specificOutput = (text: string, input: Fields): string =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: textAt(input, "hook_event_name") ?? "", additionalContext: text },
  });

/** The events of a client that keeps what was told at the start in the conversation, for when that is resumed. */
export function readKeepingStart(event: HookEvent, input: Fields): ReadEvent | undefined {
  const read = readSnakeCase(event, input);
  return read && input["source"] === "resume" ? { ...read, resumed: true } : read;
}
