import { join } from "node:path";
import { geminiCli } from "../gemini-cli.mjs";

const EVENTS = [
  ...["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool", "AfterAgent"],
  ...["PreCompress", "SessionEnd"],
];

export const geminiCliRecording = {
  client: geminiCli,
  probed: ["SessionStart", "BeforeAgent", "BeforeTool", "AfterTool"],
  settings: ({ hook, server }) => ({
    home: {
      ".gemini/settings.json": {
        hooks: Object.fromEntries(
          EVENTS.map((event) => [event, [{ hooks: [{ type: "command", command: hook(event) }] }]]),
        ),
        mcpServers: { probe: server },
      },
    },
  }),
  prompts: ["Change the notes.", "/compress", "Go on."],
  steps: ({ repo }) => [
    { call: "read_file", with: { file_path: join(repo, "notes.txt") } },
    {
      call: "replace",
      with: {
        file_path: join(repo, "notes.txt"),
        instruction: "Change one to two",
        old_string: "one",
        new_string: "two",
      },
    },
    { call: "write_file", with: { file_path: join(repo, "more.txt"), content: "three\n" } },
    { call: "run_shell_command", with: { command: "cat notes.txt", description: "Show the notes" } },
    { call: "run_shell_command", with: { command: "exit 3", description: "Fail" } },
    { call: "_note", with: { answer: "Noted it." } },
    { say: "The notes are changed." },
    { say: "Nothing is left to do." },
  ],
  variant: ({ tool_name, source, reason, trigger }) => source ?? tool_name ?? reason ?? trigger,
};
