import type { Processes } from "../../src/shared/ports.ts";

export interface FakeProcesses extends Processes {
  /** The names of those that have ended. */
  readonly ended: Set<string>;
}

/** A process with this name, which knows of the others what the test says. */
export function fakeProcesses(own = "this process"): FakeProcesses {
  const ended = new Set<string>();
  return { own, ended, hasEnded: (name) => ended.has(name) };
}
