import * as z from "zod";
import { readLog } from "../access/index.ts";
import { perform } from "../shared/operations/operation.ts";
import { ACTION_NAMES } from "../store/log/audit-actions.ts";
import type { LoggedEntry } from "../store/log/read-log.ts";
import { logEntryFields } from "../tools/record-fields.ts";
import { maxTokens } from "../tools/shared-arguments.ts";
import { roomFor } from "../tools/shorten.ts";
import { decisionIds, oneOf } from "./completion.ts";
import { contents, defineResource } from "./resource.ts";

const PAGE = 100;
const MOST_REFS = 20;
/** Reserved for the cursor and the notice. */
const ROOM_FOR_PAGE = 300;
const { shape } = readLog.input;

export const auditResource = defineResource({
  name: "audit",
  title: "The audit log",
  description:
    "Who wrote what, when, and through which program and key: up to 100 entries, the newest first, and where older ones begin. Needs the role admin.",
  path: "audit",
  role: readLog.role,
  input: z.strictObject({
    since: shape.since.describe("Only from this time on: a date, or how long ago, such as 7d or 2h"),
    actor: shape.actor.describe(
      "Only by this author: human, agent or script, a person's name or id, a program, a client or the id of a key",
    ),
    decision: shape.record.describe("Only about this decision, or another record"),
    op: shape.action.describe("Only this action, such as decision.captured, or all of a kind: decision"),
    cursor: z.number().int().min(1).optional().describe("The next_cursor of the page before"),
    max_tokens: maxTokens.optional(),
  }),
  hints: {
    cursor: { suggestion: "Use the next_cursor of the page before, or leave it out for the newest entries." },
    max_tokens: { suggestion: "Use a whole number from 100 on, or leave it out." },
  },
  fields: { record: "decision", action: "op", before: "cursor" },
  completers: { decision: decisionIds, op: oneOf(ACTION_NAMES) },
  quotesMemory: true,
  async read({ since, actor, decision, op, cursor, max_tokens }, deps, call) {
    const asked = { since, actor, record: decision, action: op, before: cursor };
    // One more, to know whether there are older ones.
    const { entries } = await perform(readLog, { ...asked, limit: PAGE + 1 }, deps, call);
    const newestFirst = [...entries].reverse();
    const shown = thatFit(newestFirst.slice(0, PAGE), max_tokens);
    const last = shown.at(-1);
    const values = {
      entries: shown,
      ...(last && shown.length < newestFirst.length && { next_cursor: last.position }),
    };
    return contents(values, call, { maxTokens: max_tokens });
  },
  dependsOn: () => ["log"],
});

/** Without what takes much room and tells a model little. An import can touch hundreds of records in one entry. */
const shortFields = ({ refs = [], digest: _, origin: __, ...fields }: ReturnType<typeof logEntryFields>) => ({
  ...fields,
  ...(refs.length > 0 && { refs: refs.slice(0, MOST_REFS) }),
  ...(refs.length > MOST_REFS && { more_refs: refs.length - MOST_REFS }),
});

/** As many entries as fit into one answer, but at least one. The cursor leads to the others. */
function thatFit(entries: readonly LoggedEntry[], max_tokens: number | undefined) {
  const fitting: ReturnType<typeof shortFields>[] = [];
  let room = roomFor(max_tokens) - ROOM_FOR_PAGE;
  for (const entry of entries) {
    const fields = shortFields(logEntryFields(entry));
    room -= JSON.stringify(fields).length + 1;
    if (room < 0 && fitting.length > 0) break;
    fitting.push(fields);
  }
  return fitting;
}
