import { applicationFolder, type Client, type Places } from "./client.ts";
import { SERVER_NAME } from "./our-entries.ts";
import { serverWords } from "./program.ts";

const folderOf = (places: Places): string => places.join(applicationFolder(places), "Claude");

export const claudeDesktop: Client = {
  name: "claude-desktop",
  title: "Claude Desktop",
  scopes: ["user"],
  traces: (places) => [folderOf(places)],
  settings(_, places, program) {
    const [command, ...args] = serverWords(program);
    return [
      {
        format: "json",
        path: places.join(folderOf(places), "claude_desktop_config.json"),
        server: { at: ["mcpServers", SERVER_NAME], value: { command, args } },
      },
    ];
  },
  packages: () => [],
  afterwards: "Claude Desktop reads its settings when it starts. Quit it and start it again.",
  keepsVariables: [
    "HOME",
    "LOGNAME",
    "PATH",
    "SHELL",
    "TERM",
    "USER",
    "APPDATA",
    "SYSTEMROOT",
    "USERPROFILE",
  ],
  startsInProject: false,
};
