import { expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, decision } from "../../support/decisions.ts";
import { eventually } from "../../support/eventually.ts";

export function following(current: () => OpenedStore): void {
  const add = async (memory: Memory): Promise<string> =>
    (await addDecision(memory, { decision: decision() }, act())).decision.id;

  function listen(memory: Memory) {
    const subjects: string[] = [];
    const stop = memory.follow((entries) => subjects.push(...entries.map(({ subject }) => subject)));
    const sees = (expected: readonly string[]): Promise<void> =>
      eventually(() => expect(subjects).toEqual(expected));
    return { subjects, stop, sees };
  }

  it("returns the changes after a position, in order, in slices", async () => {
    const { memory } = current();
    const ids = [await add(memory), await add(memory), await add(memory)];
    expect((await memory.changesAfter(1, 10)).map(({ subject }) => subject)).toEqual(ids.slice(1));
    expect((await memory.changesAfter(0, 2)).map(({ subject }) => subject)).toEqual(ids.slice(0, 2));
    expect(await memory.changesAfter(3, 10)).toEqual([]);
  });

  it("calls a follower for writes of its own connection after it started to follow", async () => {
    const { memory } = current();
    await add(memory);
    const { sees } = listen(memory);
    await sees([await add(memory), await add(memory)]);
  });

  it("calls a follower for writes of another connection soon after, in order and once", async () => {
    const opened = current();
    const second = await opened.second();
    await add(second);
    const { sees } = listen(opened.memory);
    const ids = [await add(second), await add(opened.memory), await add(second)];
    await sees(ids);
    await sees([...ids, await add(second)]);
  });

  it("misses none of many writes at once", async () => {
    const opened = current();
    const second = await opened.second();
    const { subjects } = listen(opened.memory);
    const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => add(n % 2 ? opened.memory : second)));
    await eventually(() => expect(subjects).toHaveLength(60));
    expect(new Set(subjects)).toEqual(new Set(ids));
  });

  it("calls every follower once, even if several start at the same moment", async () => {
    const { memory } = current();
    const [first, second] = [listen(memory), listen(memory)];
    const id = await add(memory);
    await first.sees([id]);
    await second.sees([id]);
  });

  it("calls the other followers when one throws", async () => {
    const { memory } = current();
    memory.follow(() => {
      throw new Error("a follower's own trouble");
    });
    const { sees } = listen(memory);
    const ids = [await add(memory)];
    await sees(ids);
    await sees([...ids, await add(memory)]);
  });

  it("stops calling a follower that stopped, and still calls the others", async () => {
    const opened = current();
    const second = await opened.second();
    const [stopping, staying] = [listen(opened.memory), listen(opened.memory)];
    const before = await add(second);
    await stopping.sees([before]);
    stopping.stop();
    const after = [await add(second), await add(opened.memory)];
    await staying.sees([before, ...after]);
    expect(stopping.subjects).toEqual([before]);
  });

  it("starts again after all followers stopped, without what was written in between", async () => {
    const { memory } = current();
    const earlier = listen(memory);
    earlier.stop();
    await add(memory);
    const later = listen(memory);
    await later.sees([await add(memory)]);
    expect(earlier.subjects).toEqual([]);
  });
}
