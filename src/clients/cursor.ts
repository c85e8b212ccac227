import type { Client } from "./client.ts";
import { type HookEntry, hookLists, SERVER_NAME } from "./our-entries.ts";
import { hookWords, secondsFor, serverWords, shellLine } from "./program.ts";

/** By its documentation. The tools of servers are called `MCP:` and their name. */
const CURSOR_HOOKS: readonly HookEntry[] = [
  { named: "sessionStart", event: "session-start" },
  { named: "beforeSubmitPrompt", event: "prompt" },
  { named: "preToolUse", event: "pre-edit", matcher: "Write|Delete" },
  { named: "postToolUse", event: "post-tool", matcher: `Write|Delete|MCP:.*${SERVER_NAME}.*` },
  { named: "stop", event: "stop" },
  { named: "preCompact", event: "pre-compact" },
  { named: "sessionEnd", event: "session-end" },
];

export const cursor: Client = {
  name: "cursor",
  title: "Cursor",
  scopes: ["user", "project"],
  traces: ({ join, userHome }) => [join(userHome, ".cursor")],
  settings(scope, places, program) {
    const { join, project, userHome } = places;
    const folder = join(scope === "user" ? userHome : project, ".cursor");
    const [command, ...args] = serverWords(program);
    const shell = program.platform === "win32" ? "powershell" : "posix";
    return [
      {
        format: "json",
        path: join(folder, "mcp.json"),
        server: { at: ["mcpServers", SERVER_NAME], value: { command, args } },
      },
      {
        format: "json",
        path: join(folder, "hooks.json"),
        required: { version: 1 },
        hooks: {
          at: ["hooks"],
          lists: hookLists(CURSOR_HOOKS, ({ event, matcher }) => ({
            command: shellLine(hookWords(program, event, "cursor"), shell),
            ...(matcher !== undefined && { matcher }),
            timeout: secondsFor(event, program),
          })),
        },
      },
    ];
  },
  packages: () => [],
  afterwards:
    "Cursor can also run the hooks of Claude Code, if its setting for configurations of other programs is on. If both are installed, switch it off, or the hooks run twice.",
  startsInProject: true,
};
