import { join } from "node:path";
import { chatCompletions } from "./fake-models/chat-completions.mjs";

const { platform, arch } = process;

/** Copilot CLI without a terminal and without GitHub: offline, with a model of one's own. */
export const copilotCli = {
  name: "copilot-cli",
  package: "@github/copilot@1.0.102",
  file: join("@github", `copilot-${platform}-${arch}`, platform === "win32" ? "copilot.exe" : "copilot"),
  protocol: chatCompletions,
  command: (program) => [program],

  environment: ({ home, model }) => ({
    COPILOT_HOME: join(home, ".copilot"),
    COPILOT_OFFLINE: "true",
    COPILOT_AUTO_UPDATE: "false",
    // This very word also trusts the folder; "1" allows the tools alone. The flag for trust does not work for resumed sessions.
    COPILOT_ALLOW_ALL: "true",
    COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
    COPILOT_PROVIDER_TYPE: "openai",
    COPILOT_MODEL: "fake",
    NO_COLOR: "1",
  }),

  arguments: ({ prompt, resumes, flags }) => [
    ...["-p", prompt, ...(resumes ? ["--continue"] : []), "--allow-all-paths"],
    ...flags,
  ],
};
