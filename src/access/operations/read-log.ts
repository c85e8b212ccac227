import * as z from "zod";
import { defineOperation } from "../../shared/operations/operation.ts";
import type { Scope } from "../../shared/scope.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { sinceTime } from "../../shared/time.ts";
import { actionsNamed } from "../../store/log/audit-actions.ts";
import { readPeople } from "../../store/log/people.ts";
import type { LogFilter } from "../../store/log/read-log.ts";
import { countLog, readEntries } from "../../store/log/read-log.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";

const Position = z.number().int().min(0);

export const readLog = defineOperation({
  name: "read-log",
  summary: "Read the audit log: who wrote what, when, through which program.",
  effect: "read",
  role: "admin",
  input: z.strictObject({
    since: boundedText(1, 40).optional(),
    actor: boundedText(1, LIMITS.name).optional(),
    record: boundedText(1, LIMITS.name).optional(),
    action: boundedText(1, 100).optional(),
    /** The first entries after this position; without it the last ones, before the position `before`. */
    after: Position.optional(),
    before: Position.optional(),
    limit: z.number().int().min(1).max(1_000),
    withChanges: z.boolean().default(false),
    /** Also count the entries before those that are returned. */
    counted: z.boolean().default(false),
  }),
  async run({ after, before, limit, withChanges, counted, ...asked }, { memory, clock }: CoreDeps, call) {
    const filter = filterOf(asked, call.scope, clock.now());
    const range = after === undefined ? { before } : { after };
    const entries = await readEntries(memory, filter, range, limit, { withChanges });
    const [first] = entries;
    return { entries, earlier: counted && first ? await countLog(memory, filter, first.seq) : 0 };
  },
});

interface Asked {
  readonly since?: string | undefined;
  readonly actor?: string | undefined;
  readonly record?: string | undefined;
  readonly action?: string | undefined;
}

function filterOf({ since, actor, record, action }: Asked, scope: Scope, now: Date): LogFilter {
  return {
    scope,
    since: since === undefined ? undefined : sinceTime(since, now),
    actor: actor?.trim(),
    record: record?.trim(),
    actions: action === undefined ? undefined : actionsNamed(action),
  };
}

export const listPeople = defineOperation({
  name: "list-people",
  summary: "List the people who wrote something, with their ids.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: (_, { memory }: CoreDeps) => readPeople(memory),
});
