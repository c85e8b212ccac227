import { pathToFileURL } from "node:url";
import { hookSession } from "../../hooks/index.ts";
import type { Memory } from "../../store/file/memory.ts";

/** The variables in which a client tells the servers it starts where its session works. */
const FOLDER_VARIABLES = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"];
/** Those that name the session, and the client: a hook of the session has told the memory its folder. */
const SESSION_VARIABLES: Readonly<Record<string, string>> = {
  CLAUDE_CODE_SESSION_ID: "claude-code",
  COPILOT_AGENT_SESSION_ID: "copilot",
  GEMINI_SESSION_ID: "gemini",
};

/**
 * Where the session works, for a server that was started elsewhere by a client without roots: in the folder of a plugin,
 * in the home directory or in `/`. As the roots of a client.
 */
export function sessionFolder(
  env: Readonly<Record<string, string | undefined>>,
  memory: Memory,
): () => Promise<readonly string[]> {
  const [named] = FOLDER_VARIABLES.flatMap((name) => env[name] || []);
  const [session] = Object.entries(SESSION_VARIABLES).flatMap(([name, client]) => {
    const id = env[name];
    return id ? [{ client, session: id }] : [];
  });
  let found = named;
  return async () => {
    found ??= session && (await hookSession(memory, session).catch(() => undefined))?.folder;
    return found === undefined ? [] : [pathToFileURL(found).href];
  };
}
