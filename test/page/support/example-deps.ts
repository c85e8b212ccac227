import { join } from "node:path";
import { proposeLink } from "../../../src/decisions/operations/propose-links.ts";
import { approveLink } from "../../../src/decisions/operations/review-links.ts";
import { readEnvironment } from "../../../src/main/environment.ts";
import { wire } from "../../../src/main/wire.ts";
import type { Deps } from "../../../src/memory/deps.ts";
import { followUp } from "../../../src/memory/follow-up.ts";
import { type Call, perform } from "../../../src/shared/operations/operation.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { timeSortedIds } from "../../../src/shared/system/system.ts";

export const EXAMPLE_PROJECT = "example.org/shop";

/** What an example is written with: the parts of the product, with a clock that can be set. */
export interface ExampleDeps extends Deps {
  at(time: Date): void;
  callBy(person?: string): Call;
}

/** The ids of the example, by statement. */
export type ExampleIds = ReadonlyMap<string, string>;

/** Opens the memory in `home` with the real parts, does `work` at made-up times, and closes it. */
export async function writeMemory<T>(home: string, work: (deps: ExampleDeps) => Promise<T>): Promise<T> {
  const flags = { home, dbPath: join(home, "membria.db"), project: EXAMPLE_PROJECT, logLevel: "error" };
  const wiring = await wire(readEnvironment(flags), process.stderr, { keepsRunning: false });
  let time = new Date();
  const clock = { now: () => time, elapsed: () => time.getTime() };
  const parts = { ...wiring, clock, ids: timeSortedIds(clock) };
  const deps: ExampleDeps = {
    ...parts,
    ...followUp(parts),
    at(next) {
      time = next;
    },
    callBy: (person) => callBy(parts, person),
  };
  try {
    return await work(deps);
  } finally {
    await wiring.background.idle();
    await wiring.close();
  }
}

/** Links two decisions of the example, as somebody who may. */
export async function linkExample(
  deps: ExampleDeps,
  input: {
    readonly from: string;
    readonly to: string;
    readonly relation: "refines" | "contradicts" | "depends_on";
    readonly reason: string;
  },
  isApproved: boolean,
): Promise<void> {
  const { link } = await perform(proposeLink, input, deps, deps.callBy());
  if (isApproved) await perform(approveLink, { link: link.id }, deps, deps.callBy("ana"));
}

function callBy(deps: Deps, person: string | undefined): Call {
  const screen = startScreening(deps.secrets);
  return {
    actor: {
      role: person === undefined ? "agent" : "admin",
      author:
        person === undefined
          ? {
              kind: "agent",
              name: screen.text("client", "claude-code"),
              person: screen.text("person", "ana"),
            }
          : { kind: "human", name: screen.text("person", person) },
      client: screen.text("client", "claude-code/2.1"),
    },
    scope: EXAMPLE_PROJECT,
    dueDays: 30,
    notices: [],
    signal: new AbortController().signal,
    consent: () => true,
    mayReportConsent: true,
    progress: () => {},
  };
}
