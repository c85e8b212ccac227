import {
  type Budget,
  budgetOf,
  LIMITED_KINDS,
  type LimitedKind,
  type LimitMode,
  NO_USAGE,
  RATE_LIMITS,
  refund,
  spend,
  type Usage,
  WINDOW_MS,
} from "../../access/index.ts";
import { Fault } from "../../shared/errors.ts";
import type { Clock } from "../../shared/ports.ts";

/** The limits of one caller. */
export interface CallLimits {
  /** Counts a call. @throws Fault `limited` when the limit is exceeded and enforced. */
  spend(kind: LimitedKind): void;
  /** Takes back one that should not count. */
  giveBack(kind: LimitedKind): void;
  /** One sentence for each limit that is nearly used up, for the `_meta` of a result; undefined if there is none. */
  warning(): readonly string[] | undefined;
  /** The HTTP headers that report the limits. */
  headers(): Readonly<Record<string, string>>;
}

export interface Limits {
  of(caller: string): CallLimits;
}

export const UNLIMITED: CallLimits = {
  spend: () => {},
  giveBack: () => {},
  warning: () => undefined,
  headers: () => ({}),
};

const WINDOW_S = WINDOW_MS / 1000;
const POLICY = LIMITED_KINDS.map((kind) => `"${kind}";q=${RATE_LIMITS[kind]};w=${WINDOW_S}`).join(", ");
const KIND_NAMES: Readonly<Record<LimitedKind, string>> = {
  requests: "calls",
  captures: "captured decisions",
  reads: "resource reads",
};

type Usages = Map<LimitedKind, Usage>;

/** Counts in this process only: two servers on one memory have separate limits. */
export function rateLimits(mode: LimitMode, clock: Pick<Clock, "elapsed">): Limits {
  if (mode === "off") return { of: () => UNLIMITED };
  /** The least recent callers come first. */
  const callers = new Map<string, Usages>();
  const usagesOf = (caller: string): Usages => {
    const usages = callers.get(caller) ?? new Map<LimitedKind, Usage>();
    callers.delete(caller);
    callers.set(caller, usages);
    for (const [name, others] of callers) {
      if (others === usages || isRecent(others, clock.elapsed())) break;
      callers.delete(name);
    }
    return usages;
  };
  // A connection keeps its limits for longer than a window, so they look up the usage at every call.
  return { of: (caller) => callLimits(() => usagesOf(caller), mode, clock) };
}

/** Whether a window of this caller is not over. */
const isRecent = (usages: Usages, now: number): boolean =>
  [...usages.values()].some(({ times }) => (times.at(-1) ?? Number.NEGATIVE_INFINITY) > now - WINDOW_MS);

function callLimits(usages: () => Usages, mode: LimitMode, clock: Pick<Clock, "elapsed">): CallLimits {
  const now = (): number => clock.elapsed();
  const usageOf = (kind: LimitedKind): Usage => usages().get(kind) ?? NO_USAGE;
  const budget = (kind: LimitedKind): Budget => budgetOf(usageOf(kind), RATE_LIMITS[kind], now());

  return {
    spend(kind) {
      const spent = spend(usageOf(kind), RATE_LIMITS[kind], now());
      usages().set(kind, spent.usage);
      if (spent.budget.retryAfter !== undefined && mode === "on")
        throw tooMany(kind, spent.budget.retryAfter);
    },
    giveBack: (kind) => void usages().set(kind, refund(usageOf(kind))),
    warning() {
      const sentences = LIMITED_KINDS.map((kind) => ({ kind, ...budget(kind) }))
        .filter(({ nearlySpent }) => nearlySpent)
        .map(({ kind, limit, remaining }) => warningOf(kind, limit, remaining, mode));
      return sentences.length > 0 ? sentences : undefined;
    },
    headers() {
      const budgets = LIMITED_KINDS.map((kind) => ({ kind, ...budget(kind) }));
      const waits = budgets.flatMap(({ retryAfter }) => retryAfter ?? []);
      return {
        "RateLimit-Policy": POLICY,
        RateLimit: budgets
          .map(({ kind, remaining, resetAfter }) => `"${kind}";r=${remaining};t=${resetAfter}`)
          .join(", "),
        ...(mode === "on" && waits.length > 0 && { "Retry-After": String(Math.max(...waits)) }),
      };
    },
  };
}

function warningOf(kind: LimitedKind, limit: number, remaining: number, mode: LimitMode): string {
  const left = remaining > 0 ? `${remaining} of ${limit}` : `None of ${limit}`;
  const after =
    mode === "on" ? "Further ones are refused until the minute is over." : "Nothing is refused here.";
  return `${left} ${KIND_NAMES[kind]} a minute are left. ${after}`;
}

function tooMany(kind: LimitedKind, retryAfter: number): Fault {
  return new Fault("limited", `More than ${RATE_LIMITS[kind]} ${KIND_NAMES[kind]} within a minute.`, {
    reason: "rate_limit_exceeded",
    retryAfter,
    hint: `Nothing was done. Wait ${retryAfter} s and try again; each further attempt before that doubles the wait, up to a minute.`,
  });
}
