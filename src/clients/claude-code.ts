import type { Client, JsonObject, Places } from "./client.ts";
import { groupOf, type HookEntry, hookLists, SERVER_NAME } from "./our-entries.ts";
import { hookWords, type Program, secondsFor, serverWords, shellLine } from "./program.ts";

const EDITS = "Edit|MultiEdit|Write|NotebookEdit";

/** A session starts again after its conversation was shortened: SessionStart then has the source `compact`. */
export const CLAUDE_CODE_HOOKS: readonly HookEntry[] = [
  { named: "SessionStart", event: "session-start" },
  { named: "UserPromptSubmit", event: "prompt" },
  { named: "PreToolUse", event: "pre-edit", matcher: EDITS },
  {
    named: "PostToolUse",
    event: "post-tool",
    // The tools of a server that a plugin brought have the name of the plugin before that of the server.
    matcher: `^(?:${EDITS}|mcp__(?:plugin_${SERVER_NAME}_)?${SERVER_NAME}__.*)$`,
  },
  { named: "Stop", event: "stop" },
  { named: "PreCompact", event: "pre-compact" },
  // It has the summary, which the one before does not.
  { named: "PostCompact", event: "pre-compact" },
  { named: "SessionEnd", event: "session-end" },
];

const folderOf = ({ variables, join, userHome }: Places): string =>
  variables["CLAUDE_CONFIG_DIR"] || join(userHome, ".claude");

/** With its own folder, the file that is otherwise beside the folder is inside it. */
const serversOf = ({ variables, join, userHome }: Places): string =>
  join(variables["CLAUDE_CONFIG_DIR"] || userHome, ".claude.json");

function handler(entry: HookEntry, program: Program): JsonObject {
  const words = hookWords(program, entry.event, "claude-code");
  const timeout = secondsFor(entry.event, program);
  return program.platform === "win32"
    ? // Without it, the shell depends on whether there is one of git.
      { type: "command", command: shellLine(words, "powershell"), shell: "powershell", timeout }
    : { type: "command", command: shellLine(words, "posix"), timeout };
}

export const claudeCode: Client = {
  name: "claude-code",
  title: "Claude Code",
  scopes: ["user", "project"],
  traces: (places) => [folderOf(places), serversOf(places)],
  settings(scope, places, program) {
    const { join, project } = places;
    const [command, ...args] = serverWords(program);
    return [
      {
        format: "json",
        path: scope === "user" ? serversOf(places) : join(project, ".mcp.json"),
        server: {
          at: ["mcpServers", SERVER_NAME],
          // Tools that are only found by a search are used far less.
          value: { type: "stdio", command, args, alwaysLoad: true },
        },
      },
      {
        format: "json",
        path: join(scope === "user" ? folderOf(places) : join(project, ".claude"), "settings.json"),
        hooks: {
          at: ["hooks"],
          lists: hookLists(CLAUDE_CODE_HOOKS, (entry) => groupOf(entry, handler(entry, program))),
        },
      },
    ];
  },
  packages(places) {
    const { join, project } = places;
    const folders = [folderOf(places), join(project, ".claude")];
    return folders
      .flatMap((folder) => [join(folder, "settings.json"), join(folder, "settings.local.json")])
      .map((path) => ({ path, format: "json", named: enabledPlugin, removal: "claude plugin uninstall" }));
  },
  startsInProject: true,
};

/** Claude Code and Copilot note them in the same form: `{"enabledPlugins": {"membria@marketplace": true}}`. */
export function enabledPlugin(content: unknown): string | undefined {
  const { enabledPlugins } = (content ?? {}) as { readonly enabledPlugins?: unknown };
  if (enabledPlugins === null || typeof enabledPlugins !== "object") return undefined;
  return Object.entries(enabledPlugins).find(
    ([name, enabled]) => name.startsWith(`${SERVER_NAME}@`) && enabled === true,
  )?.[0];
}
