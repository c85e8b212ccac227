import { applicationFolder, type Client, type Places } from "./client.ts";
import { SERVER_NAME } from "./our-entries.ts";
import { serverWords } from "./program.ts";

const folderOf = (places: Places): string => places.join(applicationFolder(places), "Code", "User");

export const vscode: Client = {
  name: "vscode",
  title: "VS Code",
  scopes: ["user", "project"],
  traces: (places) => [folderOf(places)],
  settings(scope, places, program) {
    const { join, project } = places;
    const [command, ...args] = serverWords(program);
    return [
      {
        format: "json",
        path: join(scope === "user" ? folderOf(places) : join(project, ".vscode"), "mcp.json"),
        server: { at: ["servers", SERVER_NAME], value: { type: "stdio", command, args } },
      },
    ];
  },
  packages: () => [],
  afterwards: "VS Code starts the server when you trust it: MCP: List Servers → membria.",
  startsInProject: true,
};
