import * as z from "zod";
import { MOST_LISTED, openCandidates, type ReviewDeps } from "../../candidates/index.ts";
import { decisionsById, dueDecisions, pendingLinks, readProposals } from "../../decisions/index.ts";
import { type GuidanceDeps, heededOf, warningTotals } from "../../learning/index.ts";
import { listEarlyFailures } from "../../repository/index.ts";
import { Fault } from "../../shared/errors.ts";
import { defineOperation, perform } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { Memory } from "../../store/file/memory.ts";
import type { CoreDeps } from "../../store/operations/core-deps.ts";
import { NOT_RECEIVED, type Told } from "../rules/hook-session.ts";
import { noteSession, readTold, sessionsNamed, toldTotals } from "../sql/hook-store.ts";

const WORTH_DAYS = 7;

/** What a session was told, with the words of the record as they are now. */
export interface ToldRecord extends Told {
  /** Undefined if the record is gone, or is none of the decisions. */
  readonly statement?: string | undefined;
  /** Whether it reached the session. */
  readonly received: boolean;
}

export const listTold = defineOperation({
  name: "list-told",
  summary: "What the hooks of clients told to which session, and why.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ limit: z.number().int().min(1).max(1_000).default(20) }),
  async run({ limit }, deps: GuidanceDeps & { readonly memory: Memory }, { scope }) {
    const { memory, clock } = deps;
    const since = new Date(clock.now().getTime() - WORTH_DAYS * DAY_MS);
    const told = await readTold(memory, scope, limit);
    const decisions = await decisionsById(memory, scope, [...new Set(told.map(({ record }) => record))]);
    const statements = new Map(decisions.map(({ id, statement }) => [id, statement]));
    const totals = await toldTotals(memory, scope, since);
    const warnings = await warningTotals(memory, scope, since);
    return {
      told: told.map(
        (one): ToldRecord => ({
          ...one,
          statement: statements.get(one.record),
          received: one.epoch !== NOT_RECEIVED,
        }),
      ),
      worth: {
        days: WORTH_DAYS,
        ...totals,
        warned: warnings.warned + totals.records.failed,
        heeded: heededOf(warnings),
      },
    };
  },
});

export const switchHooks = defineOperation({
  name: "switch-hooks",
  summary: "Switch what a session is told on or off.",
  effect: "update",
  role: "agent",
  input: z.strictObject({ session: boundedText(1, LIMITS.name), isOff: z.boolean() }),
  async run({ session, isOff }, { memory, clock }: CoreDeps & { readonly memory: Memory }, { scope }) {
    const known = await sessionsNamed(memory, scope, session);
    const [only, ...others] = known;
    if (!only || others.length > 0) throw whichSession(session, known.length);
    return noteSession(memory, only, { isOff }, clock.now());
  },
});

const whichSession = (session: string, found: number): Fault =>
  new Fault(
    "not_found",
    found === 0
      ? `No session is named ${session} here.`
      : `${found} sessions begin with ${session}, so none was switched.`,
    {
      field: "session",
      received: session,
      reason: "session_not_found",
      hint: "The log of hooks names the sessions; the beginning of a name is enough if no other has it.",
    },
  );

/** What waits for a person, by kind. */
export interface Waiting {
  /** Decisions that were perhaps made in a session. */
  readonly decisions: number;
  readonly checkpoints: number;
  /** Decisions whose outcome is due, or that seem to have failed before. */
  readonly outcomes: number;
  readonly links: number;
  readonly proposals: number;
}

export const countWaiting = defineOperation({
  name: "count-waiting",
  summary: "How much waits for a person.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({}),
  async run(_, deps: Pick<ReviewDeps, "memory" | "clock">, call): Promise<Waiting> {
    const { memory, clock } = deps;
    const { scope } = call;
    const early = await perform(listEarlyFailures, {}, deps, call);
    const { items } = await openCandidates(memory, scope, MOST_LISTED);
    const decisions = items.filter(({ kind }) => kind === "decision").length;
    return {
      decisions,
      checkpoints: items.length - decisions,
      outcomes: (await dueDecisions(memory, scope, clock.now(), 1)).total + early.total,
      links: (await pendingLinks(memory, scope, {}, 1)).total,
      proposals: (await readProposals(memory, scope, "draft", MOST_LISTED)).length,
    };
  },
});
