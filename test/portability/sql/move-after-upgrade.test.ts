import { copyFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { contextHash } from "../../../src/decisions/rules/decision-fields.ts";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { erasePerson } from "../../../src/portability/sql/erase-memory.ts";
import { lastMove, readProjects, storeMove, undoMove } from "../../../src/portability/sql/projects.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { readPeople } from "../../../src/store/log/people.ts";
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
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(memory.close);
    const [first, ...others] = await readProjects(memory);
    const into = first?.project ?? "";
    for (const { project } of others) await storeMove(memory, project, into, act());
    const [last] = others.slice(-1);
    const moved = await lastMove(memory);
    await undoMove(memory, moved?.entry ?? 0, act());
    expect((await readProjects(memory)).map(({ project }) => project).sort()).toEqual(
      [into, last?.project ?? ""].sort(),
    );
    const { items } = await decisionPage(memory, { scope: into }, 100);
    for (const decision of items)
      expect(decision.contextHash, decision.id).toBe(contextHash(decision, decision.hashVersion));
    // The hashes of 0.1.0 cover the names of people.
    for (const { id } of await readPeople(memory)) await erasePerson(memory, id, act());
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    await expectSameWhenReplayed(path);
  });
});
