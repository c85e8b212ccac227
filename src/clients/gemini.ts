import type { Client, JsonObject, Places } from "./client.ts";
import { groupOf, type HookEntry, hookLists, SERVER_NAME } from "./our-entries.ts";
import { hookWords, secondsFor, serverWords, shellLine } from "./program.ts";

const EDITS = "write_file|replace";

/**
 * PreCompress is not here: it comes before every request to the model. What a hook says before a tool reaches nobody, so
 * what was decided about a file is said after its first change.
 */
export const GEMINI_HOOKS: readonly HookEntry[] = [
  { named: "SessionStart", event: "session-start" },
  { named: "BeforeAgent", event: "prompt" },
  { named: "AfterTool", event: "pre-edit", matcher: `^(?:${EDITS})$` },
  { named: "AfterTool", event: "post-tool", matcher: `^(?:${EDITS}|mcp_${SERVER_NAME}_.*)$` },
  { named: "AfterAgent", event: "stop" },
  { named: "SessionEnd", event: "session-end" },
];

const homeOf = ({ variables, userHome }: Places): string => variables["GEMINI_CLI_HOME"] || userHome;

/** Its timeouts are in milliseconds. */
export const geminiHandler = (entry: HookEntry, command: string, seconds: number): JsonObject => ({
  name: `${SERVER_NAME}-${entry.event}`,
  type: "command",
  command,
  timeout: seconds * 1_000,
});

export const gemini: Client = {
  name: "gemini",
  title: "Gemini CLI",
  scopes: ["user", "project"],
  traces: (places) => [places.join(homeOf(places), ".gemini")],
  settings(scope, places, program) {
    const { join, project } = places;
    const [command, ...args] = serverWords(program);
    const shell = program.platform === "win32" ? "powershell" : "posix";
    return [
      {
        format: "json",
        path: join(scope === "user" ? homeOf(places) : project, ".gemini", "settings.json"),
        server: { at: ["mcpServers", SERVER_NAME], value: { command, args } },
        hooks: {
          at: ["hooks"],
          lists: hookLists(GEMINI_HOOKS, (entry) =>
            groupOf(
              entry,
              geminiHandler(
                entry,
                shellLine(hookWords(program, entry.event, "gemini"), shell),
                secondsFor(entry.event, program),
              ),
            ),
          ),
        },
      },
    ];
  },
  packages: (places) => [
    {
      path: places.join(homeOf(places), ".gemini", "extensions", SERVER_NAME, "gemini-extension.json"),
      format: "any",
      named: () => SERVER_NAME,
      removal: "gemini extensions uninstall",
    },
  ],
  afterwards:
    "Gemini CLI uses servers and hooks only in folders that you trust. It asks when it starts in one; later: /permissions.",
  startsInProject: true,
};
