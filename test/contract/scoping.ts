import { afterAll, beforeAll, expect, it } from "vitest";

import { Fault } from "../../src/shared/errors.ts";
import type { Scope } from "../../src/shared/scope.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { fillShop } from "./filled-project.ts";
import type { OpenedStore, OpenStore } from "./opened-store.ts";
import { SCOPED_CALLS } from "./scoped-calls.ts";

type Name = keyof typeof SCOPED_CALLS;

/** What a call answers, or how it refuses, and what it wrote about the project `shop`. */
async function asked({ memory }: { readonly memory: Memory }, name: Name, scope: Scope) {
  const before = await memory.position();
  const answer = await SCOPED_CALLS[name](memory, scope).catch((error: unknown) => {
    if (error instanceof Fault) return { refused: error.code };
    throw error;
  });
  const written = await memory.changesAfter(before, 100);
  return { answer, written: written.filter(({ project }) => project === "shop").map(({ action }) => action) };
}

/** Every store keeps projects apart, whatever it is asked by: from outside, a full project is as good as none. */
export function scoping(open: OpenStore): void {
  let full: OpenedStore;
  let empty: OpenedStore;
  beforeAll(async () => {
    [full, empty] = [await open(), await open()];
    await fillShop(full.memory);
  });
  afterAll(() => Promise.all([full.dispose(), empty.dispose()]));

  it.each(Object.keys(SCOPED_CALLS) as Name[])("%s", async (name) => {
    expect(await asked(full, name, "bank")).toEqual(await asked(empty, name, "bank"));
    const found = await asked(full, name, "shop");
    expect(found, "inside there is something to find").not.toEqual(await asked(empty, name, "shop"));
  });
}
