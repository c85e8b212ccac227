import { expect, it } from "vitest";
import { candidateDigest } from "../../../src/candidates/rules/candidate.ts";
import {
  addCandidates,
  findCandidate,
  latestCheckpointDraft,
  openCandidates,
  saveCheckpointDraft,
  settleCandidate,
  settledAmong,
} from "../../../src/candidates/sql/candidate-rows.ts";
import type { OpenedStore } from "../../contract/opened-store.ts";
import { DAY, screened } from "../../support/decisions.ts";
import { candidate, checkpointDraft } from "../../support/hook-records.ts";

const minutes = (n: number): Date => new Date(DAY.getTime() + n * 60_000);

export function waitingForReview(opened: () => OpenedStore): void {
  it("keeps candidates as they are, oldest first, even after a restart", async () => {
    const { memory } = opened();
    const later = candidate({ at: minutes(1), reasoning: undefined, alternatives: [], origin: "agent" });
    const earlier = candidate();
    const draft = checkpointDraft({ at: minutes(2) });
    expect(await addCandidates(memory, [later, earlier])).toBe(2);
    await saveCheckpointDraft(memory, draft);
    expect(await openCandidates(memory, "shop", 10)).toEqual({ items: [earlier, later, draft], total: 3 });
    expect(await openCandidates(memory, "shop", 1)).toEqual({ items: [earlier], total: 3 });
    expect(await findCandidate(await opened().reopen(), "shop", later.id)).toEqual(later);
  });

  it("leaves out what waits already in the same words, in this project", async () => {
    const { memory } = opened();
    const quote = screened("We go with Postgres.");
    const first = candidate({ quote });
    expect(await addCandidates(memory, [first, candidate({ quote }), candidate()])).toBe(2);
    expect(await addCandidates(memory, [candidate({ quote, session: "two" })])).toBe(0);
    expect(await addCandidates(memory, [candidate({ quote, project: "depot" })])).toBe(1);
    await settleCandidate(memory, "shop", first.id, DAY);
    expect(await addCandidates(memory, [candidate({ quote })]), "it was settled, and said again").toBe(1);
  });

  it("has one draft of a checkpoint per session, the newest", async () => {
    const { memory } = opened();
    const [older, newer] = [checkpointDraft(), checkpointDraft({ at: minutes(1) })];
    const other = checkpointDraft({ session: "two", at: minutes(2) });
    for (const draft of [older, other, newer]) await saveCheckpointDraft(memory, draft);
    expect((await openCandidates(memory, "shop", 10)).items).toEqual([newer, other]);
    expect(await latestCheckpointDraft(memory, "shop", undefined)).toEqual(other);
    expect(await latestCheckpointDraft(memory, "shop", minutes(1))).toEqual(other);
    expect(await latestCheckpointDraft(memory, "shop", minutes(2))).toBeUndefined();
    expect(await latestCheckpointDraft(memory, "depot", undefined)).toBeUndefined();
  });

  it("settles a candidate once, in its project, and without a change of the memory", async () => {
    const { memory } = opened();
    const before = await memory.position();
    const waiting = candidate();
    await addCandidates(memory, [waiting]);
    expect(await settleCandidate(memory, "depot", waiting.id, DAY)).toBe(false);
    expect(await settleCandidate(memory, "all", waiting.id, DAY)).toBe(true);
    expect(await settleCandidate(memory, "shop", waiting.id, DAY)).toBe(false);
    expect(await findCandidate(memory, "shop", waiting.id)).toBeUndefined();
    expect(await memory.position()).toBe(before);
  });

  it("remembers of what was settled that it was, until it waits again, and nothing else of it", async () => {
    const { memory } = opened();
    const waiting = candidate({ quote: screened("We go with Postgres.") });
    const digest = candidateDigest("we go with  postgres");
    await addCandidates(memory, [waiting]);
    expect(await settledAmong(memory, "shop", [digest])).toEqual(new Set());
    await settleCandidate(memory, "shop", waiting.id, DAY);
    expect(await settledAmong(memory, "shop", [digest, candidateDigest("another")])).toEqual(
      new Set([digest]),
    );
    expect(await settledAmong(memory, "depot", [digest])).toEqual(new Set());
    await addCandidates(memory, [waiting]);
    expect(await settledAmong(memory, "shop", [digest])).toEqual(new Set());
  });

  it("keeps where a candidate stands, with its time", async () => {
    const { memory } = opened();
    const citation = {
      commit: "0123456789abcdef",
      subject: screened("Drop Node 18"),
      pr: screened("#7"),
      at: DAY,
    };
    const cited = candidate({ origin: "written", citation });
    await addCandidates(memory, [cited]);
    expect(await findCandidate(memory, "shop", cited.id)).toEqual(cited);
  });

  it("settles it for one of two that try at the same time", async () => {
    const [one, two] = [opened().memory, await opened().second()];
    const waiting = candidate();
    await addCandidates(one, [waiting]);
    const settled = await Promise.all(
      [one, two].map((memory) => settleCandidate(memory, "shop", waiting.id, DAY)),
    );
    expect(settled.sort()).toEqual([false, true]);
  });
}
