/** The settings of opencode, and the plugin that takes the place of hooks there. */

import type { Client, Places } from "./client.ts";
import { NOT_INSTALLED, SERVER_NAME } from "./our-entries.ts";
import { hookProgram, type Program, secondsFor, serverWords } from "./program.ts";

/** The same on all platforms. */
const folderOf = ({ variables, join, userHome }: Places): string =>
  variables["OPENCODE_CONFIG_DIR"] ||
  join(variables["XDG_CONFIG_HOME"] || join(userHome, ".config"), "opencode");

export const opencode: Client = {
  name: "opencode",
  title: "opencode",
  scopes: ["user", "project"],
  traces: (places) => [folderOf(places)],
  settings(scope, places, program) {
    const { join, project } = places;
    const folder = scope === "user" ? folderOf(places) : project;
    const plugins = join(scope === "user" ? folder : join(project, ".opencode"), "plugins");
    return [
      {
        format: "json",
        path: join(folder, "opencode.json"),
        // It reads both, and people have either.
        otherwise: join(folder, "opencode.jsonc"),
        // It adds this itself when it starts.
        required: { $schema: "https://opencode.ai/config.json" },
        server: {
          at: ["mcp", SERVER_NAME],
          value: { type: "local", command: [...serverWords(program)], enabled: true },
        },
      },
      {
        format: "own",
        path: join(plugins, `${SERVER_NAME}.js`),
        text: pluginText(program, secondsFor("prompt", program)),
        mark: PLUGIN_MARK,
      },
    ];
  },
  packages(places) {
    const { join, project } = places;
    return [folderOf(places), project]
      .flatMap((folder) => [join(folder, "opencode.json"), join(folder, "opencode.jsonc")])
      .map((path) => ({
        path,
        format: "json",
        named: listedPlugin,
        removal: "remove it from the list `plugin` in that file:",
      }));
  },
  startsInProject: true,
};

/** `{"plugin": ["membria@1.0.0"]}`: a package. Files are in a folder of their own. */
function listedPlugin(content: unknown): string | undefined {
  const { plugin } = (content ?? {}) as { readonly plugin?: unknown };
  if (!Array.isArray(plugin)) return undefined;
  const names = plugin.map((one: unknown) => (Array.isArray(one) ? one[0] : one)) as unknown[];
  return names.find((name) => typeof name === "string" && /^(?:opencode-)?membria(?:@|$)/.test(name)) as
    | string
    | undefined;
}

/** Every version of the plugin has it, so that a file of somebody else with the same name is not taken for ours. */
const PLUGIN_MARK = "Written by membria install.";

/** One tool that edits after the other, by the names that the model knows. */
const EDITS = ["edit", "multiedit", "write", "patch", "apply_patch"];

/**
 * opencode has no commands for hooks. This is a plugin that passes its events on to `membria hook`, one JSON object on
 * standard input each, and gives the model what the answer has as `additionalContext`. Whatever fails is
 * ignored; that there is no program is said when a session begins.
 */
export function pluginText(program: Program, seconds: number): string {
  const { flags } = program;
  const [command, ...args] = hookProgram(program);
  return `// ${PLUGIN_MARK} Remove it with: membria uninstall opencode
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const COMMAND = ${JSON.stringify(command)};
const ARGS = ${JSON.stringify(args)};
const FLAGS = ${JSON.stringify(flags)};
const NOT_INSTALLED = ${JSON.stringify(NOT_INSTALLED)};
const EDITS = new Set(${JSON.stringify(EDITS)});
const isOurs = (tool) => tool.startsWith("membria_");

// As a shell finds it, but never in the folder that the session works in: a repository must not bring it.
function findProgram() {
  if (isAbsolute(COMMAND)) return COMMAND;
  const name = process.platform === "win32" ? COMMAND + ".exe" : COMMAND;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

function run(event, input) {
  return new Promise((resolve) => {
    let out = "";
    const program = findProgram();
    if (!program) return resolve(event === "session-start" ? NOT_INSTALLED : undefined);
    const child = spawn(program, [...ARGS, "hook", event, "--client", "opencode", ...FLAGS], {
      stdio: ["pipe", "pipe", "ignore"],
      windowsHide: true,
    });
    const timer = setTimeout(() => child.kill(), ${seconds * 1_000});
    child.on("error", ({ code }) => {
      clearTimeout(timer);
      resolve(code === "ENOENT" && event === "session-start" ? NOT_INSTALLED : undefined);
    });
    child.stdin.on("error", () => {});
    child.stdout.on("data", (data) => { out += data; });
    child.on("close", () => {
      clearTimeout(timer);
      try {
        const answer = JSON.parse(out);
        resolve(answer.additionalContext ?? answer.hookSpecificOutput?.additionalContext);
      } catch {
        resolve(undefined);
      }
    });
    child.stdin.end(JSON.stringify(input));
  });
}

// What the agent said last: the client reports that it is done, and not what it said.
async function lastReply(client, session) {
  try {
    const { data = [] } = await client.session.messages({ path: { id: session } });
    const last = data.findLast(({ info }) => info.role === "assistant");
    return (last?.parts ?? []).filter((part) => part.type === "text").map((part) => part.text).join("\\n") || undefined;
  } catch {
    return undefined;
  }
}

export const MembriaPlugin = async ({ directory, client }) => {
  const started = new Map();
  const beforeEdit = new Map();
  const report = (event, hook, session, more = {}) =>
    run(event, { session_id: session, cwd: directory, hook_event_name: hook, ...more });
  const start = (session, source) => {
    if (!started.has(session)) started.set(session, report("session-start", "session.created", session, { source }));
    return started.get(session);
  };
  return {
    "chat.message": async ({ sessionID }, { message, parts }) => {
      await start(sessionID, "startup");
      const prompt = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\\n");
      const context = await report("prompt", "chat.message", sessionID, { prompt });
      if (!context) return;
      const id = "prt_" + Date.now().toString(16) + Math.random().toString(16).slice(2, 14);
      parts.push({ id, sessionID, messageID: message.id, type: "text", text: context, synthetic: true });
    },
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      if (!sessionID) return;
      const context = await start(sessionID, "resume");
      if (context) system.push(context);
    },
    "tool.execute.before": async ({ tool, sessionID, callID }, { args }) => {
      if (!EDITS.has(tool)) return;
      const input = { tool_name: tool, tool_input: args, tool_use_id: callID };
      const context = await report("pre-edit", "tool.execute.before", sessionID, input);
      if (context) beforeEdit.set(callID, context);
    },
    "tool.execute.after": async ({ tool, sessionID, callID, args }, output) => {
      if (!EDITS.has(tool) && !isOurs(tool)) return;
      const response = typeof output.output === "string" ? output.output : output;
      const input = { tool_name: tool, tool_input: args, tool_use_id: callID, tool_response: response };
      const after = await report("post-tool", "tool.execute.after", sessionID, input);
      // Before a tool runs there is nowhere to say something to the model.
      const context = [beforeEdit.get(callID), after].filter(Boolean).join("\\n\\n");
      beforeEdit.delete(callID);
      if (context && typeof output.output === "string") output.output += "\\n\\n" + context;
    },
    "experimental.session.compacting": async ({ sessionID }) => {
      await report("pre-compact", "experimental.session.compacting", sessionID);
    },
    event: async ({ event: { type, properties } }) => {
      const session = properties?.sessionID ?? properties?.info?.id;
      if (type === "session.idle")
        await report("stop", type, session, { last_assistant_message: await lastReply(client, session) });
      if (type === "session.compacted") {
        started.delete(session);
        await start(session, "compact");
      }
      if (type === "session.deleted") {
        started.delete(session);
        await report("session-end", type, session);
      }
    },
  };
};
`;
}
