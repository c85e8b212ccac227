import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type HookClient, parseEvent, reportedIn } from "../../src/clients/answer-hook.ts";
import type { HookEvent, ReportedEvent } from "../../src/hooks/rules/hook-session.ts";

/** What real clients sent to their hooks; `test/clients` recorded it. */
const FIXTURES = fileURLToPath(new URL("../fixtures/hook-events/", import.meta.url));

/** The folders of the clients that send events themselves. opencode has a plugin of ours that does. */
const FOLDERS: Readonly<Record<string, HookClient>> = {
  "claude-code": "claude-code",
  codex: "codex",
  "gemini-cli": "gemini",
  "copilot-cli/camel-case": "copilot",
  "copilot-cli/pascal-case": "copilot",
};

/** The event of ours for each event of a client. */
const EVENTS: Readonly<Record<string, HookEvent>> = {
  sessionstart: "session-start",
  userpromptsubmit: "prompt",
  userpromptsubmitted: "prompt",
  beforeagent: "prompt",
  pretooluse: "pre-edit",
  beforetool: "pre-edit",
  posttooluse: "post-tool",
  aftertool: "post-tool",
  stop: "stop",
  agentstop: "stop",
  afteragent: "stop",
  precompact: "pre-compact",
  postcompact: "pre-compact",
  precompress: "pre-compact",
  sessionend: "session-end",
};

/** What no hook of ours is called for. */
const NOT_OURS = ["PostToolUseFailure-Bash"];
const NO_EVENTS = ["outputs", "surroundings"];

export interface RecordedEvent {
  /** `codex/Stop`. */
  readonly name: string;
  /** As the client calls it: `PostToolUse`. */
  readonly named: string;
  readonly client: HookClient;
  readonly event: HookEvent;
  /** The JSON that it sent. */
  readonly text: string;
}

export function recordedEvents(): RecordedEvent[] {
  return Object.entries(FOLDERS).flatMap(([folder, client]) =>
    readdirSync(`${FIXTURES}${folder}`)
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.replace(/\.json$/, ""))
      .filter((name) => !NOT_OURS.includes(name) && !NO_EVENTS.includes(name))
      .map((name) => {
        const [named = ""] = name.split("-");
        const event = EVENTS[named.toLowerCase()];
        if (event === undefined) throw new Error(`Nobody knows the event ${folder}/${name}.`);
        const text = readFileSync(`${FIXTURES}${folder}/${name}.json`, "utf8");
        return { name: `${folder}/${name}`, named, client, event, text };
      }),
  );
}

/** Where each shape of an answer arrived, by the client's name of the event. */
export type Outputs = Readonly<Record<string, Arrivals | undefined>>;
type Arrivals = Readonly<Record<string, "nowhere" | { readonly role: string }>>;

export const outputsOf = (client: "codex" | "gemini-cli" | "copilot-cli"): Outputs =>
  JSON.parse(readFileSync(`${FIXTURES}${client}/outputs.json`, "utf8")) as Outputs;

/** The arguments of a function of a plugin. */
export const opencodeEvent = (
  name: string,
): { readonly input: Record<string, unknown>; readonly output: Record<string, unknown> } =>
  JSON.parse(readFileSync(`${FIXTURES}opencode/${name}.json`, "utf8"));

/** What is read of an event besides its session and folder, without what is missing or false. */
export function readAs(
  client: HookClient,
  event: HookEvent,
  text: string,
): Partial<ReportedEvent> | undefined {
  const received = parseEvent(client, event, text);
  const reported = received && reportedIn(received);
  if (!reported) return undefined;
  const { client: _, event: __, session: ___, folder: ____, ...rest } = reported;
  return Object.fromEntries(
    Object.entries(rest).filter(
      ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
