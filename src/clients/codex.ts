import type { Client, Places } from "./client.ts";
import { groupOf, type HookEntry, hookLists, SERVER_NAME } from "./our-entries.ts";
import { hookWords, secondsFor, serverWords, shellLine } from "./program.ts";

/** Its tool, and the names that it gives the tool for hooks of others. */
const EDITS = "apply_patch|Edit|Write";

export const CODEX_HOOKS: readonly HookEntry[] = [
  { named: "SessionStart", event: "session-start" },
  { named: "UserPromptSubmit", event: "prompt" },
  { named: "PreToolUse", event: "pre-edit", matcher: `^(?:${EDITS})$` },
  {
    named: "PostToolUse",
    event: "post-tool",
    matcher: `^(?:${EDITS}|mcp__(?:plugin_${SERVER_NAME}_)?${SERVER_NAME}__.*)$`,
  },
  { named: "Stop", event: "stop" },
  { named: "PreCompact", event: "pre-compact" },
  { named: "SessionEnd", event: "session-end" },
];

export const codexFolder = ({ variables, join, userHome }: Places): string =>
  variables["CODEX_HOME"] || join(userHome, ".codex");

export const codex: Client = {
  name: "codex",
  title: "Codex",
  scopes: ["user", "project"],
  traces: (places) => [codexFolder(places)],
  settings(scope, places, program) {
    const { join, project } = places;
    const folder = scope === "user" ? codexFolder(places) : join(project, ".codex");
    const [command, ...args] = serverWords(program);
    const shell = program.platform === "win32" ? "cmd" : "posix";
    return [
      {
        format: "toml",
        path: join(folder, "config.toml"),
        server: { at: ["mcp_servers", SERVER_NAME], value: { command, args } },
      },
      {
        format: "json",
        path: join(folder, "hooks.json"),
        hooks: {
          at: ["hooks"],
          lists: hookLists(CODEX_HOOKS, (entry) =>
            groupOf(entry, {
              type: "command",
              command: shellLine(hookWords(program, entry.event, "codex"), shell),
              timeout: secondsFor(entry.event, program),
            }),
          ),
        },
      },
    ];
  },
  packages: (places) => [
    {
      path: places.join(codexFolder(places), "config.toml"),
      format: "toml",
      named: enabledPlugin,
      removal: "codex plugin remove",
    },
  ],
  afterwards:
    "Codex runs hooks only after you trusted them, and says nothing when it skips them. Start codex, type /hooks, and trust those of membria. What is in a project it reads only if you trusted the project.",
  keepsVariables: [
    ...["HOME", "LOGNAME", "PATH", "SHELL", "USER", "LANG", "LC_ALL", "TERM", "TMPDIR", "TZ"],
    ...["APPDATA", "LOCALAPPDATA", "USERPROFILE", "SYSTEMROOT", "COMSPEC", "PATHEXT", "TEMP", "TMP"],
  ],
  startsInProject: true,
};

/** `[plugins."membria@marketplace"]`, with `enabled = true`. */
function enabledPlugin(content: unknown): string | undefined {
  const { plugins } = (content ?? {}) as { readonly plugins?: unknown };
  if (plugins === null || typeof plugins !== "object") return undefined;
  return Object.entries(plugins).find(
    ([name, plugin]) =>
      name.startsWith(`${SERVER_NAME}@`) &&
      (plugin as { readonly enabled?: unknown } | undefined)?.enabled !== false,
  )?.[0];
}
