import { describe, expect, it, onTestFinished } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { gitCheckout } from "../../../src/repository/git/checkout.ts";
import { listProposedOutcomes } from "../../../src/repository/operations/list-proposed.ts";
import { syncRepository } from "../../../src/repository/operations/sync-repository.ts";
import { proposedOutcome } from "../../../src/repository/rules/proposed-outcome.ts";
import { readHistory } from "../../../src/repository/rules/read-history.ts";
import { CARRIED_BY, type Report } from "../../../src/repository/rules/report.ts";
import { howFarRead, reportsOf } from "../../../src/repository/sql/report-rows.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import type { WholeCommit } from "../../../src/shared/ports.ts";
import { act, screened } from "../../support/decisions.ts";
import { fixtureDecision, fixtureId, fixtureRepository } from "../../support/fixture-decisions.ts";
import type { FixtureDecision, FixtureRepository } from "../../support/fixture-repository.mjs";
import { WITH_GIT, workTree } from "../../support/git.ts";
import { callBy, openMemory } from "../../support/memory.ts";

/** The memory of somebody who captured every decision of the fixture, at the end of its history. */
async function withFixture() {
  const fixture = fixtureRepository();
  const memory = await openMemory();
  const deps = { ...memory, checkout: gitCheckout(async () => workTree(fixture.root)) };
  for (const made of fixture.decisions)
    await addDecision(memory, { decision: fixtureDecision(made) }, act(new Date(made.at)));
  memory.clock.set(new Date(Date.parse(fixture.end) + 1_000));
  return { fixture, deps, memory: memory };
}

/** What is reverted at a time, by the truth. */
const standsReverted = ({ reverted }: FixtureDecision, at: string): boolean =>
  reverted !== null && reverted.at <= at && !(reverted.takenBack && reverted.takenBack.at <= at);

const keysOf = (decisions: readonly FixtureDecision[]): ReadonlySet<string> =>
  new Set(decisions.map(({ key }) => fixtureId(key)));

describe("on a repository with known truth", WITH_GIT, () => {
  it("every revert is proposed as a failure, and nothing else is", async () => {
    const { fixture, deps } = await withFixture();
    await perform(syncRepository, {}, deps, callBy());
    const { items } = await perform(listProposedOutcomes, { limit: 1_000 }, deps, callBy());
    const failed = items.filter(({ proposed }) => proposed.status === "failure");
    const truth = fixture.decisions.filter((made) => standsReverted(made, fixture.end));
    expect(new Set(failed.map(({ decision }) => decision.id))).toEqual(keysOf(truth));
    for (const { decision, proposed } of failed) {
      const made = truth.find(({ key }) => fixtureId(key) === decision.id);
      expect(
        proposed.from.map(({ commit }) => commit),
        decision.id,
      ).toContain(made?.reverted?.by);
    }
  });

  it("survivors are proposed when they are due, and nothing is said of the rest", async () => {
    const fixture = fixtureRepository();
    const wrong: string[] = [];
    for (const made of fixture.decisions.filter(({ survived }) => survived !== null)) {
      const said = await saidBy(fixture, made, made.due);
      const expected = standsReverted(made, made.due) ? "failure" : made.survived ? "success" : undefined;
      const { status } = proposedOutcome(fixtureDecision(made), said, new Date(made.due)) ?? {};
      if (status !== expected) wrong.push(`${made.key}: ${status} instead of ${expected}`);
      const early = new Date(Date.parse(made.due) - 1);
      if (proposedOutcome(fixtureDecision(made), said, early)?.status === "success")
        wrong.push(`${made.key}: too early`);
    }
    expect(wrong).toEqual([]);
  });

  it("which commits carry out a decision is found by each of the rules", async () => {
    const { fixture, deps, memory: store } = await withFixture();
    await perform(syncRepository, {}, deps, callBy());
    const reports = await reportsOf(
      store,
      "shop",
      fixture.decisions.map(({ key }) => fixtureId(key)),
    );
    const counts = new Map(CARRIED_BY.map((by) => [by, { right: 0, wrong: 0 }]));
    let missed = 0;
    const wrong: string[] = [];
    for (const made of fixture.decisions) {
      const found = (reports.get(fixtureId(made.key)) ?? []).filter(({ kind }) => kind === "carried");
      const truth = new Set([
        ...(made.carried?.commits ?? []),
        ...(made.carried?.merge ? [made.carried.merge] : []),
      ]);
      for (const { by, commit = "" } of found) {
        const count = counts.get(by ?? "named file");
        if (!count) continue;
        if (truth.has(commit)) count.right++;
        else {
          count.wrong++;
          wrong.push(`${made.key}: ${commit} by ${by}, in truth ${made.carried?.how ?? "nothing"}`);
        }
      }
      if (made.carried && !found.some(({ commit = "" }) => truth.has(commit))) {
        missed++;
        wrong.push(`${made.key}: missed, ${made.carried.how}`);
      }
    }
    onTestFinished(({ task }) => {
      if (task.result?.state === "fail" || process.env["MEMBRIA_SHOW_FIGURES"])
        process.stdout.write(
          `${[...counts].map(([by, { right, wrong: not }]) => `${by}: ${right} right, ${not} wrong`).join("\n")}\nmissed: ${missed}\n${wrong.join("\n")}\n`,
        );
    });
    expect([...counts.values()].reduce((sum, { wrong: not }) => sum + not, 0)).toBe(0);
    expect(missed).toBe(0);
  });

  it("fixes of the same files are told", async () => {
    const { fixture, deps, memory: store } = await withFixture();
    await perform(syncRepository, {}, deps, callBy());
    const reports = await reportsOf(
      store,
      "shop",
      fixture.decisions.map(({ key }) => fixtureId(key)),
    );
    for (const made of fixture.decisions) {
      const fixes = (reports.get(fixtureId(made.key)) ?? []).filter(({ kind }) => kind === "fixed");
      expect(new Set(fixes.map(({ commit }) => commit)), made.key).toEqual(new Set(made.fixes));
    }
  });

  it("is the same again, and step by step", async () => {
    const { fixture, deps, memory: store } = await withFixture();
    const first = await perform(syncRepository, {}, deps, callBy());
    expect(first.news.length).toBeGreaterThan(0);
    expect(await perform(syncRepository, {}, deps, callBy())).toMatchObject({ commits: 0, news: [] });
    const again = await perform(syncRepository, { since: "2000-01-01" }, deps, callBy());
    expect(again).toMatchObject({ news: [] });
    expect(again.commits).toBe(fixture.commits.filter(({ onMain }) => onMain).length);
    expect((await howFarRead(store, "shop"))?.commit).toBe(fixture.head);
  });
});

/** What a history says of a decision that ends on main at a time. */
async function saidBy(fixture: FixtureRepository, made: FixtureDecision, at: string): Promise<Report[]> {
  const byId = new Map(fixture.commits.map((commit) => [commit.sha, commit]));
  let tip = byId.get(fixture.head);
  while (tip && tip.at > at) tip = byId.get(tip.parents[0] ?? "");
  const commits: WholeCommit[] = [];
  for await (const commit of gitCheckout(async () => workTree(fixture.root)).history({ tip: tip?.sha }))
    commits.push(commit);
  const { linkedPr, ...decision } = fixtureDecision(made);
  const isForeign = linkedPr !== undefined && !linkedPr.includes("/acme/shop/");
  const sought = { ...decision, ...(!isForeign && { linkedPr }) };
  return readHistory([sought], commits)
    .findings.map(
      (one): Report => ({ ...one, project: "shop", source: "git", title: screened(one.title), files: [] }),
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
