import { expect, it } from "vitest";
import type { NamedProject } from "../../../src/access/rules/project.ts";
import { bindName, nameStanding, readBindings, trustName } from "../../../src/access/sql/bindings.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { act, decision } from "../../support/decisions.ts";

const SHOP: NamedProject = { project: "shop", repository: "origin:git.example/acme/shop" };
const GAME: NamedProject = { project: "shop", repository: "origin:git.example/mallory/game" };

export function bindingNames(current: () => OpenedStore): void {
  it("finds a name free until somebody writes under it, and foreign to everybody else afterwards", async () => {
    const { memory } = current();
    expect(await nameStanding(memory, SHOP)).toEqual({ standing: "free" });
    await addDecision(memory, { decision: decision({ project: "warehouse" }) }, act());
    expect(await nameStanding(memory, SHOP)).toEqual({ standing: "free" });
    await addDecision(memory, { decision: decision({ project: "shop" }) }, act());
    await addDecision(memory, { decision: decision({ project: "shop" }) }, act());
    expect(await nameStanding(memory, SHOP)).toEqual({ standing: "foreign", decisions: 2 });
  });

  it("binds a free name to one repository, also for another process and after a restart", async () => {
    const opened = current();
    await bindName(opened.memory, SHOP, act());
    for (const open of [async () => opened.memory, opened.second, opened.reopen]) {
      const memory = await open();
      expect(await nameStanding(memory, SHOP)).toEqual({ standing: "bound", reason: "first-use" });
      expect(await nameStanding(memory, GAME)).toEqual({ standing: "foreign", decisions: 0 });
    }
  });

  it("lets one of two repositories have a name that both want at the same time", async () => {
    const { memory, second } = current();
    const results = await Promise.allSettled([
      bindName(memory, SHOP, act()),
      bindName(await second(), GAME, act()),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [refused] = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(refused).toMatchObject({ code: "conflict", reason: "project_taken" });
    expect(await readBindings(memory, "shop")).toHaveLength(1);
  });

  it("binds a name that is bound to the repository no second time", async () => {
    const { memory } = current();
    await bindName(memory, SHOP, act());
    const position = await memory.position();
    await bindName(memory, SHOP, act());
    expect(await memory.position()).toBe(position);
  });

  it("binds no name under which others wrote, until it is trusted", async () => {
    const { memory } = current();
    await addDecision(memory, { decision: decision({ project: "shop" }) }, act());
    await expect(bindName(memory, GAME, act())).rejects.toMatchObject({ code: "conflict" });
    await trustName(memory, GAME, act());
    expect(await nameStanding(memory, GAME)).toEqual({ standing: "bound", reason: "trusted" });
    expect(await nameStanding(memory, SHOP)).toEqual({ standing: "foreign", decisions: 1 });
    await trustName(memory, SHOP, act());
    expect(await readBindings(memory, "shop")).toEqual([
      { repository: GAME.repository, reason: "trusted" },
      { repository: SHOP.repository, reason: "trusted" },
    ]);
    expect(await readBindings(memory, "warehouse")).toEqual([]);
  });

  it("writes an audit row for each binding, with its author", async () => {
    const { memory } = current();
    await bindName(memory, SHOP, act());
    await trustName(memory, GAME, act());
    const entries = await memory.changesAfter(0, 10);
    expect(entries.map(({ action, kind, subject, project }) => [action, kind, subject, project])).toEqual([
      ["project.bound", "project", "shop", "shop"],
      ["project.trusted", "project", "shop", "shop"],
    ]);
    expect(entries.map(({ author }) => author)).toEqual([act().by.author.name, act().by.author.name]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });
}
