import { join } from "node:path";
import { chatCompletions } from "./fake-models/chat-completions.mjs";

const { platform, arch } = process;
const system = platform === "win32" ? "windows" : platform;

/** opencode without a terminal. Its hooks are functions of a plugin: a JavaScript file in its folder of settings. */
export const opencode = {
  name: "opencode",
  package: "opencode-ai@1.18.33",
  file: join(`opencode-${system}-${arch}`, "bin", platform === "win32" ? "opencode.exe" : "opencode"),
  protocol: chatCompletions,
  command: (program) => [program],

  environment: ({ home, model }) => ({
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    OPENCODE_DISABLE_AUTOUPDATE: "true",
    OPENCODE_DISABLE_MODELS_FETCH: "true",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "true",
    OPENCODE_DISABLE_SHARE: "true",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "true",
    // It is added to the settings of the test.
    OPENCODE_CONFIG_CONTENT: JSON.stringify(settings(model)),
  }),

  /** It would fetch the types of its plugins for every folder of settings that does not look as if it had them. */
  files: {
    ".config/opencode/package-lock.json": {
      packages: { "": { dependencies: { "@opencode-ai/plugin": "*" } } },
    },
    ".config/opencode/node_modules/.keep": "",
  },

  arguments: ({ prompt, resumes, flags }) => [
    ...["run", ...(resumes ? ["--continue"] : []), "--model", "fake/fake", "--auto", ...flags],
    // It puts an argument that has spaces into quotation marks, and joins arguments with spaces.
    ...["--", ...prompt.split(" ")],
  ],
};

const settings = (model) => ({
  model: "fake/fake",
  small_model: "fake/fake",
  autoupdate: false,
  share: "disabled",
  provider: {
    fake: {
      name: "Fake",
      npm: "@ai-sdk/openai-compatible",
      options: { baseURL: `${model}/v1`, apiKey: "none" },
      models: {
        fake: { name: "Fake", tool_call: true, limit: { context: 200_000, output: 8_000 } },
      },
    },
  },
});
