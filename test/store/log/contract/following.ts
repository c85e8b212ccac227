import { expect, it } from "vitest";
import type { Store } from "../../../../src/memory/store.ts";
import type { OpenedStore } from "../../../contract/opened-store.ts";
import { act, decision } from "../../../support/decisions.ts";
import { eventually } from "../../../support/eventually.ts";

export function following(current: () => OpenedStore): void {
  const add = async (store: Store): Promise<string> =>
    (await store.addDecision({ decision: decision() }, act())).decision.id;

  function listen(store: Store) {
    const subjects: string[] = [];
    const stop = store.follow((entries) => subjects.push(...entries.map(({ subject }) => subject)));
    const sees = (expected: readonly string[]): Promise<void> =>
      eventually(() => expect(subjects).toEqual(expected));
    return { subjects, stop, sees };
  }

  it("returns the changes after a position, in order, in slices", async () => {
    const { store } = current();
    const ids = [await add(store), await add(store), await add(store)];
    expect((await store.changesAfter(1, 10)).map(({ subject }) => subject)).toEqual(ids.slice(1));
    expect((await store.changesAfter(0, 2)).map(({ subject }) => subject)).toEqual(ids.slice(0, 2));
    expect(await store.changesAfter(3, 10)).toEqual([]);
  });

  it("calls a follower for writes of its own connection after it started to follow", async () => {
    const { store } = current();
    await add(store);
    const { sees } = listen(store);
    await sees([await add(store), await add(store)]);
  });

  it("calls a follower for writes of another connection soon after, in order and once", async () => {
    const opened = current();
    const second = await opened.second();
    await add(second);
    const { sees } = listen(opened.store);
    const ids = [await add(second), await add(opened.store), await add(second)];
    await sees(ids);
    await sees([...ids, await add(second)]);
  });

  it("misses none of many writes at once", async () => {
    const opened = current();
    const second = await opened.second();
    const { subjects } = listen(opened.store);
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => add(n % 2 ? opened.store : second)));
    await eventually(() => expect(subjects).toHaveLength(60));
    expect(new Set(subjects)).toEqual(new Set(ids));
  });

  it("calls every follower once, even if several start at the same moment", async () => {
    const { store } = current();
    const [first, second] = [listen(store), listen(store)];
    const id = await add(store);
    await first.sees([id]);
    await second.sees([id]);
  });

  it("calls the other followers when one throws", async () => {
    const { store } = current();
    store.follow(() => {
      throw new Error("a follower's own trouble");
    });
    const { sees } = listen(store);
    const ids = [await add(store)];
    await sees(ids);
    await sees([...ids, await add(store)]);
  });

  it("stops calling a follower that stopped, and still calls the others", async () => {
    const opened = current();
    const second = await opened.second();
    const [stopping, staying] = [listen(opened.store), listen(opened.store)];
    const before = await add(second);
    await stopping.sees([before]);
    stopping.stop();
    const after = [await add(second), await add(opened.store)];
    await staying.sees([before, ...after]);
    expect(stopping.subjects).toEqual([before]);
  });

  it("starts again after all followers stopped, without what was written in between", async () => {
    const { store } = current();
    const earlier = listen(store);
    earlier.stop();
    await add(store);
    const later = listen(store);
    await later.sees([await add(store)]);
    expect(earlier.subjects).toEqual([]);
  });
}
