import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startFakeModel } from "./fake-model.mjs";
import { runClient } from "./run-client.mjs";

/** Has Claude Code find the server healthy, and go through a whole loop with it. @throws when it does not. */
export async function useClaudeCode(claude, { stdio, http }, decisionBy, folder) {
  const servers = {
    stdio: { type: "stdio", command: stdio.command, args: stdio.args },
    http: { type: "http", url: http.url, headers: { Authorization: `Bearer ${http.key}` } },
  };
  for (const [way, server] of Object.entries(servers)) {
    const home = join(folder, way);
    await mkdir(home, { recursive: true });
    const model = await startFakeModel(decisionBy("Claude Code", way));
    const env = environment(home, model.url);
    try {
      const add = ["mcp", "add-json", "--scope", "user", "membria", JSON.stringify(server)];
      await runClient(claude, add, { env, cwd: home });
      const listed = await runClient(claude, ["mcp", "list"], { env, cwd: home });
      if (!/membria: .*Connected/.test(listed)) throw new Error(`mcp list is not healthy:\n${listed}`);
      const config = join(home, "mcp.json");
      await writeFile(config, JSON.stringify({ mcpServers: { membria: server } }));
      const said = await runClient(
        claude,
        [
          ...["-p", "Decide which database to use, and keep the decision."],
          ...["--mcp-config", config, "--strict-mcp-config", "--allowedTools", "mcp__membria"],
        ],
        { env, cwd: home },
      );
      if (!said.includes("It was kept."))
        throw new Error(`The loop did not end well: ${said}\n${model.failures.join("\n")}`);
      console.log(`Claude Code over ${way}: mcp list is healthy, a decision was captured and read back`);
    } finally {
      await model.close();
    }
  }
}

/** Its own home, no other model, and nothing that would reach out of this machine. */
function environment(home, model) {
  const { PATH = "", LANG = "C.UTF-8" } = process.env;
  return {
    PATH,
    LANG,
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: "sk-ant-none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    ENABLE_TOOL_SEARCH: "false",
  };
}
