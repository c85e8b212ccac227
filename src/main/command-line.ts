import { pathToFileURL } from "node:url";
import { systemClock } from "../adapters/system/clock.ts";
import { hasControllingTerminal } from "../adapters/system/controlling-terminal.ts";
import type { Call } from "../app/shared/operation.ts";
import { runCommandLine } from "../cli/run.ts";
import { terminal } from "../cli/terminal.ts";
import type { Actor, Author } from "../domain/shared/actor.ts";
import { personName } from "../domain/shared/person-name.ts";
import { ALL_PROJECTS } from "../domain/shared/scope.ts";
import { startScreening } from "../domain/shared/screening.ts";
import { setAdminSecret } from "./admin-secret.ts";
import { type Environment, readEnvironment, tilde } from "./environment.ts";
import { once } from "./once.ts";
import { flagsOf } from "./passed-on-flags.ts";
import { personsEditor } from "./persons-editor.ts";
import type { ResolvedProject } from "./project.ts";
import { FLAGS } from "./settings.ts";
import { storedNames } from "./stored-names.ts";
import { version } from "./version.ts";
import { type Typist, whoTypes } from "./who-types.ts";
import { type Wiring, wire } from "./wire.ts";

/** How long a command that wrote something may go on after its answer, so that the team gets to know it. */
const SHARED_AT_END_MS = 1_000;

/**
 * Runs the command line, on which everything may be done that the file permissions allow. A server calls `keepCompiled`
 * when nobody waits for it.
 */
export function commandLine(argv: readonly string[], keepCompiled: () => void): Promise<number> {
  const { stdout, stderr, env } = process;
  const screen = terminal(stdout, stderr, stdout.isTTY === true && !env["NO_COLOR"]);
  return runCommandLine({
    argv,
    settings: FLAGS,
    print: async (text) => {
      // Loaded when something is printed: a server over stdio never does.
      const { endWithReader } = await import("./end-with-reader.ts");
      endWithReader(stdout);
      await new Promise<void>((resolve) => stdout.write(`${text}\n`, () => resolve()));
    },
    printError: (text) => {
      // Nobody reads it any more, as after `2>&1 | head`. The exit code still says what happened.
      if (stderr.listenerCount("error") === 0) stderr.on("error", () => {});
      stderr.write(`${text}\n`);
    },
    context: (flags) => {
      const environment = once(() => readEnvironment(flags, { logLevel: "warn" }));
      const wiring = once(() => wire(environment(), stderr, { keepsRunning: false }));
      return {
        deps: wiring,
        call: async (folder) => personalCall(await wiring(), folder),
        personTypes: () => typistOf(environment()).kind === "human",
        terminal: screen,
        now: systemClock.now,
        installation: {
          version,
          self: [process.execPath, ...process.execArgv, process.argv[1] ?? ""],
          flags: flagsOf(flags),
          get home() {
            return environment().home;
          },
          get unknownVariables() {
            return environment().unknownVariables;
          },
          show: (path) => tilde(path, environment().userHome),
          project: async () => projectAt(await wiring(), []),
          storedNames: async () => storedNames(environment()),
          program: async () => (await import("./client-settings.ts")).programOf(environment(), flags),
          gitHooks: async () => (await import("./git-hooks.ts")).gitHooks(),
          serverMetrics: async () =>
            (await import("./server-metrics.ts")).serverMetrics(environment().settings.authToken),
          answerHook: async (received) =>
            (await import("./hook-server.ts")).answerHook(received, await wiring()),
          serve: async () => (await import("./serve.ts")).serve(flags, keepCompiled),
          start: async (address) => (await import("./start.ts")).start(flags, address),
          files: async () => (await import("./memory-files.ts")).filesOf(environment()),
          backups: async () => (await import("./memory-files.ts")).backupsOf(environment()),
          editor: () => personsEditor(env, process.stdin.isTTY && stdout.isTTY),
          clients: async () => (await import("./client-settings.ts")).clientSettingsOf(environment(), flags),
          setAdminSecret: (secret) => setAdminSecret(environment().home, secret),
        },
        close: async () => {
          // Why it could not be opened was told already.
          const opened = wiring.made() ? await wiring().catch(() => undefined) : undefined;
          if (!opened) return;
          // The answer is printed by now.
          await opened.team.shareWithin(SHARED_AT_END_MS);
          await opened.close();
          const { backups, readOnly } = environment().settings;
          // A hook must not keep its caller waiting.
          if (backups === 0 || readOnly || argv[0] === "hook") return;
          await (await import("./memory-files.ts")).copyAfterCommand(environment());
        },
      };
    },
  });
}

async function personalCall(wiring: Wiring, folder?: string): Promise<Call> {
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
async function projectAt(
  { project, environment: { settings } }: Wiring,
  roots: readonly string[],
): Promise<ResolvedProject> {
  if (settings.project !== ALL_PROJECTS) return project(roots);
  const { dueDays, dynamicExposure } = settings;
  return { project: ALL_PROJECTS, source: "setting", dueDays, dynamicExposure };
}

const typistOf = ({ settings }: Environment): Typist =>
  whoTypes(process.env, settings.actor, hasControllingTerminal);
