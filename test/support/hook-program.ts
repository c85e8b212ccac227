import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Run, runProgram } from "./command-line.ts";
import { folderOfTest } from "./memory.ts";

/** Words that are in no other decision, so that a search by words alone is sure. */
export const STATEMENT = "Store invoice ledgers inside PostgreSQL partitions keyed by fiscal quarter";
export const PROMPT =
  "Where should invoice ledgers live: PostgreSQL partitions keyed by fiscal quarter, or somewhere else?";

/** A busy machine must not decide what a test finds. */
export const PATIENT_MS = 60_000;

export interface HookPlace {
  readonly home: string;
  /** The memory file. */
  readonly memory: string;
  /** The folder that the session works in, which belongs to the project shop. */
  readonly work: string;
  readonly env: Readonly<Record<string, string>>;
  /** A command of the program, in the working folder. */
  run(...argv: string[]): Promise<Run>;
  decide(statement?: string, ...more: string[]): Promise<string>;
  /** One hook in a process of its own. */
  hook(event: string, input?: object | string, options?: HookOptions): Promise<Run>;
}

export interface HookOptions {
  readonly argv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly session?: string;
  readonly preloaded?: string | undefined;
  readonly started?: ((pid: number) => void) | undefined;
}

/** Its time limits run out when it is sent a SIGUSR2. */
export const TIME_BY_SIGNAL = {
  preloaded: new URL("hook-time.mjs", import.meta.url).href,
} satisfies HookOptions;

/** It gives up on a server as soon as it has asked it. */
export const NO_TIME_FOR_SERVER = { ...TIME_BY_SIGNAL, env: { HOOK_TIME: "over" } } satisfies HookOptions;

/** A home of its own, and a folder in which a session works. */
export async function hookPlace(home?: string): Promise<HookPlace> {
  const folder = await realpath((await folderOfTest()).path);
  const work = join(folder, "work");
  const place = home ?? join(folder, "home");
  await mkdir(work);
  await writeFile(join(work, ".membria.json"), JSON.stringify({ project: "shop" }));
  const env = {
    MEMBRIA_HOME: place,
    MEMBRIA_EMBEDDING: "off",
    MEMBRIA_PERSON: "somebody",
    MEMBRIA_LOG_LEVEL: "error",
    MEMBRIA_HOOK_WAIT_MS: String(PATIENT_MS),
  };
  const run: HookPlace["run"] = (...argv) => runProgram(argv, { env, cwd: work });
  return {
    home: place,
    memory: join(place, "membria.db"),
    work,
    env,
    run,
    async decide(statement = STATEMENT, ...more) {
      const { code, out, err } = await run("decide", statement, ...more, "--json");
      if (code !== 0) throw new Error(`The decision was refused: ${err}`);
      return (JSON.parse(out) as { decision_id: string }).decision_id;
    },
    hook: (event, input = {}, { argv = [], env: more = {}, session = "one", ...ran } = {}) =>
      runProgram(["hook", event, ...argv], {
        ...ran,
        env: { ...env, ...more },
        cwd: folder,
        input: typeof input === "string" ? input : JSON.stringify(claudeEvent(event, work, session, input)),
      }),
  };
}

const NAMES: Readonly<Record<string, string>> = {
  "session-start": "SessionStart",
  prompt: "UserPromptSubmit",
  "pre-edit": "PreToolUse",
  "post-tool": "PostToolUse",
  stop: "Stop",
  "pre-compact": "PreCompact",
  "session-end": "SessionEnd",
};

/** An event as Claude Code sends it. */
const claudeEvent = (event: string, cwd: string, session: string, more: object): object => ({
  session_id: session,
  transcript_path: "/home/user/.claude/projects/-repo/one.jsonl",
  cwd,
  hook_event_name: NAMES[event],
  ...more,
});

/** The text in an answer as Claude Code takes it; undefined if nothing was printed. @throws for anything else. */
export function toldBy({ code, out, err }: Run): string | undefined {
  if (code !== 0 || err !== "") throw new Error(`The hook ended with ${code}: ${err}`);
  if (out === "") return undefined;
  const { hookSpecificOutput, ...others } = JSON.parse(out) as {
    hookSpecificOutput: { additionalContext: string };
  };
  if (Object.keys(others).length > 0) throw new Error(`There is more than expected: ${out}`);
  return hookSpecificOutput.additionalContext;
}
