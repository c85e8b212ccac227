import { join } from "node:path";
import { messagesApi } from "./fake-models/messages-api.mjs";

const { platform, arch } = process;

/** It takes no pattern for the name of a server. */
const SERVERS = ["mcp__membria", "mcp__plugin_membria_membria", "mcp__probe", "mcp__plugin_probe_probe"];

/** Claude Code without a terminal. It needs no trust for its hooks; what it may do without asking is said by flags. */
export const claudeCode = {
  name: "claude-code",
  package: "@anthropic-ai/claude-code@2.1.325",
  file: join(
    "@anthropic-ai",
    `claude-code-${platform}-${arch}`,
    platform === "win32" ? "claude.exe" : "claude",
  ),
  protocol: messagesApi,
  command: (program) => [program],

  /** No other model, and nothing that would reach out of this machine. */
  environment: ({ home, model }) => ({
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: "sk-ant-none",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    ENABLE_TOOL_SEARCH: "false",
  }),

  arguments: ({ prompt, resumes, flags }) => [
    ...["-p", prompt, ...(resumes ? ["--continue"] : [])],
    ...["--permission-mode", "acceptEdits", "--allowedTools", "Bash", ...SERVERS],
    ...flags,
  ],
};
