import { pathToFileURL } from "node:url";
import { systemClock } from "../adapters/system/clock.ts";
import { hasControllingTerminal } from "../adapters/system/controlling-terminal.ts";
import type { Call } from "../app/shared/operation.ts";
import { runCommandLine } from "../cli/run.ts";
import { terminal } from "../cli/terminal.ts";
import type { Actor, Author } from "../domain/shared/actor.ts";
import { personName } from "../domain/shared/person-name.ts";
import { startScreening } from "../domain/shared/screening.ts";
import { setAdminSecret } from "./admin-secret.ts";
import { type Environment, readEnvironment, tilde } from "./environment.ts";
import { once } from "./once.ts";
import { personsEditor } from "./persons-editor.ts";
import { FLAGS, kebab } from "./settings.ts";
import { version } from "./version.ts";
import { type Typist, whoTypes } from "./who-types.ts";
import { memoryFile, type Wiring, wire } from "./wire.ts";

/** Runs the command line, on which everything may be done that the file permissions allow. */
export function commandLine(argv: readonly string[]): Promise<number> {
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
          flags: Object.entries(flags).map(([name, value]) =>
            value === true ? `--${kebab(name)}` : `--${kebab(name)}=${value}`,
          ),
          get home() {
            return environment().home;
          },
          show: (path) => tilde(path, environment().userHome),
          project: async () => (await wiring()).project(),
          serverMetrics: async () =>
            (await import("./server-metrics.ts")).serverMetrics(environment().settings.authToken),
          serve: async () => (await import("./serve.ts")).serve(flags),
          start: async (address) => (await import("./start.ts")).start(flags, address),
          files: async () => {
            const { sqliteFiles } = await import("../adapters/sqlite/repair/memory-files.ts");
            return sqliteFiles(memoryFile(environment()).path);
          },
          editor: () => personsEditor(env, process.stdin.isTTY && stdout.isTTY),
          setAdminSecret: (secret) => setAdminSecret(environment().home, secret),
        },
        close: async () => {
          if (wiring.made()) await (await wiring()).close();
        },
      };
    },
  });
}

async function personalCall(wiring: Wiring, folder?: string): Promise<Call> {
  const roots = folder === undefined ? [] : [pathToFileURL(folder).href];
  const { project, notice, dueDays, beforeWrite } = await wiring.project(roots);
  const { secrets } = wiring;
  const person = personName(await wiring.person(async () => roots), secrets);
  const typist = typistOf(wiring.environment);
  const screen = startScreening(secrets);
  const author: Author =
    typist.kind === "human"
      ? { kind: "human", name: person ?? screen.text("author", "human") }
      : { kind: typist.kind, name: screen.text("author", typist.program ?? "membria-cli"), person };
  const actor: Actor = { role: "admin", author, client: screen.text("client", `membria-cli/${version}`) };
  return {
    actor,
    scope: project,
    dueDays,
    notices: notice ? [notice] : [],
    // For a person, typing the command is the consent. Nobody else can give it.
    consent: () => (author.kind === "human" ? true : undefined),
    mayReportConsent: author.kind === "human",
    ...(beforeWrite && { beforeWrite: () => beforeWrite(actor) }),
    signal: new AbortController().signal,
    progress: () => {},
  };
}

const typistOf = ({ settings }: Environment): Typist =>
  whoTypes(process.env, settings.actor, hasControllingTerminal);
