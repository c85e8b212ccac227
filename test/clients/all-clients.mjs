import { claudeCode } from "./claude-code.mjs";
import { codex } from "./codex.mjs";
import { copilotCli } from "./copilot-cli.mjs";
import { geminiCli } from "./gemini-cli.mjs";
import { opencode } from "./opencode.mjs";

export const ALL_CLIENTS = [claudeCode, codex, geminiCli, copilotCli, opencode];
