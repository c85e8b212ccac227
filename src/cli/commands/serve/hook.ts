/** Commands about hooks: what a client runs, what was said, off and on. */

import * as z from "zod";
import { HOOK_CLIENTS, parseEvent } from "../../../clients/answer-hook.ts";
import { HOOK_EVENTS, listTold, switchHooks, type ToldRecord } from "../../../hooks/index.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { defineCommand } from "../../command.ts";
import { minuteText } from "../../figures.ts";
import { table } from "../../terminal.ts";
import { readInput } from "../../typed-input.ts";

/** A person is waiting for the answer to their prompt. */
const INPUT_MS = 2_000;

/**
 * A program of its own answers clients, because it starts faster (`src/main/hooks/hook.ts`). This is the same for a person who
 * tries it out with `--json`. Whatever happens, it exits with 0.
 */
export const hook = defineCommand({
  name: "hook",
  summary:
    "Answer an event of a client: read it from standard input as JSON, and print what the client is to pass on to the model.",
  positionals: ["event"],
  failsOpen: true,
  input: z.strictObject({
    event: z.enum(HOOK_EVENTS).describe(`What happened: ${HOOK_EVENTS.join(", ")}`),
    client: z
      .enum(HOOK_CLIENTS)
      .default("claude-code")
      .describe(`The client that reports it: ${HOOK_CLIENTS.join(", ")}`),
  }),
  async run({ event, client }, { installation }) {
    const received = parseEvent(client, event, (await readInput(INPUT_MS)) ?? "");
    const printed = received ? await installation.answerHook(received) : "";
    return { json: { event, client, printed }, text: printed, isForPrograms: true };
  },
});

export const hookLog = defineCommand({
  name: "hook log",
  summary:
    "Show what the hooks of clients told to which session and why, newest first, and what it was worth this week.",
  positionals: [],
  input: z.strictObject({ limit: listTold.input.shape.limit.describe("How many at most.") }),
  async run(input, { deps, call, terminal }) {
    const { told, worth } = await perform(listTold, input, await deps(), await call());
    const { days, messages, tokens, warned, heeded, records } = worth;
    return {
      json: {
        told: told.map(fieldsOf),
        worth: { days, told: messages, tokens, warned, heeded, records },
      },
      text: [
        `In the last ${days} days: told ${messages}, warned ${warned}, heeded ${heeded}; ${tokens} tokens.`,
        ...(told.length === 0
          ? ["No session was told anything yet. Set up a client with: membria install CLIENT"]
          : [table(told.map(row), terminal.width)]),
      ].join("\n"),
    };
  },
});

const BECAUSE: Readonly<Record<ToldRecord["kind"], string>> = {
  "in-force": "holds",
  failed: "did not work out",
  replaced: "was replaced",
  resumed: "where the work stands",
};

const row = ({
  at,
  client,
  session,
  event,
  kind,
  record,
  relevance,
  file,
  statement,
  received,
}: ToldRecord): string[] => [
  minuteText(at),
  `${client} ${session.slice(0, 8)}`,
  event,
  `${received ? "" : "not received: "}${BECAUSE[kind]}${relevance === undefined ? "" : ` (${relevance.toFixed(2)})`}${file === undefined ? "" : ` ${file}`}`,
  record,
  statement ?? "",
];

const fieldsOf = (told: ToldRecord) => ({
  at: told.at.toISOString(),
  client: told.client,
  session_id: told.session,
  project: told.project,
  event: told.event,
  because: told.kind,
  record_id: told.record,
  file: told.file ?? null,
  relevance: told.relevance ?? null,
  tokens: told.tokens,
  received: told.received,
  statement: told.statement ?? null,
});

export const hookOff = defineCommand({
  name: "hook off",
  summary:
    'Tell a session nothing more. For a project, put "hooks": false into .membria.json; for all, set hooksOff.',
  positionals: ["session"],
  input: z.strictObject({
    session: switchHooks.input.shape.session.describe(
      "The session, as membria hook log names it; its beginning is enough",
    ),
  }),
  async run({ session }, { deps, call }) {
    const switched = await perform(switchHooks, { session, isOff: true }, await deps(), await call());
    return {
      json: { client: switched.client, session_id: switched.session, off: switched.isOff },
      text: `The session ${switched.session} of ${switched.client} is told nothing more.`,
    };
  },
});

export const hookOn = defineCommand({
  name: "hook on",
  summary: "Tell a session again what matters.",
  positionals: ["session"],
  input: z.strictObject({
    session: switchHooks.input.shape.session.describe(
      "The session, as membria hook log names it; its beginning is enough",
    ),
  }),
  async run({ session }, { deps, call }) {
    const switched = await perform(switchHooks, { session, isOff: false }, await deps(), await call());
    return {
      json: { client: switched.client, session_id: switched.session, off: switched.isOff },
      text: `The session ${switched.session} of ${switched.client} is told again what matters.`,
    };
  },
});
