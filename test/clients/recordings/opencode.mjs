import { join } from "node:path";
import { opencode } from "../opencode.mjs";

const RECORDER = new URL("../opencode-recorder.mjs", import.meta.url);

export const opencodeRecording = {
  client: opencode,
  probed: ["chat.message", "experimental.chat.system.transform", "tool.execute.after"],
  /** A plugin prints nothing; it changes what it is given. */
  shapes: { "text added to the output": (mark) => mark },
  settings: ({ server, calls, outputs }) => ({
    home: {
      ".config/opencode/opencode.json": {
        mcp: { probe: { type: "local", command: [server.command, ...server.args] } },
      },
      ".config/opencode/plugin/recorder.js": [
        `import { createRecorder } from ${JSON.stringify(RECORDER.pathname)};`,
        `export const Recorder = createRecorder(${JSON.stringify(calls)}, ${JSON.stringify(outputs)});`,
      ].join("\n"),
    },
  }),
  prompts: ["Change the notes.", "Go on.", "And now?"],
  steps: ({ repo }) => [
    { call: "read", with: { filePath: join(repo, "notes.txt") } },
    { call: "edit", with: { filePath: join(repo, "notes.txt"), oldString: "one", newString: "two" } },
    { call: "write", with: { filePath: join(repo, "more.txt"), content: "three\n" } },
    { call: "bash", with: { command: "cat notes.txt", description: "Show the notes" } },
    { call: "bash", with: { command: "exit 3", description: "Fail" } },
    { call: "_note", with: { answer: "Noted it." } },
    { say: "The notes are changed." },
    { say: "Nothing is left to do.", tokens: 198_000 },
    { say: "Nothing at all." },
  ],
  variant: ({ input }) => input?.tool,
};
