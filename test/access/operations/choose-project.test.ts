import { describe, expect, it } from "vitest";
import { chooseProject } from "../../../src/access/operations/choose-project.ts";
import type { ProjectCandidate } from "../../../src/access/rules/project.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { act, decision } from "../../support/decisions.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";

const DEFAULT = { project: "default", source: "default", notice: "Using the default." } as const;
const named = (project: string) => ({ project, repository: `folder:/code/${project}` }) as const;

/** A memory in which these names have decisions that were made elsewhere; any other is free. */
async function withNames(...foreign: readonly string[]): Promise<TestMemory> {
  const memory = await openMemory();
  for (const project of foreign)
    for (let n = 0; n < 3; n++) await addDecision(memory, { decision: decision({ project }) }, act());
  return memory;
}

describe("the project of several folders", () => {
  const shop: ProjectCandidate = { own: DEFAULT, named: named("shop"), root: "/code/shop", dueDays: 7 };
  const depot: ProjectCandidate = {
    own: { project: "git.example/acme/depot", source: "origin" },
    root: "/code/depot",
  };

  it("is that of the first one whose name is followed", async () => {
    expect(await chooseProject([shop, depot], await withNames())).toEqual({
      project: "shop",
      source: "file",
      root: "/code/shop",
      dueDays: 7,
      named: { ...named("shop"), standing: "free" },
    });
  });

  it("is that of the next one if a name is not followed, which is told", async () => {
    const chosen = await chooseProject([shop, depot], await withNames("shop"));
    expect(chosen).toMatchObject({
      project: "git.example/acme/depot",
      source: "origin",
      root: "/code/depot",
    });
    expect(chosen.notice).toEqual({
      text: 'The file .membria.json names the project "shop", which is not bound to this repository: 3 decisions wait under that name, and the project "git.example/acme/depot" is used instead.',
      remedies: [{ remedy: "trust-project" }],
    });
  });

  it("is the default with the settings of the first one if none of them has a project", async () => {
    const chosen = await chooseProject([shop, { own: DEFAULT }], await withNames("shop"));
    expect(chosen).toMatchObject({ project: "default", source: "default", dueDays: 7, root: "/code/shop" });
    expect(chosen.notice).toMatchObject({ text: expect.stringContaining('the project "default" is used') });
  });

  it("keeps the notice of the default where no name is given", async () => {
    expect(await chooseProject([{ own: DEFAULT }], await withNames())).toEqual(DEFAULT);
  });
});
