import { setTimeout as wait } from "node:timers/promises";
import type { WireMessage } from "../mcp/stdio/messages.ts";
import type { Control } from "./control.ts";
import { idsIn } from "./fill-memory.ts";
import { processorWaitMs, residentMb } from "./process-facts.ts";
import type { FuzzRequest } from "./requests.ts";
import { createTally, type Tally } from "./tally.ts";
import type { World } from "./world.ts";

/** An answer counts as late after this, besides what the control took. */
export const LATE_MS = 2_000;
/** How many cases are on their way at once. */
const AT_ONCE = 4;
const PING_EVERY_MS = 10;
const PROGRESS_EVERY_MS = 10_000;
const REMEMBERED_IDS = 500;
const SHOWN_LENGTH = 700;

export interface FuzzOptions {
  readonly seed: number;
  readonly seconds: number;
  readonly embedding: "local" | "off";
  /** Only this case, to look at it. */
  readonly only?: number | undefined;
  progress(line: string): void;
}

/** When a ping was sent and answered. */
export interface Ping {
  readonly sent: number;
  readonly at: number;
}

/** What all cases of one transport share. */
export interface FuzzRun {
  readonly transport: string;
  readonly seed: number;
  readonly embedding: FuzzOptions["embedding"];
  readonly home: string;
  readonly world: World;
  readonly tally: Tally;
  /** The ids of records whose writing was acknowledged. */
  readonly acknowledged: Set<string>;
  /** The resident memory of the server in MB, from its first moment on. */
  readonly resident: number[];
  /** Names the process of the server. */
  watch(pid: number | undefined): void;
  /**
   * Starts to measure. The returned function says how much of the time from the sending to the answer was the server's:
   * what the control took at the time, and what the server waited for a processor, is the machine's.
   */
  startTiming(): (sent: number, at: number) => number;
  acknowledge(request: FuzzRequest, reply: WireMessage): void;
  /** Makes cases until the time is over or the server is gone, some at once. */
  work(
    server: { isAlive(): boolean; stderr(): string },
    makeCase: (index: number) => Promise<void>,
  ): Promise<void>;
}

export function createRun(
  transport: string,
  options: FuzzOptions,
  home: string,
  world: World,
  control: Control,
): FuzzRun {
  const { seed, seconds, embedding, only, progress } = options;
  const tally = createTally();
  const acknowledged = new Set<string>();
  const resident: number[] = [];
  let watched: number | undefined;
  const look = (): void => {
    const size = residentMb(watched);
    if (size !== undefined) resident.push(size);
  };
  return {
    transport,
    seed,
    embedding,
    home,
    world,
    tally,
    acknowledged,
    resident,
    watch(pid) {
      watched = pid;
    },
    startTiming() {
      const began = performance.now();
      const waited = processorWaitMs(watched);
      return (sent, at) => {
        const ofMachine = Math.max(control.delayBetween(began, at), processorWaitMs(watched) - waited);
        return Math.max(0, at - sent - ofMachine);
      };
    },
    acknowledge({ tool, message }, { result }) {
      if (!tool || tool.annotations.readOnlyHint || !result || result["isError"]) return;
      const known = [...world.ids.own, ...world.ids.ofOtherProject, ...world.ids.erased];
      const sent = JSON.stringify(message);
      for (const id of idsIn(result["structuredContent"])) {
        // A made-up topic may look like an id, and comes back in the reply.
        if (known.includes(id) || sent.includes(id)) continue;
        acknowledged.add(id);
        world.ids.recent.push(id);
        if (world.ids.recent.length > REMEMBERED_IDS) world.ids.recent.shift();
      }
    },
    async work(server, makeCase) {
      look();
      if (only !== undefined) return makeCase(only);
      const until = performance.now() + seconds * 1_000;
      let next = 0;
      const worker = async (): Promise<void> => {
        while (performance.now() < until && server.isAlive()) await makeCase(next++);
      };
      const timer = setInterval(() => {
        look();
        progress(`${transport}: ${tally.line()}, ${resident.at(-1)} MB`);
      }, PROGRESS_EVERY_MS);
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      clearInterval(timer);
      look();
      if (!server.isAlive())
        tally.failed({
          index: -1,
          kind: "process",
          problem: "it ended",
          sent: "",
          received: server.stderr(),
        });
    },
  };
}

/** Pings the server all the time, and counts how long it took. */
export function keepPinging(
  { tally, startTiming }: FuzzRun,
  ping: () => Promise<Ping>,
): { stop(): Promise<void> } {
  let stopped = false;
  const keep = async (): Promise<void> => {
    while (!stopped) {
      const timing = startTiming();
      const before = tally.inFlight();
      const { sent, at } = await ping();
      if (!stopped) tally.pinged(timing(sent, at), [...before, ...tally.inFlight()]);
      await wait(PING_EVERY_MS);
    }
  };
  const done = keep();
  return {
    stop() {
      stopped = true;
      return done;
    },
  };
}

/** What came back, and for an internal error also what the log says about it. */
export const receivedText = (problem: string, text: string, log: string): string =>
  problem.includes("internal") ? `${excerpt(text)}\n  log:      ${log.slice(-SHOWN_LENGTH)}` : excerpt(text);

export const excerpt = (text: string): string =>
  text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}… (${text.length} characters)`;
