import { describe, expect, it } from "vitest";
import { parseEvent, reportedIn } from "../../src/clients/answer-hook.ts";
import { readAs, recordedEvents } from "../support/recorded-events.ts";

const NOTES = { files: ["/repo/notes.txt"] };
const MORE = { files: ["/repo/more.txt"] };
const PATCH = { files: ["notes.txt", "more.txt"] };
const PROMPT = { prompt: "Change the notes." };
const REPLY = { reply: "The notes are changed." };
const SHORTENED = { compacted: true };
const UNHEARD = { isUnheard: true };
const NOTHING = {};

/** All that was recorded. What only reads a file names none. */
const AS_READ: Readonly<Record<string, object>> = {
  "claude-code/PostCompact": { ...SHORTENED, summary: "The files were changed as asked." },
  "claude-code/PostToolUse-Bash": NOTHING,
  "claude-code/PostToolUse-Edit": NOTES,
  "claude-code/PostToolUse-Read": NOTHING,
  "claude-code/PostToolUse-Write": MORE,
  "claude-code/PostToolUse-mcp__probe__note": NOTHING,
  "claude-code/PreCompact": NOTHING,
  "claude-code/PreToolUse-Bash": NOTHING,
  "claude-code/PreToolUse-Edit": NOTES,
  "claude-code/PreToolUse-Read": NOTHING,
  "claude-code/PreToolUse-Write": MORE,
  "claude-code/PreToolUse-mcp__probe__note": NOTHING,
  "claude-code/SessionEnd-other": NOTHING,
  "claude-code/SessionStart-compact": SHORTENED,
  "claude-code/SessionStart-resume": { resumed: true },
  "claude-code/SessionStart-startup": NOTHING,
  "claude-code/Stop": REPLY,
  "claude-code/UserPromptSubmit": PROMPT,
  "codex/PostCompact": SHORTENED,
  "codex/PostToolUse-Bash": NOTHING,
  "codex/PostToolUse-apply_patch": PATCH,
  "codex/PostToolUse-mcp__probe__note": NOTHING,
  "codex/PreCompact": NOTHING,
  "codex/PreToolUse-Bash": NOTHING,
  "codex/PreToolUse-apply_patch": PATCH,
  "codex/PreToolUse-mcp__probe__note": NOTHING,
  "codex/SessionEnd-other": NOTHING,
  "codex/SessionStart-compact": SHORTENED,
  "codex/SessionStart-resume": { resumed: true },
  "codex/SessionStart-startup": NOTHING,
  "codex/Stop": REPLY,
  "codex/UserPromptSubmit": PROMPT,
  "gemini-cli/AfterAgent": REPLY,
  "gemini-cli/AfterTool-mcp_probe_note": NOTHING,
  "gemini-cli/AfterTool-read_file": NOTHING,
  "gemini-cli/AfterTool-replace": NOTES,
  "gemini-cli/AfterTool-run_shell_command": NOTHING,
  "gemini-cli/AfterTool-write_file": MORE,
  "gemini-cli/BeforeAgent": PROMPT,
  "gemini-cli/BeforeTool-mcp_probe_note": UNHEARD,
  "gemini-cli/BeforeTool-read_file": UNHEARD,
  "gemini-cli/BeforeTool-replace": { ...NOTES, ...UNHEARD },
  "gemini-cli/BeforeTool-run_shell_command": UNHEARD,
  "gemini-cli/BeforeTool-write_file": { ...MORE, ...UNHEARD },
  "gemini-cli/PreCompress-auto": NOTHING,
  "gemini-cli/PreCompress-manual": SHORTENED,
  "gemini-cli/SessionEnd-exit": NOTHING,
  "gemini-cli/SessionStart-resume": SHORTENED,
  "gemini-cli/SessionStart-startup": NOTHING,
  "copilot-cli/camel-case/agentStop": NOTHING,
  "copilot-cli/camel-case/postToolUse-bash": NOTHING,
  "copilot-cli/camel-case/postToolUse-create": MORE,
  "copilot-cli/camel-case/postToolUse-edit": NOTES,
  "copilot-cli/camel-case/postToolUse-probe-note": NOTHING,
  "copilot-cli/camel-case/postToolUse-view": NOTHING,
  "copilot-cli/camel-case/preCompact-manual": SHORTENED,
  "copilot-cli/camel-case/preToolUse-bash": NOTHING,
  "copilot-cli/camel-case/preToolUse-create": MORE,
  "copilot-cli/camel-case/preToolUse-edit": NOTES,
  "copilot-cli/camel-case/preToolUse-probe-note": NOTHING,
  "copilot-cli/camel-case/preToolUse-view": NOTHING,
  "copilot-cli/camel-case/sessionEnd-complete": NOTHING,
  "copilot-cli/camel-case/sessionStart-new": NOTHING,
  "copilot-cli/camel-case/sessionStart-resume": NOTHING,
  "copilot-cli/camel-case/userPromptSubmitted": { ...PROMPT, ...UNHEARD },
  "copilot-cli/pascal-case/PostToolUse-Bash": NOTHING,
  "copilot-cli/pascal-case/PostToolUse-Edit": NOTES,
  "copilot-cli/pascal-case/PostToolUse-Read": NOTHING,
  "copilot-cli/pascal-case/PostToolUse-Write": MORE,
  "copilot-cli/pascal-case/PostToolUse-probe-note": NOTHING,
  "copilot-cli/pascal-case/PreCompact-manual": SHORTENED,
  "copilot-cli/pascal-case/PreToolUse-Bash": NOTHING,
  "copilot-cli/pascal-case/PreToolUse-Edit": NOTES,
  "copilot-cli/pascal-case/PreToolUse-Read": NOTHING,
  "copilot-cli/pascal-case/PreToolUse-Write": MORE,
  "copilot-cli/pascal-case/PreToolUse-probe-note": NOTHING,
  "copilot-cli/pascal-case/SessionEnd-complete": NOTHING,
  "copilot-cli/pascal-case/SessionStart-new": NOTHING,
  "copilot-cli/pascal-case/SessionStart-resume": NOTHING,
  "copilot-cli/pascal-case/Stop": NOTHING,
  "copilot-cli/pascal-case/UserPromptSubmit": PROMPT,
};

describe("What clients really sent", () => {
  const recorded = recordedEvents();

  it("is read as this", () => {
    const found = recorded.map(({ name, client, event, text }) => [name, readAs(client, event, text)]);
    expect(Object.fromEntries(found)).toEqual(AS_READ);
  });

  it.each(recorded)("names the session and the folder: $name", ({ client, event, text }) => {
    const received = parseEvent(client, event, text);
    expect(received && reportedIn(received)).toMatchObject({
      client,
      event,
      session: expect.stringMatching(/^[-0-9a-f]{36}$/),
      folder: "/repo",
    });
  });
});
