import { expect, it } from "vitest";
import type { Store } from "../../src/domain/store.ts";
import { act, decision } from "../support/decisions.ts";

/** `link` puts a link into the store as if somebody had proposed it and it had come to the state. */
export interface LinkableStore {
  readonly store: Store;
  link(link: {
    id: string;
    from: string;
    to: string;
    relation: string;
    state: string;
    at: number;
  }): Promise<void>;
}

export function relating(open: () => Promise<LinkableStore>): void {
  it("finds approved links at either end, the newest first, and nothing that nobody approved", async () => {
    const { store, link } = await open();
    const [a, b, c] = [decision(), decision(), decision()];
    for (const one of [a, b, c]) await store.addDecision({ decision: one }, act());
    await link({ id: "lnk_1", from: a.id, to: b.id, relation: "refines", state: "active", at: 1 });
    await link({ id: "lnk_2", from: c.id, to: a.id, relation: "contradicts", state: "active", at: 2 });
    await link({ id: "lnk_3", from: a.id, to: c.id, relation: "refines", state: "pending", at: 3 });
    await link({ id: "lnk_4", from: a.id, to: c.id, relation: "refines", state: "rejected", at: 4 });
    await link({ id: "lnk_5", from: b.id, to: c.id, relation: "supersedes", state: "active", at: 5 });
    expect(await store.approvedLinks([a.id], 10)).toEqual([
      { id: "lnk_2", from: c.id, to: a.id, relation: "contradicts", at: new Date(2) },
      { id: "lnk_1", from: a.id, to: b.id, relation: "refines", at: new Date(1) },
    ]);
    expect((await store.approvedLinks([a.id, b.id, c.id], 1)).map(({ id }) => id)).toEqual(["lnk_2"]);
    expect(await store.approvedLinks([], 10)).toEqual([]);
  });

  it("forgets the links of a decision that is erased", async () => {
    const { store, link } = await open();
    const [a, b] = [decision(), decision()];
    for (const one of [a, b]) await store.addDecision({ decision: one }, act());
    await link({ id: "lnk_1", from: a.id, to: b.id, relation: "refines", state: "active", at: 1 });
    await store.eraseDecision("shop", b.id, act());
    expect(await store.approvedLinks([a.id], 10)).toEqual([]);
  });
}
