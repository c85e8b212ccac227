import type { Browser, Page } from "playwright-core";
import { milliseconds } from "../report.ts";

const LONG_MS = 50;

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** By the clock, and the processor's time of this thread, in microseconds. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

/**
 * What kept the page from answering: by the clock, which other work on this machine lengthens, and in time of the
 * processor, which it does not.
 */
export async function longTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<string> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: readonly TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith("RunTask") && main.has(`${pid} ${tid}`),
  );
  const count = (durations: readonly number[]): string =>
    `${durations.filter((one) => one > LONG_MS).length}, the longest ${milliseconds(Math.max(...durations))}`;
  const clock = tasks.map(({ dur = 0 }) => dur / 1_000);
  const processor = tasks.map(({ tdur = 0 }) => tdur / 1_000);
  const isShort = (durations: readonly number[]): boolean => durations.every((one) => one <= LONG_MS);
  const verdict = isShort(clock) ? "kept" : isShort(processor) ? "missed by the clock alone" : "missed";
  return `by the clock ${count(clock)}; of the processor ${count(processor)} (${tasks.length} tasks), goal none: ${verdict}`;
}
