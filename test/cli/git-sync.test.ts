import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addDecision, findDecision } from "../../src/decisions/sql/decisions.ts";
import { gitCheckout } from "../../src/repository/git/checkout.ts";
import { commandLineOn } from "../support/command-line.ts";
import { act, DAY, type DecisionFields, decision } from "../support/decisions.ts";
import { gitRepository, WITH_GIT, workTree } from "../support/git.ts";
import { openMemory } from "../support/memory.ts";
import { pressing } from "../support/reviewing.ts";
import { daysAfter } from "../support/skills.ts";

/** A repository in which one decision was reverted and another one was not, and both are carried out by a commit. */
async function withHistory({ synced = false } = {}) {
  const repository = await gitRepository();
  const memory = { ...(await openMemory()), checkout: gitCheckout(async () => workTree(repository.root)) };
  const capture = async (fields: DecisionFields) =>
    addDecision(memory.memory, { decision: { ...decision(fields), dueAt: daysAfter(30) } }, act());
  await capture({ id: "dec_redis", statement: "Keep carts in Redis" });
  await capture({ id: "dec_pages", statement: "Render pages on the server" });
  const at = (hour: number): Date => new Date(DAY.getTime() + hour * 3_600_000);
  await repository.write("src/carts.ts", "redis\n", at(1));
  const carts = repository.commit("Keep carts in Redis\n\ndec_redis", at(1));
  await repository.write("src/pages.ts", "server\n", at(2));
  repository.commit("Render pages\n\ndec_pages", at(2));
  await repository.write("src/pages.ts", "server\nfixed\n", at(3));
  repository.commit("fix: broken pages", at(3));
  await repository.write("src/carts.ts", "files\n", at(4));
  const revert = repository.commit(`Revert "Keep carts in Redis"\n\nThis reverts commit ${carts}.`, at(4));
  memory.clock.set(daysAfter(2));
  const commands = commandLineOn(memory, "shop");
  if (synced) await commands.run("git", "sync");
  return { ...repository, revert, ...commands };
}

describe("membria git sync", WITH_GIT, () => {
  it("says what it read, and what waits", async () => {
    const { run } = await withHistory();
    const { out, code } = await run("git", "sync");
    expect(code).toBe(0);
    expect(out.split("\n")).toEqual([
      "4 new commits read for 2 open decisions:",
      "  2 decisions are carried out by commits: dec_redis and others",
      "  1 decision was reverted: dec_redis",
      "  1 decision was followed by a fix to the same files: dec_pages",
      "Waiting for you: 1 seems to have failed. None of it counts before you say so: membria review",
    ]);
    expect((await run("git", "sync")).out).toContain("0 new commits read for 2 open decisions: nothing new");
  });

  it("says it to programs, too", async () => {
    const { run, revert } = await withHistory();
    const { reverts, news, ...rest } = JSON.parse((await run("git", "sync", "--json", "--since", "90d")).out);
    expect(rest).toMatchObject({ commits: 4, open_decisions: 2, proposed: { failure: 1, success: 0 } });
    expect(reverts).toEqual({ by_commit: 1, by_pull_request: 0, by_subject: 0, unresolved: 0 });
    expect(news).toContainEqual(
      expect.objectContaining({ decision_id: "dec_redis", kind: "reverted", commit: revert }),
    );
    expect(news).toContainEqual(expect.objectContaining({ kind: "fixed", likelihood_ratio: 1.6 }));
  });

  it("refuses a time that is none, and a folder without a repository", async () => {
    const { run, memory } = await withHistory();
    expect(await run("git", "sync", "--since", "soon")).toMatchObject({ code: 2 });
    const nowhere = commandLineOn({ ...memory, checkout: (await openMemory()).checkout }, "shop");
    const { code, err } = await nowhere.run("git", "sync");
    expect(code).not.toBe(0);
    expect(err).toContain("There is no repository of this project here");
  });
});

describe("what the repository says is shown", WITH_GIT, () => {
  it("by membria due, which reads what is new by itself", async () => {
    const { run, memory } = await withHistory();
    memory.clock.set(daysAfter(31));
    const { out } = await run("due");
    expect(out).toMatch(
      /dec_redis.*\n {4}The repository says: carried out by [0-9a-f]{9} "Keep carts in Redis"/,
    );
    expect(out).toContain("It seems to have failed: what carried it out was taken back.");
    expect(out).toContain("a later fix to the same files");
    expect(out).toContain("it survived: nothing went wrong visibly, which is not that it was right.");
    const { decisions } = JSON.parse((await run("due", "--json")).out);
    expect(
      decisions
        .map(
          (one: { repository: { proposed_outcome: { status: string } } }) =>
            one.repository.proposed_outcome.status,
        )
        .sort(),
    ).toEqual(["failure", "success"]);
  });

  it("by membria show, with how much such a thing says", async () => {
    const { run } = await withHistory();
    await run("git", "sync");
    const failed = (await run("show", "dec_redis")).out;
    expect(failed).toContain("The repository says");
    expect(failed).toContain("It counts when somebody confirms it.");
    expect((await run("show", "dec_pages")).out).toContain("Likelihood ratio 1.6, which enters no estimate.");
    expect(JSON.parse((await run("show", "dec_redis", "--json")).out).repository).toMatchObject({
      proposed_outcome: { status: "failure", because: "reverted" },
    });
  });

  it("by membria review, before the outcome is due, with the answer that seems right first", async () => {
    const { memory } = await withHistory({ synced: true });
    const { screen, said } = pressing("y", ["Measure first."]);
    const { run } = commandLineOn(memory, "shop", {}, screen);
    const { out } = await run("review");
    expect(said()).toContain("It seems to have failed: what carried it out was taken back.");
    expect(said()).toContain("y yes, it failed · n it worked · p partly · d that says nothing");
    expect(out).toContain("1 accepted, 0 rejected, 0 skipped.");
    expect((await findDecision(memory, "shop", "dec_redis"))?.outcome).toMatchObject({
      status: "failure",
    });
  });

  it.each([
    ["n", "success"],
    ["p", "partial"],
  ])("and every other answer is taken: %s", async (key, status) => {
    const { memory } = await withHistory({ synced: true });
    const { screen } = pressing(key, [""]);
    await commandLineOn(memory, "shop", {}, screen).run("review");
    expect((await findDecision(memory, "shop", "dec_redis"))?.outcome).toMatchObject({ status });
  });

  it("and that nothing follows from it", async () => {
    const { memory } = await withHistory({ synced: true });
    const { screen, said } = pressing("d");
    const { run } = commandLineOn(memory, "shop", {}, screen);
    await run("review");
    expect(said()).toContain("Nothing follows for dec_redis from what the repository says.");
    expect((await findDecision(memory, "shop", "dec_redis"))?.outcome).toBeUndefined();
    expect((await run("review", "--json")).out).toContain('"total": 0');
  });

  it("and without a terminal: --accept confirms it, --reject dismisses a failure", async () => {
    const { memory, run } = await withHistory({ synced: true });
    expect((await run("review")).out).toContain(
      "Keep carts in Redis — was reverted, so it seems to have failed",
    );
    expect((await run("review", "--reject", "dec_redis")).out).toContain("Nothing follows for dec_redis");
    memory.clock.set(daysAfter(31));
    expect((await run("review", "--accept", "dec_pages")).out).toContain("recorded: success");
  });
});

describe("membria git hook", WITH_GIT, () => {
  it("installs, says what is there, and takes it out", async () => {
    const { run, root } = await withHistory();
    const path = join(root, ".git/hooks/post-commit");
    const installed = await run("git", "hook", "install");
    expect(installed).toMatchObject({ code: 0 });
    expect(installed.out).toContain(`post-commit  reads what is new  ${path}`);
    expect(await readFile(path, "utf8")).toContain("'git' 'sync' </dev/null >/dev/null 2>&1 &");
    expect(JSON.parse((await run("git", "hook", "status", "--json")).out).hooks).toMatchObject([
      { hook: "post-commit", state: "ours", left: null },
      { hook: "post-merge", state: "ours", left: null },
    ]);
    expect((await run("git", "hook", "remove")).out).toContain("post-commit  there is none");
    await expect(readFile(path)).rejects.toThrow();
  });

  it("ends with 1 where a hook was left alone, and refuses a folder without a repository", async () => {
    const { run, root, memory } = await withHistory();
    await writeFile(join(root, ".git/hooks/post-merge"), "#!/usr/bin/env python3\n", { mode: 0o755 });
    const { code, out } = await run("git", "hook", "install");
    expect(code).toBe(1);
    expect(out).toContain("Left alone: It is no script of a shell");
    const nowhere = commandLineOn({ ...memory, checkout: (await openMemory()).checkout }, "shop");
    expect((await nowhere.run("git", "hook", "status")).err).toContain("There is no repository here");
  });

  it("is offered where a client is set up in a repository", async () => {
    const { run } = await withHistory();
    const offered = "membria git hook install";
    expect((await run("install", "codex", "--dry-run")).out).toContain(offered);
    await run("git", "hook", "install");
    expect((await run("install", "codex", "--dry-run")).out).not.toContain(offered);
  });
});
