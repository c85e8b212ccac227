// Written by membria install. Remove it with: membria uninstall opencode
import { spawn } from "node:child_process";
import { statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

const COMMAND = "membria";
const ARGS = [];
const FLAGS = [];
const NOT_INSTALLED = "Membria, the decision memory, is not installed on this machine: there is no program `membria` on the PATH. So nothing is recalled and nothing is kept. Install it as its README says, and begin a new session.";
const EDITS = new Set(["edit","multiedit","write","patch","apply_patch"]);
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
    const timer = setTimeout(() => child.kill(), 5000);
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
    return (last?.parts ?? []).filter((part) => part.type === "text").map((part) => part.text).join("\n") || undefined;
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
      const prompt = parts.filter((part) => part.type === "text" && !part.synthetic).map((part) => part.text).join("\n");
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
      const context = [beforeEdit.get(callID), after].filter(Boolean).join("\n\n");
      beforeEdit.delete(callID);
      if (context && typeof output.output === "string") output.output += "\n\n" + context;
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
