/**
 * Prints what to paste into each client so that it starts `command args…` as the server `membria`.
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

/** The same for a server that runs already, at `url`, for whoever has the key. */
export function httpClientSettings(url, key) {
  const headers = { Authorization: `Bearer ${key}` };
  const mcpServers = (server) => json({ mcpServers: { membria: { ...server, headers } } });
  return [
    {
      client: "Claude Code",
      where: "a terminal",
      text: `claude mcp add --transport http membria ${url} --header "Authorization: Bearer ${key}"`,
    },
    {
      client: "Codex",
      where: "~/.codex/config.toml",
      text: [
        "[mcp_servers.membria]",
        `url = ${JSON.stringify(url)}`,
        `http_headers = { Authorization = ${JSON.stringify(headers.Authorization)} }`,
      ].join("\n"),
    },
    { client: "Gemini CLI", where: "~/.gemini/settings.json", text: mcpServers({ httpUrl: url }) },
    {
      client: "Cursor",
      where: "~/.cursor/mcp.json, or .cursor/mcp.json in a project",
      text: mcpServers({ url }),
    },
    {
      client: "VS Code",
      where: ".vscode/mcp.json",
      text: json({ servers: { membria: { type: "http", url, headers } } }),
    },
    {
      client: "Antigravity",
      where: "mcp_config.json (MCP Servers → Manage MCP Servers → View raw config)",
      text: mcpServers({ serverUrl: url }),
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
