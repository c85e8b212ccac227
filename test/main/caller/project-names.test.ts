import { mkdir, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PLAIN_WORDING } from "../../../src/cli/wording.ts";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { decisionPage } from "../../../src/decisions/sql/decisions.ts";
import { findProject, type ResolvedProject } from "../../../src/main/caller/project.ts";
import { readOtherNames } from "../../../src/portability/sql/project-places.ts";
import { lastMove, undoMove } from "../../../src/portability/sql/projects.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { createTeam } from "../../../src/team/operations/create-team.ts";
import { noticeText } from "../../../src/tools/wording.ts";
import { gitRepository, PATIENT_GIT, type TestRepository, WITH_GIT } from "../../support/git.ts";
import { logInMemory } from "../../support/log-in-memory.ts";
import { decide } from "../../support/loop.ts";
import { callBy, folderOfTest, openMemory, START, type TestMemory } from "../../support/memory.ts";
import { sharingThrough } from "../../support/sharing-memory.ts";

const SETTINGS = { project: undefined, dueDays: 30, dynamicExposure: false };
const [ACME, UMBRELLA] = ["git.example/acme/shop", "git.example/umbrella/shop"];
const urlOf = (name: string): string => `https://${name}.git`;

const resolve = async (memory: TestMemory, cwd: string, settings = {}): Promise<ResolvedProject> =>
  (await findProject({ cwd, home: "/nowhere", git: PATIENT_GIT }, { ...SETTINGS, ...settings }, memory))();

/** Captures a decision from a folder, as a command typed there does. */
async function decideIn(memory: TestMemory, cwd: string, statement: string): Promise<string> {
  const { project, beforeWrite, writtenFrom } = await resolve(memory, cwd);
  const call = callBy({ project });
  const actor = { ...call.actor, ...(writtenFrom !== undefined && { place: writtenFrom }) };
  const input = { statement, confidenceStated: false };
  await perform(captureDecision, input, memory, {
    ...call,
    actor,
    beforeWrite: () => beforeWrite?.(actor) as Promise<void>,
  });
  return project;
}

const decisionsIn = async ({ memory: store }: TestMemory, scope: string): Promise<string[]> =>
  (await decisionPage(store, { scope }, 50)).items.map(({ statement }) => statement).sort();

/** What a person is told, once. */
function told({ notice, takeMoved }: ResolvedProject): string {
  const notices = [takeMoved?.(), notice].filter((one) => one !== undefined);
  return notices.map((one) => noticeText(one, PLAIN_WORDING)).join(" ");
}

async function repository(origin?: string): Promise<TestRepository> {
  const made = await gitRepository();
  made.commit("First", START);
  if (origin !== undefined) made.git("remote", "add", "origin", urlOf(origin));
  return made;
}

describe("The memory of a directory", WITH_GIT, () => {
  it("stays where it is if a team knows it by its name, and says so", async () => {
    const memory = sharingThrough(logInMemory(), await openMemory());
    const repo = await repository(ACME);
    await decideIn(memory, repo.root, "Store orders in a table");
    const call = callBy({ project: ACME, kind: "human", role: "admin" });
    await perform(createTeam, { url: "redis://hub.example:6379", from: "all" }, memory, call);
    repo.git("remote", "set-url", "origin", urlOf(UMBRELLA));
    expect(told(await resolve(memory, repo.root))).toBe(
      `This folder's project is "${UMBRELLA}" now, and was "${ACME}" before. "${ACME}" is shared with a team, so nothing was moved. Leave the team first: membria team leave --project ${ACME}`,
    );
    expect(await decisionsIn(memory, ACME)).toEqual(["Store orders in a table"]);
  });

  it("may come with the suggestion of a team, which is told once and not for a shared project", async () => {
    const memory = sharingThrough(logInMemory(), await openMemory());
    const repo = await repository(ACME);
    const team = { url: "redis://hub.example:6379", fingerprint: "0123456789abcdef0123456789abcdef" };
    await writeFile(join(repo.root, ".membria.json"), JSON.stringify({ team }));
    const choose = await findProject(
      { cwd: repo.root, home: "/nowhere", git: PATIENT_GIT },
      SETTINGS,
      memory,
    );
    await choose();
    const suggestion = async () => (await choose()).takeSuggestion?.();
    expect(await suggestion()).toMatchObject({
      text: expect.stringContaining("suggests a team at redis://hub"),
    });
    expect(await suggestion()).toBeUndefined();
    const call = callBy({ project: ACME, kind: "human", role: "admin" });
    await perform(createTeam, { url: team.url, from: "all" }, memory, call);
    const shared = await resolve(memory, repo.root);
    expect([shared.suggestsTeam, shared.takeSuggestion?.()]).toEqual([team, undefined]);
  });

  it("follows through every name of its project, and says so once", async () => {
    const memory = await openMemory();
    const repo = await repository();
    const commit = await decideIn(memory, repo.root, "Store orders in a table");
    repo.git("remote", "add", "origin", urlOf(ACME));
    const added = await findProject({ cwd: repo.root, home: "/nowhere", git: PATIENT_GIT }, SETTINGS, memory);
    expect(told(await added())).toBe(
      `This folder's project is "${ACME}" now, and its memory under "${commit}" moved along: 1 decision. \`membria projects undo\` takes it back.`,
    );
    expect(told(await added())).toBe("");
    expect(told(await resolve(memory, repo.root))).toBe("");
    await decideIn(memory, repo.root, "Ship on Fridays");
    repo.git("remote", "set-url", "origin", urlOf(UMBRELLA));
    expect(await resolve(memory, repo.root)).toMatchObject({ project: UMBRELLA, notice: undefined });
    expect(await decisionsIn(memory, UMBRELLA)).toEqual(["Ship on Fridays", "Store orders in a table"]);
    // A name may come back, and work trees have the name of their repository.
    repo.git("remote", "set-url", "origin", urlOf(ACME));
    repo.git("worktree", "add", "--quiet", join(repo.root, "feature"));
    await resolve(memory, join(repo.root, "feature"));
    expect(await decisionsIn(memory, ACME)).toHaveLength(2);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("stays where it is after it was taken back", async () => {
    const memory = await openMemory();
    const repo = await repository();
    const commit = await decideIn(memory, repo.root, "Store orders in a table");
    repo.git("remote", "add", "origin", urlOf(ACME));
    await resolve(memory, repo.root);
    const last = await lastMove(memory);
    await undoMove(memory, last?.entry ?? 0, { by: callBy().actor, at: START });
    await resolve(memory, repo.root);
    expect(await decisionsIn(memory, commit)).toHaveLength(1);
    const place = { id: `git:${join(repo.root, ".git")}`, root: repo.root } as const;
    expect(await readOtherNames(memory, ACME, place, undefined)).toEqual([
      { project: commit, decisions: 1, others: 0, because: "same-directory" },
    ]);
  });

  it("leaves the project that all folders share with what was written from there, and from nowhere else", async () => {
    const memory = await openMemory();
    const repo = await gitRepository();
    await mkdir(join(repo.root, "docs"));
    const elsewhere = await realpath((await folderOfTest()).path);
    await decideIn(memory, elsewhere, "Written elsewhere");
    await rm(join(repo.root, ".git"), { recursive: true });
    await decideIn(memory, join(repo.root, "docs"), "Written without git");
    repo.git("init", "--quiet");
    expect(await decideIn(memory, repo.root, "Written before the first commit")).toBe("default");
    await decide(memory, { statement: "Written long ago" }, { project: "default" });
    repo.commit("First", START);
    const found = await resolve(memory, repo.root);
    expect(told(found)).toContain(
      '2 decisions. 1 more in "default" does not say which folder it is from, and stays there.',
    );
    expect(await decisionsIn(memory, found.project)).toEqual([
      "Written before the first commit",
      "Written without git",
    ]);
    expect(await decisionsIn(memory, "default")).toEqual(["Written elsewhere", "Written long ago"]);
  });

  it("is offered, not taken, if another clone has the earlier name, until that is gone", async () => {
    const memory = await openMemory();
    const [one, other] = [await repository(ACME), await repository(ACME)];
    expect(await decideIn(memory, one.root, "Store orders in a table")).toBe(ACME);
    expect(await decideIn(memory, other.root, "Ship on Fridays")).toBe(ACME);
    one.git("remote", "set-url", "origin", urlOf(UMBRELLA));
    expect(told(await resolve(memory, one.root))).toBe(
      `This folder's project is "${UMBRELLA}" now, and 2 decisions are under its earlier name "${ACME}". Another directory on this machine uses that project, too, so nothing was moved. To have it here: membria projects move ${ACME} ${UMBRELLA}`,
    );
    expect(await decisionsIn(memory, ACME)).toHaveLength(2);
    await rm(other.root, { recursive: true });
    expect(told(await resolve(memory, one.root))).toContain("moved along");
    expect(await decisionsIn(memory, UMBRELLA)).toHaveLength(2);
  });

  it("is offered, not taken, if the new name has memories of others, or nothing may be written", async () => {
    const memory = await openMemory();
    const repo = await repository(ACME);
    await decideIn(memory, repo.root, "Store orders in a table");
    repo.git("remote", "set-url", "origin", urlOf(UMBRELLA));
    for (const settings of [{ readOnly: true }, { role: "viewer" as const }])
      expect(told(await resolve(memory, repo.root, settings))).toContain("Only reading is allowed here");
    await decide(memory, { statement: "Begun elsewhere" }, { project: UMBRELLA });
    expect(told(await resolve(memory, repo.root))).toContain(
      `so nothing was moved. To have it here: membria projects merge ${ACME} ${UMBRELLA}`,
    );
    expect(await decisionsIn(memory, UMBRELLA)).toEqual(["Begun elsewhere"]);
  });

  it("does not follow a name that a person chose, and comes from none", async () => {
    const memory = await openMemory();
    const repo = await repository(ACME);
    await decideIn(memory, repo.root, "Store orders in a table");
    await resolve(memory, repo.root, { project: "chosen" });
    await writeFile(join(repo.root, ".membria.json"), '{"project": "named"}');
    expect(await decideIn(memory, repo.root, "Ship on Fridays")).toBe("named");
    expect(await decisionsIn(memory, ACME)).toHaveLength(1);
    await rm(join(repo.root, ".membria.json"));
    expect(told(await resolve(memory, repo.root))).toBe("");
    expect(await decisionsIn(memory, ACME)).toHaveLength(1);
    expect(await decisionsIn(memory, "named")).toHaveLength(1);
  });

  it("is named where a repository with the same first commit has another remote, and never taken", async () => {
    const memory = await openMemory();
    const repo = await repository(ACME);
    await decideIn(memory, repo.root, "Store orders in a table");
    const fork = join(await realpath((await folderOfTest()).path), "fork");
    repo.git("clone", "--quiet", repo.root, fork);
    repo.git("-C", fork, "remote", "set-url", "origin", urlOf("git.example/me/shop"));
    const found = await resolve(memory, fork);
    expect(told(found)).toBe("");
    const { place, rootCommit } = found;
    expect(place && (await readOtherNames(memory, found.project, place, await rootCommit?.()))).toEqual([
      { project: ACME, decisions: 1, others: 0, because: "same-first-commit" },
    ]);
    expect(await decisionsIn(memory, ACME)).toHaveLength(1);
  });
});
