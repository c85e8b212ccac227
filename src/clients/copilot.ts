import { enabledPlugin } from "./claude-code.ts";
import type { Client, Places } from "./client.ts";
import { type HookEntry, hookLists, SERVER_NAME } from "./our-entries.ts";
import { hookWords, secondsFor, serverWords, shellLine } from "./program.ts";

/** Its own names, and those it takes over from Claude Code. */
const EDITS = "create|edit|str_replace_editor|apply_patch|Edit|Write|MultiEdit";

/**
 * By the names of Claude Code: what a hook says at a prompt reaches the model only under that name. A matcher has to match
 * the whole name of the tool. Those of a server have its name before them.
 */
const COPILOT_HOOKS: readonly HookEntry[] = [
  { named: "SessionStart", event: "session-start" },
  { named: "UserPromptSubmit", event: "prompt" },
  { named: "PreToolUse", event: "pre-edit", matcher: EDITS },
  { named: "PostToolUse", event: "post-tool", matcher: `${EDITS}|${SERVER_NAME}-.*` },
  { named: "Stop", event: "stop" },
  { named: "PreCompact", event: "pre-compact" },
  { named: "SessionEnd", event: "session-end" },
];

const folderOf = ({ variables, join, userHome }: Places): string =>
  variables["COPILOT_HOME"] || join(userHome, ".copilot");

export const copilot: Client = {
  name: "copilot",
  title: "Copilot CLI",
  scopes: ["user", "project"],
  traces: (places) => [folderOf(places)],
  settings(scope, places, program) {
    const { join, project } = places;
    const [command, ...args] = serverWords(program);
    const folder = scope === "user" ? folderOf(places) : join(project, ".github");
    return [
      {
        format: "json",
        // In a project it also reads .mcp.json, which belongs to Claude Code.
        path: join(folder, scope === "user" ? "mcp-config.json" : "mcp.json"),
        server: { at: ["mcpServers", SERVER_NAME], value: { type: "local", command, args, tools: ["*"] } },
      },
      {
        format: "json",
        path: join(folder, "hooks", `${SERVER_NAME}.json`),
        required: { version: 1 },
        hooks: {
          at: ["hooks"],
          lists: hookLists(COPILOT_HOOKS, ({ event, matcher }) => {
            const words = hookWords(program, event, "copilot");
            return {
              type: "command",
              ...(matcher !== undefined && { matcher }),
              // A hook that fails before a tool forbids the tool. It must not, if the program is gone.
              ...(program.platform === "win32"
                ? { powershell: `${shellLine(words, "powershell")}; exit 0` }
                : { bash: `${shellLine(words, "posix")} || exit 0` }),
              timeoutSec: secondsFor(event, program),
            };
          }),
        },
      },
    ];
  },
  packages: (places) => [
    {
      path: places.join(folderOf(places), "settings.json"),
      format: "json",
      named: enabledPlugin,
      removal: "copilot plugin uninstall",
    },
  ],
  startsInProject: true,
};
