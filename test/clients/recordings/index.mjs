import { claudeCodeRecording } from "./claude-code.mjs";
import { codexRecording } from "./codex.mjs";
import { copilotCliRecording } from "./copilot-cli.mjs";
import { geminiCliRecording } from "./gemini-cli.mjs";
import { opencodeRecording } from "./opencode.mjs";

export const RECORDINGS = [
  claudeCodeRecording,
  codexRecording,
  geminiCliRecording,
  copilotCliRecording,
  opencodeRecording,
];
