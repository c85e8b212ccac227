import type { Machine } from "./programs.ts";

export type Args = Record<string, unknown>;

interface Slowest {
  readonly calls: number;
  readonly ms: number;
}

/** Only one machine can have these its way, so they may wait for the others. */
const CLAIMS: ReadonlySet<string> = new Set(["supersede_decision", "approve_link", "reject_link"]);
/** A machine may not have heard of a record yet, or another one was faster. */
const EXPECTED_REFUSALS =
  /not.found|NOT_FOUND|there is no|already|superseded|replaced|conflict|draft|no longer/i;

/** Calls of tools, how long they took, and how they ended. */
export class WatchedCalls {
  readonly slowest = new Map<string, Slowest>();
  readonly unexpected: string[] = [];
  refused = 0;
  /** Without a reply, because the machine was killed. */
  gone = 0;

  /** Undefined if nothing was acknowledged. */
  async make(machine: Machine, tool: string, args: Args): Promise<Args | undefined> {
    const called = await machine.call(tool, args);
    if (called.as === "gone") {
      this.gone += 1;
      return undefined;
    }
    const known = this.slowest.get(tool) ?? { calls: 0, ms: 0 };
    this.slowest.set(tool, { calls: known.calls + 1, ms: Math.max(known.ms, called.ms) });
    if (called.as === "done") return called.result;
    this.refused += 1;
    if (!EXPECTED_REFUSALS.test(called.text)) this.unexpected.push(`${tool}: ${called.text}`);
    return undefined;
  }

  slowestMs(kind: "claims" | "others"): number {
    const times = [...this.slowest].filter(([tool]) => CLAIMS.has(tool) === (kind === "claims"));
    return Math.max(0, ...times.map(([, { ms }]) => ms));
  }
}
