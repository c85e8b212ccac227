import { expect, it } from "vitest";
import { candidateDigest } from "../../../src/candidates/rules/candidate.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { DAY, screened } from "../../support/decisions.ts";
import { candidate, checkpointDraft } from "../../support/hook-records.ts";

const minutes = (n: number): Date => new Date(DAY.getTime() + n * 60_000);

export function waitingForReview(opened: () => OpenedStore): void {
  it("keeps candidates as they are, oldest first, even after a restart", async () => {
    const { store } = opened();
    const later = candidate({ at: minutes(1), reasoning: undefined, alternatives: [], origin: "agent" });
    const earlier = candidate();
    const draft = checkpointDraft({ at: minutes(2) });
    expect(await store.addCandidates([later, earlier])).toBe(2);
    await store.saveCheckpointDraft(draft);
    expect(await store.openCandidates("shop", 10)).toEqual({ items: [earlier, later, draft], total: 3 });
    expect(await store.openCandidates("shop", 1)).toEqual({ items: [earlier], total: 3 });
    expect(await (await opened().reopen()).findCandidate("shop", later.id)).toEqual(later);
  });

  it("leaves out what waits already in the same words, in this project", async () => {
    const { store } = opened();
    const quote = screened("We go with Postgres.");
    const first = candidate({ quote });
    expect(await store.addCandidates([first, candidate({ quote }), candidate()])).toBe(2);
    expect(await store.addCandidates([candidate({ quote, session: "two" })])).toBe(0);
    expect(await store.addCandidates([candidate({ quote, project: "depot" })])).toBe(1);
    await store.settleCandidate("shop", first.id, DAY);
    expect(await store.addCandidates([candidate({ quote })]), "it was settled, and said again").toBe(1);
  });

  it("has one draft of a checkpoint per session, the newest", async () => {
    const { store } = opened();
    const [older, newer] = [checkpointDraft(), checkpointDraft({ at: minutes(1) })];
    const other = checkpointDraft({ session: "two", at: minutes(2) });
    for (const draft of [older, other, newer]) await store.saveCheckpointDraft(draft);
    expect((await store.openCandidates("shop", 10)).items).toEqual([newer, other]);
    expect(await store.latestCheckpointDraft("shop", undefined)).toEqual(other);
    expect(await store.latestCheckpointDraft("shop", minutes(1))).toEqual(other);
    expect(await store.latestCheckpointDraft("shop", minutes(2))).toBeUndefined();
    expect(await store.latestCheckpointDraft("depot", undefined)).toBeUndefined();
  });

  it("settles a candidate once, in its project, and without a change of the memory", async () => {
    const { store } = opened();
    const before = await store.position();
    const waiting = candidate();
    await store.addCandidates([waiting]);
    expect(await store.settleCandidate("depot", waiting.id, DAY)).toBe(false);
    expect(await store.settleCandidate("all", waiting.id, DAY)).toBe(true);
    expect(await store.settleCandidate("shop", waiting.id, DAY)).toBe(false);
    expect(await store.findCandidate("shop", waiting.id)).toBeUndefined();
    expect(await store.position()).toBe(before);
  });

  it("remembers of what was settled that it was, until it waits again, and nothing else of it", async () => {
    const { store } = opened();
    const waiting = candidate({ quote: screened("We go with Postgres.") });
    const digest = candidateDigest("we go with  postgres");
    await store.addCandidates([waiting]);
    expect(await store.settledAmong("shop", [digest])).toEqual(new Set());
    await store.settleCandidate("shop", waiting.id, DAY);
    expect(await store.settledAmong("shop", [digest, candidateDigest("another")])).toEqual(new Set([digest]));
    expect(await store.settledAmong("depot", [digest])).toEqual(new Set());
    await store.addCandidates([waiting]);
    expect(await store.settledAmong("shop", [digest])).toEqual(new Set());
  });

  it("keeps where a candidate stands, with its time", async () => {
    const { store } = opened();
    const citation = {
      commit: "0123456789abcdef",
      subject: screened("Drop Node 18"),
      pr: screened("#7"),
      at: DAY,
    };
    const cited = candidate({ origin: "written", citation });
    await store.addCandidates([cited]);
    expect(await store.findCandidate("shop", cited.id)).toEqual(cited);
  });

  it("settles it for one of two that try at the same time", async () => {
    const [one, two] = [opened().store, await opened().second()];
    const waiting = candidate();
    await one.addCandidates([waiting]);
    const settled = await Promise.all(
      [one, two].map((store) => store.settleCandidate("shop", waiting.id, DAY)),
    );
    expect(settled.sort()).toEqual([false, true]);
  });
}
