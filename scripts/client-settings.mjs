/**
 * What to paste into each client so that it starts `command args…` as the server `membria`.
 * `where` is the file the text belongs in, or the place it is typed.
 */
export function clientSettings(command, args) {
  const server = { command, args };
  const mcpServers = json({ mcpServers: { membria: server } });
  return [
    {
      client: "Claude Code",
      where: "a terminal",
      text: ["claude mcp add membria --", command, ...args].map(shellWord).join(" "),
    },
    {
      client: "Codex",
      where: "~/.codex/config.toml",
      text: [
        "[mcp_servers.membria]",
        `command = ${JSON.stringify(command)}`,
        `args = [${args.map((arg) => JSON.stringify(arg)).join(", ")}]`,
      ].join("\n"),
    },
    { client: "Gemini CLI", where: "~/.gemini/settings.json", text: mcpServers },
    {
      client: "Claude Desktop",
      where: "claude_desktop_config.json (Settings → Developer → Edit Config)",
      text: mcpServers,
    },
    { client: "Cursor", where: "~/.cursor/mcp.json, or .cursor/mcp.json in a project", text: mcpServers },
    {
      client: "VS Code",
      where: ".vscode/mcp.json",
      text: json({ servers: { membria: { type: "stdio", ...server } } }),
    },
    {
      client: "Antigravity",
      where: "mcp_config.json (MCP Servers → Manage MCP Servers → View raw config)",
      text: mcpServers,
    },
  ];
}

function json(value) {
  // Short lists read better on one line than one word per line.
  return JSON.stringify(value, null, 2).replace(
    /\[\s+([^\]]*?)\s+\]/g,
    (_, items) => `[${items.replace(/,\s+/g, ", ")}]`,
  );
}

function shellWord(word, index) {
  if (index === 0 || /^[\w@%+=:,./\\-]+$/.test(word)) return word;
  return `"${word.replace(/["$`]/g, "\\$&")}"`;
}
