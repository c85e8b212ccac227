import { join } from "node:path";
import { claudeCode } from "../claude-code.mjs";

const EVENTS = [
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"],
  ...["Stop", "PreCompact", "PostCompact", "SessionEnd"],
];

export const claudeCodeRecording = {
  client: claudeCode,
  /** Where a session takes additional text for the model. */
  probed: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"],
  settings: ({ hook, server }) => ({
    home: {
      ".claude/settings.json": {
        hooks: Object.fromEntries(
          EVENTS.map((event) => [event, [{ hooks: [{ type: "command", command: hook(event) }] }]]),
        ),
      },
      ".claude/.claude.json": { mcpServers: { probe: { type: "stdio", ...server } } },
    },
  }),
  prompts: ["Change the notes.", "/compact", "Go on."],
  steps: ({ repo }) => [
    { call: "Read", with: { file_path: join(repo, "notes.txt") } },
    { call: "Edit", with: { file_path: join(repo, "notes.txt"), old_string: "one", new_string: "two" } },
    { call: "Write", with: { file_path: join(repo, "more.txt"), content: "three\n" } },
    { call: "Bash", with: { command: "cat notes.txt", description: "Show the notes" } },
    { call: "Bash", with: { command: "exit 3", description: "Fail" } },
    { call: "__note", with: { answer: "Noted it." } },
    { say: "The notes are changed." },
    { say: "Nothing is left to do." },
  ],
  variant: ({ tool_name, source, reason }) => source ?? tool_name ?? reason,
};
