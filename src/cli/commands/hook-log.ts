import * as z from "zod";
import { listTold, type ToldRecord } from "../../app/hooks/list-told.ts";
import { perform } from "../../app/shared/operation.ts";
import { defineCommand } from "../command.ts";
import { table } from "../terminal.ts";

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
}: ToldRecord): string[] => [
  at.toISOString().slice(0, 16).replace("T", " "),
  `${client} ${session.slice(0, 8)}`,
  event,
  `${BECAUSE[kind]}${relevance === undefined ? "" : ` (${relevance.toFixed(2)})`}${file === undefined ? "" : ` ${file}`}`,
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
  statement: told.statement ?? null,
});
