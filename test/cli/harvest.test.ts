import { describe, expect, it } from "vitest";
import { decisionPage } from "../../src/decisions/sql/decisions.ts";
import { gitCheckout } from "../../src/repository/git/checkout.ts";
import { commandLineOn } from "../support/command-line.ts";
import { gitRepository, WITH_GIT, workTree } from "../support/git.ts";
import { openMemory } from "../support/memory.ts";
import { pressing } from "../support/reviewing.ts";

const MARCH = new Date("2025-03-01T12:00:00Z");

async function shop() {
  const repository = await gitRepository();
  await repository.write("src/orders.ts", "export {};\n");
  const id = repository.commit("Store orders in Postgres instead of files (#12)", MARCH);
  await repository.write("docs/adr/0001-use-postgres.md", "# Use Postgres\n");
  repository.commit("Fix a typo", MARCH);
  const memory = { ...(await openMemory()), checkout: gitCheckout(async () => workTree(repository.root)) };
  return { memory, short: id.slice(0, 7), run: commandLineOn(memory, "shop").run };
}

describe("membria harvest", WITH_GIT, () => {
  it("says what it read, what waits and how long the review takes", async () => {
    const { run } = await shop();
    const { out } = await run("harvest");
    expect(out).toBe(
      [
        "2 commits read: 1 from commits.",
        "1 decision record in docs/adr: membria import adr docs/adr",
        "1 candidate; `membria review` takes less than a minute.",
      ].join("\n"),
    );
    expect((await run("harvest")).out).toContain("Not again: 1 waits already.\n");
  });

  it("shows what would wait, and stores nothing", async () => {
    const { run, short } = await shop();
    const { out } = await run("harvest", "--dry-run");
    expect(out).toContain(`commit ${short} (#12), 1 Mar 2025  Store orders in Postgres instead of files`);
    expect(out).toContain("1 candidate; nothing was stored.");
    expect((await run("review", "--json")).out).toContain('"decisions": []');
  });

  it("gives a program where each stands", async () => {
    const { run, short } = await shop();
    const { candidates, found, adr_folders } = JSON.parse((await run("harvest", "--json")).out);
    expect({ found, adr_folders }).toEqual({ found: 1, adr_folders: [{ folder: "docs/adr", records: 1 }] });
    expect(candidates[0].stands_in).toMatchObject({
      text: `commit ${short} "Store orders in Postgres instead of files (#12)", 1 Mar 2025`,
      pr: "#12",
    });
  });

  it("has its candidates reviewed with where they stand", async () => {
    const { memory, run, short } = await shop();
    await run("harvest");
    const person = pressing("y");
    await commandLineOn(memory, "shop", {}, person.screen).run("review");
    expect(person.said()).toContain('  it says  "Store orders in Postgres instead of files"');
    expect(person.said()).toContain(
      `  stands in  commit ${short} "Store orders in Postgres instead of files (#12)", 1 Mar 2025`,
    );
    expect(person.said()).toContain("found just now");
    const { items } = await decisionPage(memory.memory, { scope: "shop" }, 10);
    expect(items).toMatchObject([{ createdAt: MARCH, alternatives: ["files"] }]);
    expect((await run("harvest")).out).toContain("Not again: 1 was reviewed before.");
  });

  it("names the file that it was given and does not find", async () => {
    const { run } = await shop();
    const { code, err } = await run("harvest", "--from", "missing.jsonl");
    expect(code).not.toBe(0);
    expect(err).toContain("missing.jsonl");
  });
});
