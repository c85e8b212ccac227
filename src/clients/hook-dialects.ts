/** How each client reports its events and is answered, and the fields that they have in common. */

import type { HookEvent, ReportedEvent } from "../hooks/index.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** The event as a client reported it, without what we know ourselves. */
type ReadEvent = Omit<ReportedEvent, "event" | "client">;

/** How one client reports its events and wants to be answered. Their formats exclude each other. */
export interface HookDialect {
  /** Undefined if what came is not an event that we know. */
  read(event: HookEvent, input: Fields): ReadEvent | undefined;
  /** The output for a text that the model should read. Nothing is printed where there is none. */
  write(event: HookEvent, text: string, input: Fields): string;
}

export const claudeCodeHooks: HookDialect = {
  read: readKeepingStart,
  write: (_, text, input) => specificOutput(text, input),
};

export const codexHooks: HookDialect = {
  read: readKeepingStart,
  write: (_, text, input) => specificOutput(text, input),
};

/** The text that hooks gave at the start of the session, which it puts before the first prompt. */
const SAID_BEFORE = /^\s*(?:<hook_context>[\s\S]*?<\/hook_context>\s*)+/;

/**
 * Before a tool it takes no text for the model. It reports that it may shorten the conversation before every request, and
 * does so for certain when a person asks for it. A conversation that it resumes lacks the prompts with what was told there.
 */
export const geminiHooks: HookDialect = {
  read(event, input) {
    const read = readSnakeCase(event, input);
    if (!read) return undefined;
    if (read.prompt !== undefined) return { ...read, prompt: read.prompt.replace(SAID_BEFORE, "") };
    if (input["hook_event_name"] === "BeforeTool") return { ...read, isUnheard: true };
    const forgets = event === "pre-compact" ? input["trigger"] === "manual" : input["source"] === "resume";
    return forgets ? { ...read, compacted: true } : read;
  },
  write: (_, text, input) => specificOutput(text, input),
};

/**
 * Its own events have fields in camel case; those that it knows by the names of Claude Code have them in snake case. The
 * only answer it takes is a field at the top, and at its own event for a prompt it takes none. After a conversation was
 * shortened it reports nothing, so that it counts as shortened when that begins.
 */
export const copilotHooks: HookDialect = {
  read(event, input) {
    const read =
      textAt(input, "sessionId") === undefined ? readSnakeCase(event, input) : readOwn(event, input);
    return read && (event === "pre-compact" ? { ...read, compacted: true } : read);
  },
  write: (_, text) => JSON.stringify({ additionalContext: text }),
};

function readOwn(event: HookEvent, input: Fields): ReadEvent {
  const edits = event === "pre-edit" || event === "post-tool";
  const tool = textAt(input, "toolName");
  return {
    session: textAt(input, "sessionId") ?? "",
    folder: textAt(input, "cwd"),
    prompt: event === "prompt" ? textAt(input, "prompt") : undefined,
    isUnheard: event === "prompt",
    files: edits ? filesIn(input["toolArgs"], tool) : undefined,
    captured: event === "post-tool" ? capturedBy(tool, input["toolResult"]) : undefined,
    reply: event === "stop" ? textAt(input, "lastAssistantMessage", "last_assistant_message") : undefined,
    continued: input["stop_hook_active"] === true || input["stopHookActive"] === true,
  };
}

/** From its documentation: it names a conversation and the roots of the workspace, and takes context in snake case. */
export const cursorHooks: HookDialect = {
  read(event, input) {
    const session = textAt(input, "conversation_id", "session_id");
    if (session === undefined) return undefined;
    const roots = input["workspace_roots"];
    const [root] = Array.isArray(roots) ? (roots as unknown[]) : [];
    const tool = textAt(input, "tool_name");
    const named = filesIn(input["tool_input"] ?? input, tool);
    return {
      ...readSnakeCase(event, { ...input, session_id: session }),
      session,
      folder: textAt(input, "cwd") ?? (typeof root === "string" ? root : undefined),
      files: event === "pre-edit" || event === "post-tool" ? named : undefined,
      captured:
        event === "post-tool" ? capturedBy(tool, input["result_json"] ?? input["tool_output"]) : undefined,
      reply: event === "stop" ? textAt(input, "text", "last_assistant_message") : undefined,
    };
  },
  write: (_, text) => JSON.stringify({ additional_context: text }),
};

/** Our own plugin sends the events, in the form of Claude Code, and adds the text to the conversation. */
export const opencodeHooks: HookDialect = {
  read: readSnakeCase,
  write: (_, text) => JSON.stringify({ additionalContext: text }),
};

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
function filesIn(args: unknown, tool: string | undefined): string[] {
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
function capturedBy(tool: string | undefined, result: unknown): readonly string[] {
  if (tool === undefined || !MAKES_DECISION.test(tool.replaceAll(".", "_"))) return [];
  const text = typeof result === "string" ? result : JSON.stringify(result ?? "");
  return [...new Set(text.match(DECISION_ID))].slice(0, MOST_NAMED);
}

/** Events as Claude Code has them, which others have taken over. */
function readSnakeCase(event: HookEvent, input: Fields): ReadEvent | undefined {
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
const specificOutput = (text: string, input: Fields): string =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: textAt(input, "hook_event_name") ?? "", additionalContext: text },
  });

/** The events of a client that keeps what was told at the start in the conversation, for when that is resumed. */
function readKeepingStart(event: HookEvent, input: Fields): ReadEvent | undefined {
  const read = readSnakeCase(event, input);
  return read && input["source"] === "resume" ? { ...read, resumed: true } : read;
}
