import type { AuthorKind } from "../shared/actor.ts";

/** Variables that agents set in the shells in which they run commands, and the names of the agents. */
const AGENTS: Readonly<Record<string, string>> = {
  CLAUDECODE: "claude-code",
  CLINE_ACTIVE: "cline",
  CODEX_SANDBOX: "codex",
  CODEX_THREAD_ID: "codex",
  COPILOT_CLI: "copilot-cli",
  CURSOR_AGENT: "cursor",
  GEMINI_CLI: "gemini-cli",
  GOOSE_TERMINAL: "goose",
  OPENCODE: "opencode",
  // Agents set it beside their own, which says more.
  AI_AGENT: "agent",
};
export const AGENT_VARIABLES = Object.keys(AGENTS);

/** Who gave a command, and the name of the program if it was not a person. */
export interface Typist {
  readonly kind: AuthorKind;
  readonly program?: string | undefined;
}

/**
 * An agent with a shell is an agent, whatever it claims. Otherwise the setting counts; without it, somebody may sit at
 * the terminal, and without a terminal it is a script. A process of the same user can get around this.
 */
export function whoTypes(
  env: Readonly<Record<string, string | undefined>>,
  setting: AuthorKind | undefined,
  hasTerminal: () => boolean,
): Typist {
  const variable = AGENT_VARIABLES.find((name) => env[name]);
  if (variable !== undefined) return { kind: "agent", program: AGENTS[variable] };
  if (setting === "agent") return { kind: "agent", program: AGENTS["AI_AGENT"] };
  if (setting !== undefined) return { kind: setting };
  return { kind: hasTerminal() ? "human" : "script" };
}
