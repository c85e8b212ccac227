import { dirname } from "node:path";
import { homeFlag, homeFolder } from "../home-folder.ts";
import { codeCache, noCodeCache } from "./code-cache.ts";
import { type KeptCode, type Layout, openProgram } from "./packs.ts";

/** The build puts it here. */
declare const MEMBRIA_LAYOUT: Layout;

/** Runs the program that the build put beside this file. */
export async function runProgram(
  argv: readonly string[],
  file: string,
  requireOfNode: (name: string) => unknown,
): Promise<void> {
  const program = openProgram(dirname(file), MEMBRIA_LAYOUT, keptCode(argv), requireOfNode);
  const { commandLine } = program.load("command-line.js") as typeof import("../command-line.ts");
  const exitCode = await commandLine(argv, program.keepCompiled);
  process.exitCode = exitCode;
  // A command that failed leaves nothing behind.
  if (exitCode === 0) program.keepCompiled();
}

/** Who does not want that Node keeps compiled code anywhere means this, too. */
function keptCode(argv: readonly string[]): KeptCode {
  const { MEMBRIA_HOME, NODE_DISABLE_COMPILE_CACHE } = process.env;
  const cache = NODE_DISABLE_COMPILE_CACHE
    ? noCodeCache
    : codeCache(homeFolder(homeFlag(argv), MEMBRIA_HOME));
  return { cache, use: argv[0] === "mcp" ? "server" : "command" };
}
