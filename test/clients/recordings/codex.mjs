import { codex } from "../codex.mjs";

const EVENTS = [
  ...["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"],
  ...["PreCompact", "PostCompact", "SessionEnd"],
];

const PATCH = `*** Begin Patch
*** Update File: notes.txt
@@
-one
+two
*** Add File: more.txt
+three
*** End Patch
`;

export const codexRecording = {
  client: codex,
  probed: ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse"],
  settings: ({ hook, server }) => ({
    home: {
      ".codex/hooks.json": {
        hooks: Object.fromEntries(
          EVENTS.map((event) => [event, [{ hooks: [{ type: "command", command: hook(event) }] }]]),
        ),
      },
      ".codex/config.toml": [
        "model_auto_compact_token_limit = 100000",
        "[mcp_servers.probe]",
        `command = ${JSON.stringify(server.command)}`,
        `args = ${JSON.stringify(server.args)}`,
      ].join("\n"),
    },
  }),
  prompts: ["Change the notes.", "Go on.", "And now?"],
  steps: () => [
    { call: "apply_patch", with: PATCH },
    { call: "exec_command", with: { cmd: "cat notes.txt" } },
    { call: "exec_command", with: { cmd: "exit 3" } },
    { call: "tool_search", with: { query: "keep a note" } },
    { call: ".note", with: { answer: "Noted it." } },
    { say: "The notes are changed." },
    { say: "Nothing is left to do.", tokens: 200_000 },
    { say: "Nothing at all." },
  ],
  variant: ({ tool_name, source, reason }) => source ?? tool_name ?? reason,
};
