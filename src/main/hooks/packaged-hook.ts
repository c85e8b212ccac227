import { NOT_INSTALLED, SERVER_NAME } from "../../clients/our-entries.ts";

/**
 * The file `hook.cjs` of the packages, which starts with every event. It runs the program that the person has installed,
 * and looks for it nowhere else. It needs nothing but Node, and is written so that whoever installs a package can read it.
 */
export const PACKAGED_HOOK = `// Passes an event of a client on to the installed program of Membria. It asks no registry and no network for it.
// Whatever happens it ends with 0, because some clients forbid a tool when the hook before it fails.
"use strict";

const { spawnSync } = require("node:child_process");
const { realpathSync, statSync } = require("node:fs");
const { delimiter, dirname, isAbsolute, join } = require("node:path");

const NOT_INSTALLED = ${JSON.stringify(NOT_INSTALLED)};
const isWindows = process.platform === "win32";

function isFile(path) {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

// As a shell finds it, but never in the folder that the session works in: a repository must not bring it.
function findProgram() {
  const names = isWindows ? ["${SERVER_NAME}.cmd", "${SERVER_NAME}.exe"] : ["${SERVER_NAME}"];
  const folders = (process.env.PATH ?? "").split(delimiter).filter(isAbsolute);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isFile);
}

// The part of the program that answers hooks, in this process. A version manager may have a script of its own instead.
function findHookProgram(program) {
  const beside = join(dirname(realpathSync(program)), "hook.cjs");
  const ofWindows = join(dirname(program), "node_modules", "${SERVER_NAME}", "dist", "hook.cjs");
  return [beside, ofWindows].find(isFile);
}

// Copilot CLI takes the hooks for Claude Code, and sets this variable for them.
const nameOf = (word) => (word === "claude-code" && process.env.COPILOT_PLUGIN_ROOT ? "copilot" : word);

function notInstalled(client) {
  const context = { additionalContext: NOT_INSTALLED };
  if (client === "copilot") return context;
  // The first is for the person, the second for the model.
  return { systemMessage: NOT_INSTALLED, hookSpecificOutput: { hookEventName: "SessionStart", ...context } };
}

try {
  const words = process.argv.slice(2).map(nameOf);
  const program = findProgram();
  const hookProgram = program && findHookProgram(program);
  if (hookProgram) {
    process.argv.splice(2, words.length, ...words);
    require(hookProgram);
  } else if (program)
    spawnSync(isWindows ? '"' + program + '"' : program, words, { stdio: "inherit", shell: isWindows });
  else if (words.includes("session-start"))
    process.stdout.write(JSON.stringify(notInstalled(words[words.indexOf("--client") + 1])));
} catch {
  // The session goes on without it.
}
`;
