import * as z from "zod";
import { listTold, type ToldRecord } from "../../app/hooks/list-told.ts";
import { definePageCall } from "./page-call.ts";

/** What a session was told, and why. The statement is stored text as it is now. */
export interface ToldResult {
  readonly at: string;
  readonly event: string;
  readonly kind: ToldRecord["kind"];
  readonly record: string;
  readonly statement: string | null;
  readonly file: string | null;
  /** How sure the search was, from 0 to 1. */
  readonly relevance: number | null;
  readonly tokens: number;
}

export interface SessionOfAgent {
  readonly session: string;
  readonly client: string;
  readonly project: string;
  readonly first_at: string;
  readonly last_at: string;
  /** The newest first. */
  readonly told: readonly ToldResult[];
}

export interface ListToldResult {
  /** The one that was told something last comes first. */
  readonly sessions: readonly SessionOfAgent[];
  /** Whether there may be older ones. */
  readonly is_cut: boolean;
  readonly worth: {
    readonly days: number;
    readonly messages: number;
    readonly tokens: number;
    readonly warned: number;
    readonly heeded: number;
  };
}

const MOST = 500;

export const listToldCall = definePageCall({
  name: "list-told",
  effect: "read",
  input: z.strictObject({}),
  async run(_, { perform }): Promise<ListToldResult> {
    const { told, worth } = await perform(listTold, { limit: MOST });
    const { days, messages, tokens, warned, heeded } = worth;
    return {
      sessions: sessionsOf(told),
      is_cut: told.length === MOST,
      worth: { days, messages, tokens, warned, heeded },
    };
  },
});

function sessionsOf(told: readonly ToldRecord[]): readonly SessionOfAgent[] {
  const bySession = new Map<string, ToldRecord[]>();
  for (const one of told) {
    const key = JSON.stringify([one.project, one.client, one.session]);
    bySession.set(key, [...(bySession.get(key) ?? []), one]);
  }
  return [...bySession.values()].map((own) => {
    const [last] = own as [ToldRecord];
    const { session, client, project } = last;
    return {
      session,
      client,
      project,
      first_at: (own.at(-1) ?? last).at.toISOString(),
      last_at: last.at.toISOString(),
      told: own.map(toldResult),
    };
  });
}

const toldResult = (told: ToldRecord): ToldResult => ({
  at: told.at.toISOString(),
  event: told.event,
  kind: told.kind,
  record: told.record,
  statement: told.statement ?? null,
  file: told.file ?? null,
  relevance: told.relevance ?? null,
  tokens: told.tokens,
});
