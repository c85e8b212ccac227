import { join } from "node:path";
import { ALL_CLIENTS } from "../all-clients.mjs";

/**
 * How a model changes a file and runs a command with the tools of each client, how the client is made to shorten a
 * conversation, and in which role what hooks say reaches the model.
 */
const WAYS = {
  "claude-code": {
    name: "claude-code",
    shellName: "claude-code",
    edit: ({ repo, file, from, to }) => [
      { call: "Read", with: { file_path: join(repo, file) } },
      { call: "Edit", with: { file_path: join(repo, file), old_string: from, new_string: to } },
    ],
    shell: (command) => ({ call: "Bash", with: { command, description: "Ask the memory" } }),
    compact: { prompts: ["/compact"] },
    roles: { start: "system", prompt: "system", edit: "system" },
    /** As for everybody who has many servers: tools that are not always loaded have to be searched for. */
    env: { ENABLE_TOOL_SEARCH: "true" },
    searchTool: "ToolSearch",
    plugin: {
      prepare: (marketplace) => [
        () => ["plugin", "validate", "--strict", marketplace],
        () => ["plugin", "marketplace", "add", marketplace],
        () => ["plugin", "install", "membria@membria"],
      ],
    },
  },
  codex: {
    name: "codex",
    shellName: "codex",
    edit: ({ file, from, to }) => [
      {
        call: "apply_patch",
        with: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${from}\n+${to}\n*** End Patch\n`,
      },
    ],
    shell: (cmd) => ({ call: "exec_command", with: { cmd } }),
    compact: { tokens: 200_000, flags: ["-c", "model_auto_compact_token_limit=100000"] },
    roles: { start: "developer", prompt: "developer", edit: "developer" },
    plugin: {
      prepare: (marketplace) => [
        () => ["plugin", "marketplace", "add", marketplace],
        () => ["plugin", "add", "membria@membria"],
      ],
      flags: ["--enable", "plugins"],
      files: () => ({ ".codex/config.toml": "" }),
    },
    /** The sessions here run them without. */
    leftToPerson: /hooks wait for your trust/,
    findTools: [{ call: "tool_search", with: { query: "capture a decision, save a checkpoint" } }],
  },
  "gemini-cli": {
    name: "gemini",
    shellName: "gemini-cli",
    edit: ({ repo, file, from, to }) => [
      {
        call: "replace",
        with: { file_path: join(repo, file), instruction: "Change it", old_string: from, new_string: to },
      },
    ],
    shell: (command) => ({ call: "run_shell_command", with: { command, description: "Ask the memory" } }),
    plugin: {
      prepare: (marketplace) => [
        () => ["extensions", "validate", join(marketplace, "packages", "gemini")],
        () => ["extensions", "install", join(marketplace, "packages", "gemini"), "--consent"],
      ],
      /** It asks whether the folder of the extension is trusted, and nobody could answer. */
      files: (marketplace) => ({
        ".gemini/trustedFolders.json": { [join(marketplace, "packages", "gemini")]: "TRUST_FOLDER" },
      }),
    },
    /** Without a terminal it takes no commands, and of a conversation that it shortens by itself it says nothing. */
    compact: {},
    roles: { start: "user", prompt: "user", edit: "user" },
  },
  "copilot-cli": {
    name: "copilot",
    keepsReplyToItself: true,
    plugin: {
      prepare: (marketplace) => [
        () => ["plugin", "marketplace", "add", marketplace],
        () => ["plugin", "install", "membria@membria"],
      ],
    },
    shellName: "copilot-cli",
    edit: ({ repo, file, from, to }) => [
      { call: "edit", with: { path: join(repo, file), old_str: from, new_str: to } },
    ],
    shell: (command) => ({ call: "bash", with: { command, description: "Ask the memory" } }),
    compact: { prompts: ["/compact"] },
    roles: { start: "user", prompt: "user", edit: "user" },
  },
  opencode: {
    name: "opencode",
    shellName: "opencode",
    edit: ({ repo, file, from, to }) => [
      { call: "read", with: { filePath: join(repo, file) } },
      { call: "edit", with: { filePath: join(repo, file), oldString: from, newString: to } },
    ],
    shell: (command) => ({ call: "bash", with: { command, description: "Ask the memory" } }),
    /** It goes on by itself afterwards. */
    compact: { tokens: 198_000, steps: [{ say: "There is nothing left to do." }] },
    roles: { start: "system", prompt: "user", edit: "tool" },
  },
};

/** A client with its ways. Its own files are there before it is set up, and are not written again with every session. */
const withWays = (client) => ({
  ...WAYS[client.name],
  files: client.files ?? {},
  client: { ...client, files: {} },
});

export const REMEMBERING = ALL_CLIENTS.map(withWays);
