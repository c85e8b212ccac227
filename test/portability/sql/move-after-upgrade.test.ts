import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { contextHash } from "../../../src/decisions/rules/decision-fields.ts";
import { openSqliteStore } from "../../../src/memory/open-store.ts";
import { act } from "../../support/decisions.ts";
import { folderOfTest } from "../../support/memory.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";

const fixture = (version: string): string =>
  fileURLToPath(new URL(`../../fixtures/memory-${version}.db`, import.meta.url));

describe("The projects of a memory that an earlier version wrote", () => {
  it.each(["0.1.0", "0.2.0"])("can be merged: %s", async (version) => {
    const path = (await folderOfTest()).file("membria.db");
    copyFileSync(fixture(version), path);
    const store = await openSqliteStore(path, silentLog);
    onTestFinished(store.close);
    const [first, ...others] = await store.listProjects();
    const into = first?.project ?? "";
    for (const { project } of others) await store.moveProject(project, into, act());
    const [last] = others.slice(-1);
    const moved = await store.lastMove();
    await store.undoMove(moved?.entry ?? 0, act());
    expect((await store.listProjects()).map(({ project }) => project).sort()).toEqual(
      [into, last?.project ?? ""].sort(),
    );
    const { items } = await store.listDecisions({ scope: into }, 100);
    for (const decision of items)
      expect(decision.contextHash, decision.id).toBe(contextHash(decision, decision.hashVersion));
    // The hashes of 0.1.0 cover the names of people.
    for (const { id } of await store.listPeople()) await store.erasePerson(id, act());
    expect((await store.verifyAudit()).problem).toBeUndefined();
    await expectSameWhenReplayed(path);
  });
});
