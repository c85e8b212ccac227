import * as z from "zod";
import { MOST_LISTED, type ReviewDeps } from "../../candidates/index.ts";
import { type GuidanceDeps, heededOf } from "../../learning/index.ts";
import { listEarlyFailures } from "../../repository/index.ts";
import { Fault } from "../../shared/errors.ts";
import type { CoreDeps } from "../../shared/operations/core-deps.ts";
import { defineOperation, perform } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { DAY_MS } from "../../shared/time.ts";
import { type HookStore, NOT_RECEIVED, type Told } from "../rules/hook-session.ts";

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
  async run({ limit }, deps: GuidanceDeps & { readonly store: HookStore }, { scope }) {
    const { store, clock } = deps;
    const since = new Date(clock.now().getTime() - WORTH_DAYS * DAY_MS);
    const told = await store.listTold(scope, limit);
    const decisions = await store.decisionsById(scope, [...new Set(told.map(({ record }) => record))]);
    const statements = new Map(decisions.map(({ id, statement }) => [id, statement]));
    const totals = await store.toldTotals(scope, since);
    const warnings = await store.warningTotals(scope, since);
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
  async run({ session, isOff }, { store, clock }: CoreDeps & { readonly store: HookStore }, { scope }) {
    const known = await store.sessionsNamed(scope, session);
    const [only, ...others] = known;
    if (!only || others.length > 0) throw whichSession(session, known.length);
    return store.noteSession(only, { isOff }, clock.now());
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
  async run(_, deps: Pick<ReviewDeps, "store" | "clock">, call): Promise<Waiting> {
    const { store, clock } = deps;
    const { scope } = call;
    const early = await perform(listEarlyFailures, {}, deps, call);
    const { items } = await store.openCandidates(scope, MOST_LISTED);
    const decisions = items.filter(({ kind }) => kind === "decision").length;
    return {
      decisions,
      checkpoints: items.length - decisions,
      outcomes: (await store.dueDecisions(scope, clock.now(), 1)).total + early.total,
      links: (await store.pendingLinks(scope, {}, 1)).total,
      proposals: (await store.listProposals(scope, "draft", MOST_LISTED)).length,
    };
  },
});
