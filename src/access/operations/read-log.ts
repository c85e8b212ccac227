import * as z from "zod";
import type { CoreDeps } from "../../shared/operations/core-deps.ts";
import { type Call, defineOperation } from "../../shared/operations/operation.ts";
import { requireWholeMemory } from "../../shared/operations/whole-memory.ts";
import { ALL_PROJECTS, type Scope } from "../../shared/scope.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { sinceTime } from "../../shared/time.ts";
import type { AuditVerdict } from "../../store/log/audit.ts";
import { actionsNamed } from "../../store/log/audit-actions.ts";
import type { PeopleStore } from "../../store/log/people.ts";
import type { LogFilter, LogStore } from "../../store/log/read-log.ts";
import type { StoreHealth } from "../../store/log/store-health.ts";

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
  async run({ after, before, limit, withChanges, counted, ...asked }, { store, clock }: LogDeps, call) {
    const filter = filterOf(asked, call.scope, clock.now());
    const range = after === undefined ? { before } : { after };
    const entries = await store.readLog(filter, range, limit, { withChanges });
    const [first] = entries;
    return { entries, earlier: counted && first ? await store.countLog(filter, first.seq) : 0 };
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

export interface LogVerdict extends AuditVerdict {
  /** When the memory was last recovered from a damaged file, which explains what is missing. */
  readonly recoveredAt?: Date | undefined;
}

type VerifiedStore = LogStore & Pick<StoreHealth, "verifyAudit">;

export const verifyLog = defineOperation({
  name: "verify-log",
  summary: "Check that nobody changed the audit log.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run(_, { store }: { readonly store: VerifiedStore }, call): Promise<LogVerdict> {
    requireWholeMemory(call);
    return verdictOn(store, call.progress);
  },
});

export async function verdictOn(store: VerifiedStore, onProgress: Call["progress"]): Promise<LogVerdict> {
  const verdict = await store.verifyAudit((done, total) => onProgress(done, total, "audit"));
  if (verdict.problem === undefined) return verdict;
  const filter = { scope: ALL_PROJECTS, actions: ["memory.recovered"] } as const;
  const [recovered] = await store.readLog(filter, {}, 1);
  return { ...verdict, recoveredAt: recovered?.at };
}

export const listPeople = defineOperation({
  name: "list-people",
  summary: "List the people who wrote something, with their ids.",
  effect: "read",
  role: "admin",
  input: z.strictObject({}),
  run: (_, { store }: LogDeps) => store.listPeople(),
});

export interface LogDeps extends CoreDeps {
  readonly store: LogStore & PeopleStore;
}
