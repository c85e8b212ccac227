import { expect, it } from "vitest";
import type { NamedProject } from "../../../src/access/rules/project.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, decision } from "../../support/decisions.ts";

const SHOP: NamedProject = { project: "shop", repository: "origin:git.example/acme/shop" };
const GAME: NamedProject = { project: "shop", repository: "origin:git.example/mallory/game" };

export function bindingNames(current: () => OpenedStore): void {
  it("finds a name free until somebody writes under it, and foreign to everybody else afterwards", async () => {
    const { store } = current();
    expect(await store.nameStanding(SHOP)).toEqual({ standing: "free" });
    await store.addDecision({ decision: decision({ project: "warehouse" }) }, act());
    expect(await store.nameStanding(SHOP)).toEqual({ standing: "free" });
    await store.addDecision({ decision: decision({ project: "shop" }) }, act());
    await store.addDecision({ decision: decision({ project: "shop" }) }, act());
    expect(await store.nameStanding(SHOP)).toEqual({ standing: "foreign", decisions: 2 });
  });

  it("binds a free name to one repository, also for another process and after a restart", async () => {
    const opened = current();
    await opened.store.bindName(SHOP, act());
    for (const open of [async () => opened.store, opened.second, opened.reopen]) {
      const store = await open();
      expect(await store.nameStanding(SHOP)).toEqual({ standing: "bound", reason: "first-use" });
      expect(await store.nameStanding(GAME)).toEqual({ standing: "foreign", decisions: 0 });
    }
  });

  it("lets one of two repositories have a name that both want at the same time", async () => {
    const { store, second } = current();
    const results = await Promise.allSettled([
      store.bindName(SHOP, act()),
      (await second()).bindName(GAME, act()),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [refused] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toMatchObject({ code: "conflict", reason: "project_taken" });
    expect(await store.bindings("shop")).toHaveLength(1);
  });

  it("binds a name that is bound to the repository no second time", async () => {
    const { store } = current();
    await store.bindName(SHOP, act());
    const position = await store.position();
    await store.bindName(SHOP, act());
    expect(await store.position()).toBe(position);
  });

  it("binds no name under which others wrote, until it is trusted", async () => {
    const { store } = current();
    await store.addDecision({ decision: decision({ project: "shop" }) }, act());
    await expect(store.bindName(GAME, act())).rejects.toMatchObject({ code: "conflict" });
    await store.trustName(GAME, act());
    expect(await store.nameStanding(GAME)).toEqual({ standing: "bound", reason: "trusted" });
    expect(await store.nameStanding(SHOP)).toEqual({ standing: "foreign", decisions: 1 });
    await store.trustName(SHOP, act());
    expect(await store.bindings("shop")).toEqual([
      { repository: GAME.repository, reason: "trusted" },
      { repository: SHOP.repository, reason: "trusted" },
    ]);
    expect(await store.bindings("warehouse")).toEqual([]);
  });

  it("writes an audit row for each binding, with its author", async () => {
    const { store } = current();
    await store.bindName(SHOP, act());
    await store.trustName(GAME, act());
    const entries = await store.changesAfter(0, 10);
    expect(entries.map(({ action, kind, subject, project }) => [action, kind, subject, project])).toEqual([
      ["project.bound", "project", "shop", "shop"],
      ["project.trusted", "project", "shop", "shop"],
    ]);
    expect(entries.map(({ author }) => author)).toEqual([act().by.author.name, act().by.author.name]);
    expect((await store.verifyAudit()).problem).toBeUndefined();
  });
}
