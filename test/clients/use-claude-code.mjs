import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { claudeCode } from "./claude-code.mjs";
import { runSession } from "./run-session.mjs";

const KEPT = "It was kept.";

/** Has Claude Code find the server healthy, and go through a whole loop with it. @throws when it does not. */
export async function useClaudeCode({ stdio, http }, decisionBy, folder) {
  const servers = {
    stdio: { type: "stdio", command: stdio.command, args: stdio.args },
    http: { type: "http", url: http.url, headers: { Authorization: `Bearer ${http.key}` } },
  };
  for (const [way, server] of Object.entries(servers)) {
    const home = join(folder, way);
    await mkdir(home, { recursive: true });
    const config = join(home, "mcp.json");
    await writeFile(config, JSON.stringify({ mcpServers: { membria: server } }));
    const { runs, exits, output, problems } = await runSession({
      client: claudeCode,
      home,
      repo: home,
      prompts: [
        () => ["mcp", "add-json", "--scope", "user", "membria", JSON.stringify(server)],
        () => ["mcp", "list"],
        "Decide which database to use, and keep the decision.",
      ],
      model: captureAndReadBack(decisionBy("Claude Code", way)),
      flags: ["--mcp-config", config, "--strict-mcp-config"],
    });
    const [, listed, session] = runs;
    if (!/membria: .*Connected/.test(listed.out))
      throw new Error(`mcp list is not healthy:\n${listed.out}${listed.err}`);
    if (exits.some((code) => code !== 0) || !session.out.includes(KEPT))
      throw new Error(`The loop did not end well: ${[output, ...problems].join("\n")}`);
    console.log(`Claude Code over ${way}: mcp list is healthy, a decision was captured and read back`);
  }
}

/** A model that has one thing in mind. What it says at the end depends on what the tools answered only. */
const captureAndReadBack = (decision) => [
  { call: "membria_capture_decision", with: decision },
  ({ messages }) => ({
    call: "membria_get_decision",
    with: { decision_id: /dec_[a-z0-9]+/.exec(messages.at(-1).text)?.[0] ?? "none" },
  }),
  ({ messages }) => {
    const told = lastResult(messages);
    return { say: told.includes(decision.statement) ? KEPT : `It was lost: ${told}` };
  },
];

const lastResult = (messages) =>
  messages.findLast(({ text }) => text.startsWith("[result"))?.text ?? "nothing was answered";
