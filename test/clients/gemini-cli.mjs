import { join } from "node:path";
import { generateContent } from "./fake-models/generate-content.mjs";

/** The Gemini CLI without a terminal. It reads settings and hooks of a folder only if the folder is trusted. */
export const geminiCli = {
  name: "gemini-cli",
  package: "@google/gemini-cli@0.61.0",
  file: join("@google", "gemini-cli", "bundle", "gemini.js"),
  protocol: generateContent,
  command: (program) => [process.execPath, program],

  environment: ({ home, model }) => ({
    GEMINI_API_KEY: "none",
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_HOME: home,
    GEMINI_TELEMETRY_ENABLED: "false",
    // Otherwise it starts itself again, with more memory.
    GEMINI_CLI_NO_RELAUNCH: "true",
    NO_BROWSER: "true",
  }),

  files: {
    ".gemini/settings.json": {
      security: { auth: { selectedType: "gemini-api-key" } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    },
  },

  arguments: ({ prompt, resumes, flags }) => [
    ...["-p", prompt, ...(resumes ? ["--resume", "latest"] : [])],
    ...["--model", "gemini-2.5-pro", "--yolo", "--skip-trust"],
    ...flags,
  ],
};
