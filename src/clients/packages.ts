import type { HookEvent } from "../hooks/index.ts";
import { CLAUDE_CODE_HOOKS } from "./claude-code.ts";
import type { ClientName, JsonObject } from "./client.ts";
import { CODEX_HOOKS } from "./codex.ts";
import { GEMINI_HOOKS, geminiHandler } from "./gemini.ts";
import { pluginText } from "./opencode.ts";
import { groupOf, type HookEntry, hookLists, SERVER_NAME } from "./our-entries.ts";
import { type Program, secondsFor, serverWords } from "./program.ts";

/** The description that all packages have in common. */
export interface ProductFacts {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
}

const AUTHOR = { name: "Membria" } as const;

/**
 * A package does not know where the program is, so the client looks for it among those that are installed. It is never
 * fetched: that would ask a registry with every event, and run whatever has the name there.
 */
const INSTALLED: Program = { words: [SERVER_NAME], flags: [], isFetched: false, platform: "any" };

/** The folder of the package, for the shell to put in. Claude Code puts it in before the shell sees it, and only so. */
const ROOTS = {
  plugin: `root="\${CLAUDE_PLUGIN_ROOT}"; node "\${root:-$COPILOT_PLUGIN_ROOT}/hook.cjs"`,
  codex: `node "\${PLUGIN_ROOT:-$CLAUDE_PLUGIN_ROOT}/hook.cjs"`,
  gemini: `node "\${extensionPath}/hook.cjs"`,
} as const;

/** Also without Node the hook succeeds: Copilot CLI forbids a tool if the hook before it fails. */
const hookLine = (root: keyof typeof ROOTS, event: HookEvent, client: ClientName): string =>
  `${ROOTS[root]} hook ${event} --client ${client} || true`;

/** Copilot CLI calls the tools of a server otherwise. */
const sharedEntry = (entry: HookEntry): HookEntry =>
  entry.event === "post-tool" ? { ...entry, matcher: `${entry.matcher}|^${SERVER_NAME}-.*$` } : entry;

const [command, ...args] = serverWords(INSTALLED);

const commandHook = (event: HookEvent, line: string): JsonObject => ({
  type: "command",
  command: line,
  timeout: secondsFor(event, INSTALLED),
});

/** The files of all packages, by their path in the repository. `hook` is the program that passes an event on. */
export function packageFiles(
  facts: ProductFacts,
  hook: string,
): Readonly<Record<string, JsonObject | string>> {
  return {
    ".claude-plugin/marketplace.json": {
      name: SERVER_NAME,
      owner: AUTHOR,
      metadata: { description: facts.description, version: facts.version },
      plugins: [
        {
          name: SERVER_NAME,
          source: "./packages/plugin",
          description: facts.description,
          version: facts.version,
          license: facts.license,
          keywords: facts.keywords,
        },
      ],
    },
    ...pluginFiles(facts),
    "packages/plugin/hook.cjs": hook,
    ...geminiFiles(facts),
    "packages/gemini/hook.cjs": hook,
    "packages/opencode/membria.js": pluginText(INSTALLED, secondsFor("prompt", INSTALLED)),
    "packages/mcpb/manifest.json": bundleManifest(facts),
    "server.json": registryEntry(facts),
  };
}

/** One plugin for Claude Code, Codex and Copilot CLI. Codex takes its own manifest, and the hooks that this names. */
function pluginFiles(facts: ProductFacts): Record<string, JsonObject> {
  const manifest: JsonObject = { name: SERVER_NAME, author: AUTHOR, ...facts };
  return {
    "packages/plugin/.claude-plugin/plugin.json": manifest,
    "packages/plugin/.codex-plugin/plugin.json": {
      ...manifest,
      mcpServers: "./.mcp.json",
      hooks: "./hooks/codex.json",
    },
    "packages/plugin/.mcp.json": {
      mcpServers: { [SERVER_NAME]: { command, args, alwaysLoad: true } },
    },
    "packages/plugin/hooks/hooks.json": {
      description: facts.description,
      hooks: hookLists(CLAUDE_CODE_HOOKS.map(sharedEntry), (entry) =>
        groupOf(entry, commandHook(entry.event, hookLine("plugin", entry.event, "claude-code"))),
      ),
    },
    "packages/plugin/hooks/codex.json": {
      hooks: hookLists(CODEX_HOOKS, (entry) =>
        groupOf(entry, commandHook(entry.event, hookLine("codex", entry.event, "codex"))),
      ),
    },
  };
}

function geminiFiles({ version, description }: ProductFacts): Record<string, JsonObject> {
  return {
    "packages/gemini/gemini-extension.json": {
      name: SERVER_NAME,
      version,
      description,
      mcpServers: { [SERVER_NAME]: { command, args } },
    },
    "packages/gemini/hooks/hooks.json": {
      hooks: hookLists(GEMINI_HOOKS, (entry) =>
        groupOf(
          entry,
          geminiHandler(entry, hookLine("gemini", entry.event, "gemini"), secondsFor(entry.event, INSTALLED)),
        ),
      ),
    },
  };
}

/** For Claude Desktop: the program is in the bundle. */
function bundleManifest({ version, description, license, keywords }: ProductFacts): JsonObject {
  const entry = `node_modules/${SERVER_NAME}/dist/membria.js`;
  return {
    manifest_version: "0.3",
    name: SERVER_NAME,
    display_name: "Membria",
    version,
    description,
    author: AUTHOR,
    license,
    keywords,
    server: {
      type: "node",
      entry_point: entry,
      // The client replaces the variable with the folder of the bundle.
      mcp_config: { command: "node", args: [`\${__dirname}/${entry}`, "mcp", "serve"] },
    },
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: ">=20" } },
  };
}

/** For the registry of MCP servers. */
function registryEntry({ version, description }: ProductFacts): JsonObject {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: "io.github.membria/membria",
    title: "Membria",
    // It takes 100 characters.
    description: description.split(":")[0] ?? "",
    version,
    packages: [
      {
        registryType: "npm",
        identifier: SERVER_NAME,
        version,
        transport: { type: "stdio" },
        packageArguments: [
          { type: "positional", value: "mcp" },
          { type: "positional", value: "serve" },
        ],
      },
    ],
  };
}
