import { runCommandLine } from "../cli/run.ts";
import { terminal } from "../cli/terminal.ts";
import { systemClock } from "../shared/system/system.ts";
import { setAdminSecret } from "./caller/admin-secret.ts";
import { personalCall, projectAt, typistOf } from "./caller/personal-call.ts";
import { readEnvironment, tilde } from "./environment.ts";
import { endWithReader } from "./files/external-files.ts";
import { once } from "./once.ts";
import { personsEditor } from "./persons-editor.ts";
import { FLAGS, flagsOf } from "./settings.ts";
import { storedNames } from "./stored-names.ts";
import { version } from "./version.ts";
import { wire } from "./wire.ts";

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
        typedBy: () => typistOf(environment()).kind,
        terminal: screen,
        now: systemClock.now,
        installation: {
          version,
          self: selfOf(),
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
          gitHooks: async () => (await import("./git/git-hooks.ts")).gitHooks(),
          serverMetrics: async () =>
            (await import("./http/server-metrics.ts")).serverMetrics(
              environment().settings.authToken,
              environment().settings.patience,
            ),
          answerHook: async (received) =>
            // Who tries it out is no session, so nothing counts as told.
            (await (await import("./hooks/hook-server.ts")).answerHook(received, await wiring())).printed,
          serve: async () => (await import("./serve.ts")).serve(flags, keepCompiled),
          start: async (address) => (await import("./http/start.ts")).start(flags, address),
          pageServer: async () =>
            (await import("./http/open.ts")).pageServer(environment(), selfOf(), flagsOf(flags)),
          openInBrowser: async (url) =>
            (await import("./http/open.ts")).openInBrowser(url, environment().settings.patience),
          files: async () => (await import("./files/memory-files.ts")).filesOf(environment()),
          backups: async () => (await import("./files/memory-files.ts")).backupsOf(environment()),
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
          try {
            await (await import("./files/memory-files.ts")).copyAfterCommand(environment());
          } catch {
            // The command has succeeded. `membria doctor` says how old the newest copy is.
          }
        },
      };
    },
  });
}

const selfOf = (): [string, ...string[]] => [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
