import type { HookEvent } from "../domain/hooks/hook-events.ts";
import { CLAUDE_CODE_HOOKS } from "./claude-code/settings.ts";
import type { ClientName } from "./client-names.ts";
import { CODEX_HOOKS } from "./codex/settings.ts";
import { GEMINI_HOOKS, geminiHandler } from "./gemini/settings.ts";
import { groupOf, type HookEntry, hookLists } from "./hook-groups.ts";
import { pluginText } from "./opencode/plugin-text.ts";
import { SERVER_NAME } from "./our-entries.ts";
import { hookWords, type Program, secondsFor, serverWords } from "./program.ts";
import type { JsonObject } from "./settings-file.ts";

/** What all packages say about the program. */
export interface ProductFacts {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
}

const AUTHOR = { name: "Membria" } as const;

/** A package does not know where the program is, so it has it looked up. */
const FETCHED: Program = {
  words: ["npx", "-y", SERVER_NAME],
  flags: [],
  isFetched: true,
  platform: "any",
};

/** The same, of somebody who has installed it. */
const INSTALLED: Program = { ...FETCHED, words: [SERVER_NAME], isFetched: false };

/**
 * A program that is installed starts many times faster than one that is looked up. Whatever happens, the hook succeeds:
 * Copilot CLI forbids a tool if the hook before it fails.
 */
function hookLine(event: HookEvent, client: ClientName): string {
  const [installed, fetched] = [INSTALLED, FETCHED].map((program) =>
    hookWords(program, event, client).join(" "),
  );
  return `if command -v ${SERVER_NAME} >/dev/null 2>&1; then ${installed}; else ${fetched}; fi || true`;
}

/** Copilot CLI takes the hooks for Claude Code, and sets this variable for them. */
const sharedLine = (event: HookEvent): string =>
  `client=claude-code; test -n "$COPILOT_PLUGIN_ROOT" && client=copilot; ${hookLine(event, "claude-code").replaceAll("--client claude-code", "--client $client")}`;

/** Copilot CLI calls the tools of a server otherwise. */
const sharedEntry = (entry: HookEntry): HookEntry =>
  entry.event === "post-tool" ? { ...entry, matcher: `${entry.matcher}|^${SERVER_NAME}-.*$` } : entry;

const [command, ...args] = serverWords(FETCHED);

const commandHook = (event: HookEvent, line: string): JsonObject => ({
  type: "command",
  command: line,
  timeout: secondsFor(event, FETCHED),
});

/** The files of all packages, by their path in the repository. */
export function packageFiles(facts: ProductFacts): Readonly<Record<string, JsonObject | string>> {
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
    ...geminiFiles(facts),
    "packages/opencode/membria.js": pluginText(FETCHED, secondsFor("prompt", FETCHED)),
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
        groupOf(entry, commandHook(entry.event, sharedLine(entry.event))),
      ),
    },
    "packages/plugin/hooks/codex.json": {
      hooks: hookLists(CODEX_HOOKS, (entry) =>
        groupOf(entry, commandHook(entry.event, hookLine(entry.event, "codex"))),
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
          geminiHandler(entry, hookLine(entry.event, "gemini"), secondsFor(entry.event, FETCHED)),
        ),
      ),
    },
  };
}

/** For Claude Desktop: the program is in the bundle, so nothing is looked up. */
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
