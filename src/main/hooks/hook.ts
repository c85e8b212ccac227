import { parseArgs } from "node:util";
import {
  HOOK_CLIENTS,
  type HookClient,
  parseEvent,
  type ReceivedEvent,
  writtenFor,
} from "../../clients/answer-hook.ts";
import { textAt } from "../../clients/hook-dialects.ts";
import { hookRequest, readAnswer } from "../../clients/hook-request.ts";
import { askLocally, HOOK_EVENTS, type HookEvent, serversFolder, serversOf } from "../../hooks/index.ts";
import { READ_LIMITS } from "../../shared/read-limits.ts";
import { type HookSettings, offEvents, readHookSettings } from "./hook-settings.ts";

/** The part of the time after which a server is busy or stopped, and the memory is read from the file. */
const FOR_SERVER = 0.57;
const DEFAULT_CLIENT: HookClient = "claude-code";
const NOT_ANSWERED =
  "Membria, the decision memory of this project, did not answer, so nothing was recalled. The person can run `membria doctor` to see why. This is said once in a session.";

export interface Answer {
  readonly printed: string;
  /** Sees to it that what was said counts as told. */
  readonly onPrinted?: (() => Promise<void>) | undefined;
}

/**
 * `membria hook EVENT --client NAME`: answers an event of a client, through a running server or else from the file. It is
 * a program of its own, because it starts with every prompt. Whatever happens, it ends with 0 and lets the prompt go on.
 * False for what is no event, but another command about hooks.
 */
export async function runHook(argv: readonly string[]): Promise<boolean> {
  const asked = readCommand(argv);
  if (!asked) return false;
  // A client that no longer listens must not make it fail.
  process.stdout.on("error", () => {});
  await answerEvent(asked).catch(() => {});
  // The input may still be open, the file locked, or a server silent.
  process.exit(0);
}

async function answerEvent({ client, event, flags }: AskedHook): Promise<void> {
  if (client === undefined || runsElsewhere(client)) return;
  const settings = readHookSettings(flags);
  if (offEvents(settings.hooksOff, undefined).has(event)) return;
  const text = await beforeDeadline(standardInput, settings);
  const received = text === undefined ? undefined : parseEvent(client, event, text);
  if (!received) return;
  const { printed, onPrinted } =
    (await beforeDeadline(() => answer(received, settings), settings)) ??
    (await sayNotAnswered(received, settings));
  if (printed !== "" && (await isPrinted(printed)) && onPrinted) await beforeDeadline(onPrinted, settings);
}

/** False if the client no longer listens. */
const isPrinted = (text: string): Promise<boolean> =>
  new Promise((resolve) => process.stdout.write(text, (error) => resolve(!error)));

async function answer(received: ReceivedEvent, settings: HookSettings): Promise<Answer> {
  const folder = textAt(received.input, "cwd");
  for (const { socket } of serversOf(serversFolder(settings.home), settings.memory, folder)) {
    const waitsMs = settings.waitMs * FOR_SERVER - performance.now();
    if (waitsMs <= 0) break;
    const { project } = settings;
    const reply = await askLocally(socket, hookRequest(received, { project, waitsMs }), waitsMs);
    const printed = reply && readAnswer(reply.line);
    if (printed !== undefined) return { printed, onPrinted: reply?.confirm };
  }
  const { answerByFile } = await import("./hook-by-file.ts");
  return answerByFile(received, settings);
}

async function sayNotAnswered(received: ReceivedEvent, { home }: HookSettings): Promise<Answer> {
  const { sayOnce } = await import("./say-once.ts");
  return { printed: await sayOnce(home, received, () => writtenFor(received, NOT_ANSWERED)) };
}

/** Undefined if it fails or takes too long. The time counts from the start of the process: a person waits for that, too. */
async function beforeDeadline<T>(work: () => Promise<T>, { waitMs }: HookSettings): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, Math.max(1, waitMs - performance.now()), undefined);
  });
  const done = await Promise.race([work().catch(() => undefined), late]);
  clearTimeout(timer);
  return done;
}

/**
 * Copilot and Cursor also run the hooks that a repository has for Claude Code, beside their own: the session would be told
 * everything twice.
 */
const runsElsewhere = (client: HookClient): boolean =>
  client === "claude-code" &&
  !process.env["CLAUDECODE"] &&
  Object.keys(process.env).some((name) => name === "COPILOT_CLI" || name.startsWith("CURSOR_"));

interface AskedHook {
  readonly event: HookEvent;
  /** Undefined for one that we do not know: it is answered with nothing. */
  readonly client: HookClient | undefined;
  readonly flags: Readonly<Record<string, string | undefined>>;
}

/** Undefined for what is no event. */
function readCommand(argv: readonly string[]): AskedHook | undefined {
  const { values, positionals } = parseArgs({
    args: [...argv],
    strict: false,
    allowPositionals: true,
    options: {
      client: { type: "string" },
      home: { type: "string" },
      "db-path": { type: "string" },
      project: { type: "string" },
      "hooks-off": { type: "string" },
      "hook-wait-ms": { type: "string" },
    },
  });
  // A person tries it out, and has time for the whole program.
  if (values["help"] || values["json"]) return undefined;
  const event = HOOK_EVENTS.find((name) => name === positionals[0]);
  const client = HOOK_CLIENTS.find((name) => name === (values["client"] ?? DEFAULT_CLIENT));
  return event && { event, client, flags: values as Record<string, string | undefined> };
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Read to its end all the same: some clients fail if nobody takes what they write.
    if (bytes <= READ_LIMITS.eventBytes) chunks.push(chunk);
  }
  if (bytes > READ_LIMITS.eventBytes) throw new Error("The event is longer than is read.");
  return Buffer.concat(chunks).toString("utf8");
}

// Clients run it as a program; `membria hook` calls it.
if (/[\\/]hook\.cjs$/.test(process.argv[1] ?? "")) void runHook(process.argv.slice(3));
