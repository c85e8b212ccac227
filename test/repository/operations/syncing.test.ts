import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/decisions/rules/decision.ts";
import { addDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import { quietSync, syncRepository } from "../../../src/repository/operations/sync-repository.ts";
import { howFarRead, noteRead, reportsOf } from "../../../src/repository/sql/report-rows.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { act, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";
import { gitRepository, WITH_GIT, workTree } from "../../support/git.ts";
import { callBy, openMemory } from "../../support/memory.ts";
import { daysAfter } from "../../support/skills.ts";
import { noPatience } from "../../support/timers.ts";

const call = callBy();

async function inRepository() {
  const repository = await gitRepository();
  const memory = await openMemory();
  memory.clock.set(daysAfter(1));
  const deps = { ...memory, checkout: gitCheckout(async () => workTree(repository.root)) };
  let hour = 0;
  const change = async (message: string, file = "src/orders.ts"): Promise<string> => {
    const at = new Date(DAY.getTime() + ++hour * 3_600_000);
    await repository.write(file, `${message}\n${hour}\n`, at);
    return repository.commit(message, at);
  };
  const capture = async (fields: DecisionFields = {}): Promise<Decision> => {
    const made = decision(fields);
    await addDecision(memory, { decision: made }, act());
    return made;
  };
  const sync = () => perform(syncRepository, {}, deps, call);
  const kindsOf = async ({ id }: Decision) =>
    ((await reportsOf(memory, "shop", [id])).get(id) ?? []).map(({ kind }) => kind);
  return { ...repository, memory, deps, change, capture, sync, kindsOf };
}

describe("Reading a repository", WITH_GIT, () => {
  it("reads each commit once, and finds out what a later revert takes back", async () => {
    const { change, capture, sync, kindsOf } = await inRepository();
    const made = await capture();
    const carried = await change(`Keep orders\n\nAs decided in ${made.id}.`);
    expect(await sync()).toMatchObject({ open: 1, commits: 1, news: [{ kind: "carried", commit: carried }] });
    expect(await sync()).toMatchObject({ commits: 0, news: [] });
    await change("Something else");
    expect(await sync()).toMatchObject({ commits: 1, news: [] });
    await change('Revert "Keep orders"');
    expect(await sync()).toMatchObject({ news: [{ kind: "reverted", of: carried }] });
    expect(await kindsOf(made)).toEqual(["carried", "reverted"]);
  });

  it("finds a fix of what was read before", async () => {
    const { change, capture, sync, kindsOf } = await inRepository();
    const made = await capture();
    await change(`Keep orders (${made.id})`);
    await sync();
    await change("fix: lost orders");
    await sync();
    expect(await kindsOf(made)).toEqual(["carried", "fixed"]);
  });

  it("looks back for what was linked since, however old it is", async () => {
    const { change, capture, sync, kindsOf, memory, deps, commit } = await inRepository();
    const old = commit("Older than everything", daysAfter(-100));
    const middle = await change("Keep orders (#7)");
    const [linked, requested] = [await capture(), await capture()];
    await sync();
    expect(await kindsOf(linked)).toEqual([]);
    const later = act(daysAfter(2));
    await writeDecisionChange(memory, "shop", linked.id, { linkedCommit: screened(old.slice(0, 8)) }, later);
    await writeDecisionChange(
      memory,
      "shop",
      requested.id,
      { linkedPr: screened("https://git.example/acme/shop/pull/7") },
      later,
    );
    deps.clock.set(daysAfter(3));
    await sync();
    expect((await reportsOf(memory, "shop", [linked.id])).get(linked.id)).toMatchObject([{ commit: old }]);
    expect((await reportsOf(memory, "shop", [requested.id])).get(requested.id)).toMatchObject([
      { kind: "carried", commit: middle, pr: 7 },
      { kind: "merged" },
    ]);
  });

  it("begins anew where the commit that was read last is gone", async () => {
    const { change, capture, sync, kindsOf, memory, git } = await inRepository();
    await change("Begin");
    const made = await capture();
    await change(`Keep orders (${made.id})`);
    await sync();
    await noteRead(memory, "shop", { commit: "f".repeat(40), at: daysAfter(1) });
    await change(`Keep more orders (${made.id})`);
    expect(await sync()).toMatchObject({ commits: 3, news: [{ kind: "carried" }] });
    git("checkout", "--quiet", "-b", "other", "HEAD~2");
    expect(await sync()).toMatchObject({ news: [] });
    expect(await kindsOf(made)).toEqual(["carried", "carried"]);
  });

  it("keeps no secret of a message", async () => {
    const { change, capture, sync } = await inRepository();
    const made = await capture();
    await change(`Use ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)} for ${made.id}`);
    const { news } = await sync();
    expect(news[0]?.title).toContain("[redacted:");
  });

  it("leaves a pull request of another repository alone", async () => {
    const { change, capture, sync, kindsOf, git } = await inRepository();
    git("remote", "add", "origin", "git@git.example:acme/shop.git");
    const [own, foreign] = [
      await capture({ linkedPr: "https://git.example/someone/shop/pull/7" }),
      await capture({ linkedPr: "https://git.example/acme/mobile/pull/7" }),
    ];
    await change("Keep orders (#7)");
    await sync();
    expect(await kindsOf(own)).toEqual(["carried", "merged"]);
    expect(await kindsOf(foreign)).toEqual([]);
  });

  it("says that there is no repository, and does nothing without open decisions", async () => {
    const { sync, change, deps } = await inRepository();
    const refused = { code: "unavailable", reason: "no_repository" };
    await expect(sync()).rejects.toMatchObject(refused);
    await change("Begin");
    expect(await sync()).toMatchObject({ left: "no open decisions", commits: 0 });
    expect(await howFarRead(deps.memory, "shop")).toBeUndefined();
  });

  it("ends when it is stopped, and has kept nothing then", async () => {
    const { change, capture, deps } = await inRepository();
    const made = await capture();
    await change(`Keep orders (${made.id})`);
    const stopped = new AbortController();
    const checkout = {
      ...deps.checkout,
      async *history() {
        stopped.abort();
        await new Promise(() => {});
      },
    };
    const asked = perform(syncRepository, {}, { ...deps, checkout }, callBy({ signal: stopped.signal }));
    await expect(asked).rejects.toThrow();
    expect(await howFarRead(deps.memory, "shop")).toBeUndefined();
  });

  it("is left for another time where it would take long, and done quietly where it would not", async () => {
    const { change, capture, deps, sync } = await inRepository();
    const made = await capture();
    await change(`Keep orders (${made.id})`);
    const [first] = (await sync()).news;
    await change("More");
    const many = {
      ...deps.checkout,
      async *history() {
        for (let n = 0; n < 600; n++)
          yield { id: String(n), parents: [], at: DAY, subject: "Work", body: "", files: [] };
      },
    };
    expect(await quietSync({ ...deps, checkout: many }, call)).toMatchObject({ left: "too much" });
    expect((await howFarRead(deps.memory, "shop"))?.commit).toBe(first?.commit);
    expect(await quietSync({ ...deps, timers: noPatience }, call)).toMatchObject({ left: "too much" });
    expect((await howFarRead(deps.memory, "shop"))?.commit).toBe(first?.commit);
    expect(await quietSync(deps, call)).toMatchObject({ commits: 1 });
    expect(await quietSync(deps, callBy({ role: "viewer" }))).toBeUndefined();
    expect(await quietSync(deps, callBy({ project: "all" }))).toBeUndefined();
  });
});
