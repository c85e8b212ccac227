import { claudeCode } from "./claude-code/settings.ts";
import { claudeDesktop } from "./claude-desktop/settings.ts";
import type { Client } from "./client.ts";
import { CLIENT_NAMES, type ClientName } from "./client-names.ts";
import { codex } from "./codex/settings.ts";
import { copilot } from "./copilot/settings.ts";
import { cursor } from "./cursor/settings.ts";
import { gemini } from "./gemini/settings.ts";
import { opencode } from "./opencode/settings.ts";
import { vscode } from "./vscode/settings.ts";

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
