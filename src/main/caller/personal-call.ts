import { pathToFileURL } from "node:url";
import type { Actor, Author, AuthorKind } from "../../shared/actor.ts";
import { personName } from "../../shared/names.ts";
import type { Call } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { startScreening } from "../../shared/screening.ts";
import { hasControllingTerminal } from "../../shared/system/controlling-terminal.ts";
import type { Environment } from "../environment.ts";
import { version } from "../version.ts";
import type { Wiring } from "../wire.ts";
import type { ResolvedProject } from "./project.ts";

/** What somebody at this machine does by typing a command. */
export async function personalCall(wiring: Wiring, folder?: string): Promise<Call> {
  const roots = folder === undefined ? [] : [pathToFileURL(folder).href];
  const { project, notice, dueDays, beforeWrite, writtenFrom, takeMoved } = await projectAt(wiring, roots);
  const { secrets } = wiring;
  const person = personName(await wiring.person(async () => roots), secrets);
  const typist = typistOf(wiring.environment);
  const screen = startScreening(secrets);
  const author: Author =
    typist.kind === "human"
      ? { kind: "human", name: person ?? screen.text("author", "human") }
      : { kind: typist.kind, name: screen.text("author", typist.program ?? "membria-cli"), person };
  const actor: Actor = {
    role: "admin",
    author,
    client: screen.text("client", `membria-cli/${version}`),
    ...(writtenFrom !== undefined && { place: writtenFrom }),
  };
  const notices = [takeMoved?.(), notice].filter((one) => one !== undefined);
  return {
    actor,
    scope: project,
    dueDays,
    notices,
    // For a person, typing the command is the consent. Nobody else can give it.
    consent: () => (author.kind === "human" ? true : undefined),
    mayReportConsent: author.kind === "human",
    ...(beforeWrite && { beforeWrite: () => beforeWrite(actor) }),
    sharing: wiring.team.sharingOf(project),
    signal: new AbortController().signal,
    progress: () => {},
  };
}

/** What a person typed may be about all projects. A server has one, unless a call names another. */
export async function projectAt(
  { project, environment: { settings } }: Wiring,
  roots: readonly string[],
): Promise<ResolvedProject> {
  if (settings.project !== ALL_PROJECTS) return project(roots);
  const { dueDays, dynamicExposure } = settings;
  return { project: ALL_PROJECTS, source: "setting", dueDays, dynamicExposure };
}

export const typistOf = ({ settings }: Environment): Typist =>
  typistIn(process.env, settings.actor, hasControllingTerminal);

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
interface Typist {
  readonly kind: AuthorKind;
  readonly program?: string | undefined;
}

/**
 * An agent with a shell is an agent, whatever it claims. Otherwise the setting counts; without it, somebody may sit at
 * the terminal, and without a terminal it is a script. A process of the same user can get around this.
 */
export function typistIn(
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
