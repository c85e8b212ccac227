import { join } from "node:path";
import { responsesApi } from "./fake-models/responses-api.mjs";

const TRUST_HOOKS = "--dangerously-bypass-hook-trust";

/** Plugins are looked for on the network at every start; a test of a plugin adds `--enable plugins` to its flags. */
const REACHING_OUT = ["apps", "plugin_discovery_prefetch", "plugin_sharing", "plugins", "remote_plugin"];

/**
 * Codex without a terminal. It silently skips hooks that nobody has trusted, and nobody can be asked here; a test of that gate
 * uses a client whose `arguments` leave `--dangerously-bypass-hook-trust` out.
 */
export const codex = {
  name: "codex",
  package: "@openai/codex@0.166.0",
  file: join("@openai", "codex", "bin", "codex.js"),
  protocol: responsesApi,
  command: (program) => [process.execPath, program],

  environment: ({ home }) => ({ CODEX_HOME: join(home, ".codex"), FAKE_MODEL_KEY: "none" }),

  /** What is set here wins over config.toml, which therefore belongs to the test alone. */
  arguments({ prompt, resumes, flags, model }) {
    const provider = {
      name: '"fake"',
      base_url: `"${model}/v1"`,
      wire_api: '"responses"',
      env_key: '"FAKE_MODEL_KEY"',
      supports_websockets: "false",
      request_max_retries: "0",
      stream_max_retries: "0",
    };
    const settings = {
      // One that the client knows: the tools it offers depend on it.
      model: '"gpt-5.5"',
      model_provider: '"fake"',
      check_for_update_on_startup: "false",
      "analytics.enabled": "false",
      ...Object.fromEntries(REACHING_OUT.map((feature) => [`features.${feature}`, "false"])),
      ...Object.fromEntries(
        Object.entries(provider).map(([key, value]) => [`model_providers.fake.${key}`, value]),
      ),
    };
    return [
      "exec",
      ...Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]),
      ...["--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", TRUST_HOOKS],
      ...flags,
      ...(resumes ? ["resume", "--last"] : []),
      prompt,
    ];
  },
};
