import { PAGE_CALLS, type PageCalls } from "../../../src/tools/page/inventory.ts";
import type { ArgumentsOf, PageAnswer, ResultOf } from "../../../src/tools/page/page-call.ts";
import { type Caller, callBy, openMemory, type TestMemory } from "../../support/memory.ts";

export interface PageMemory {
  readonly memory: TestMemory;
  /** Runs a call as the person who is signed in, in the project `shop` unless another is given. */
  ask<N extends keyof PageCalls>(
    name: N,
    args: ArgumentsOf<PageCalls[N]>,
    caller?: Caller,
  ): Promise<ResultOf<PageCalls[N]>>;
  /** Sends what an answer says would take it back. */
  undo(undo: { readonly call: string; readonly input: unknown } | null): Promise<unknown>;
}

/** A new memory, and the calls of the page on it. */
export async function pageMemory(): Promise<PageMemory> {
  const memory = await openMemory();
  const run = async (name: string, args: unknown, caller: Caller = {}) => {
    const call = callBy({ kind: "human", role: "admin", name: "Anna", ...caller });
    const { result } = (await PAGE_CALLS[name as keyof PageCalls].run(args, memory, call)) as PageAnswer;
    return result;
  };
  return {
    memory,
    ask: (name, args, caller) => run(name, args, caller) as never,
    undo: async (undo) => {
      if (!undo) throw new Error("There is nothing that takes it back.");
      // As it goes through the browser.
      return run(undo.call, JSON.parse(JSON.stringify(undo.input)));
    },
  };
}
