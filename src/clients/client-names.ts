/** The programs in which people work with agents, as `install` and the hooks call them. */
export const CLIENT_NAMES = [
  "claude-code",
  "codex",
  "gemini",
  "copilot",
  "opencode",
  "cursor",
  "vscode",
  "claude-desktop",
] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];
