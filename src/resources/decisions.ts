/** Resources of decisions: a page of them, those that are due, and one whole. */

import * as z from "zod";
import { type Decision, listDecisions, listDue, PROGRESS } from "../decisions/index.ts";
import type { Deps } from "../memory/index.ts";
import { type Call, perform } from "../shared/operations/operation.ts";
import { decisionFields } from "../tools/membria/decision-fields.ts";
import { getDecisionTool } from "../tools/membria/get-decision.ts";
import { decisionId, decisionIdHint, maxTokens } from "../tools/shared-arguments.ts";
import { roomFor } from "../tools/shorten.ts";
import { decisionIds, domainNames, oneOf } from "./completion.ts";
import { contents, contentsOfTool, defineResource, type JsonObject } from "./resource.ts";

const { shape } = listDecisions.input;

export const allDecisionsResource = defineResource({
  name: "decisions",
  title: "Decisions",
  description:
    "Decisions, the newest first, each as membria_get_decision answers, with how many there are and where the next page begins.",
  path: "decisions/all",
  input: z.strictObject({
    module: shape.domain.describe("Only of this area"),
    status: shape.progress.describe("Only those that are this far"),
    limit: z.number().int().min(1).max(100).default(20),
    cursor: shape.cursor.describe("The next_cursor of the page before"),
    max_tokens: maxTokens.optional(),
  }),
  hints: {
    module: { suggestion: "Use a short lowercase name such as database, or leave it out for all of them." },
    status: { suggestion: `Use one of ${PROGRESS.join(", ")}, or leave it out for all of them.` },
    limit: { suggestion: "Use a whole number from 1 to 100." },
    max_tokens: { suggestion: "Use a whole number from 100 on, or leave it out." },
  },
  completers: { module: domainNames, status: oneOf(PROGRESS) },
  quotesMemory: true,
  fields: { domain: "module", progress: "status" },
  async read({ module, status, limit, cursor, max_tokens }, deps, call) {
    const list = (most: number) =>
      perform(listDecisions, { domain: module, progress: status, limit: most, cursor }, deps, call);
    const page = await list(limit);
    const decisions = await thatFit(page.items, max_tokens, deps, call);
    const cut = decisions.length < page.items.length;
    // Only the store can give the cursor for a shorter page.
    const next = cut ? (await list(decisions.length)).cursor : page.cursor;
    const values = { decisions, total: page.total, ...(next !== undefined && { next_cursor: next }) };
    const omitted = cut
      ? [
          `Only ${decisions.length} of the ${page.items.length} requested decisions fit; get the others with next_cursor or a larger max_tokens.`,
        ]
      : [];
    return contents(values, call, { maxTokens: max_tokens, omitted });
  },
  dependsOn: () => ["decisions"],
});

/** As many complete decisions as fit into one answer, but at least one. */
async function thatFit(
  items: readonly Decision[],
  max_tokens: number | undefined,
  deps: Deps,
  call: Call,
): Promise<JsonObject[]> {
  const fitting: JsonObject[] = [];
  let room = roomFor(max_tokens);
  for (const { id, project } of items) {
    const {
      notice: _,
      notices: __,
      ...decision
    } = await contentsOfTool(getDecisionTool, { decision_id: id, max_tokens }, deps, {
      ...call,
      scope: project,
    });
    room -= JSON.stringify(decision).length + 1;
    if (room < ROOM_FOR_PAGE && fitting.length > 0) break;
    fitting.push(decision);
  }
  return fitting;
}

/** Reserved for the total, the cursor and the note about what did not fit. */
const ROOM_FOR_PAGE = 300;

export const dueDecisionsResource = defineResource({
  name: "due_decisions",
  title: "Decisions that are due",
  description:
    "Decisions that hold and whose outcome should be known by now, the longest overdue first, with how many there are. Time alone makes a decision due, and that is not notified.",
  path: "decisions/due",
  input: z.strictObject({
    module: listDue.input.shape.domain.describe("Only of this area"),
    limit: z.number().int().min(1).max(100).default(20),
    max_tokens: maxTokens.optional(),
  }),
  hints: { limit: { suggestion: "Use a whole number from 1 to 100." } },
  completers: { module: domainNames },
  quotesMemory: true,
  async read({ module, limit, max_tokens }, deps, call) {
    const { items, total } = await perform(listDue, { domain: module, limit }, deps, call);
    const decisions = items.map((decision) => ({
      ...decisionFields(decision),
      due_at: decision.dueAt?.toISOString(),
    }));
    return contents({ decisions, total }, call, { maxTokens: max_tokens });
  },
  dependsOn: () => ["decisions"],
});

export const decisionResource = defineResource({
  name: "decision",
  title: "A decision",
  description: "One decision whole, as membria_get_decision answers.",
  path: "decisions/{decision_id}",
  input: z.strictObject({ decision_id: decisionId, max_tokens: maxTokens.optional() }),
  hints: { decision_id: decisionIdHint },
  fields: { ref: "decision_id" },
  completers: { decision_id: decisionIds },
  quotesMemory: true,
  read: (args, deps, call) => contentsOfTool(getDecisionTool, args, deps, call),
  // The id from the contents, because the requested one may be an alias.
  dependsOn: ({ decision_id }) => [`decision/${decision_id}`],
});
