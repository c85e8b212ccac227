import { join } from "node:path";
import { copilotCli } from "../copilot-cli.mjs";

/** It has two names for most events, and sends something else for each. */
const EVENTS = [
  ...["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "postToolUseFailure"],
  ...["agentStop", "preCompact", "sessionEnd"],
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure"],
  ...["Stop", "PreCompact", "SessionEnd"],
];

export const copilotCliRecording = {
  client: copilotCli,
  probed: [
    ...["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse"],
    ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"],
  ],
  settings: ({ hook, server }) => ({
    home: {
      ".copilot/hooks/recorder.json": {
        version: 1,
        hooks: Object.fromEntries(EVENTS.map((event) => [event, [{ type: "command", bash: hook(event) }]])),
      },
      ".copilot/mcp-config.json": { mcpServers: { probe: { type: "local", ...server, tools: ["*"] } } },
    },
  }),
  prompts: ["Change the notes.", "/compact", "Go on."],
  steps: ({ repo }) => [
    { call: "view", with: { path: join(repo, "notes.txt") } },
    { call: "edit", with: { path: join(repo, "notes.txt"), old_str: "one", new_str: "two" } },
    { call: "create", with: { path: join(repo, "more.txt"), file_text: "three\n" } },
    { call: "bash", with: { command: "cat notes.txt", description: "Show the notes" } },
    { call: "bash", with: { command: "exit 3", description: "Fail" } },
    { call: "note", with: { answer: "Noted it." } },
    { say: "The notes are changed." },
    { say: "Nothing is left to do." },
  ],
  // Names that differ in the first letter only would be one file on some systems.
  folder: (event) => (/^[A-Z]/.test(event) ? "pascal-case" : "camel-case"),
  variant: ({ toolName, tool_name, source, reason, trigger }) =>
    source ?? toolName ?? tool_name ?? trigger ?? reason,
};
