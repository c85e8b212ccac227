import { claudeCode } from "./claude-code.ts";
import { claudeDesktop } from "./claude-desktop.ts";
import { CLIENT_NAMES, type Client, type ClientName } from "./client.ts";
import { codex } from "./codex.ts";
import { copilot } from "./copilot.ts";
import { cursor } from "./cursor.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { vscode } from "./vscode.ts";

const BY_NAME: Readonly<Record<ClientName, Client>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
  copilot,
  opencode,
  cursor,
  vscode,
  "claude-desktop": claudeDesktop,
};

export const CLIENTS: readonly Client[] = CLIENT_NAMES.map((name) => BY_NAME[name]);

export const clientNamed = (name: ClientName): Client => BY_NAME[name];
