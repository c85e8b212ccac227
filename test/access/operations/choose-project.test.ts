import { describe, expect, it } from "vitest";
import { chooseProject } from "../../../src/access/operations/choose-project.ts";
import type { NameStanding, ProjectCandidate } from "../../../src/access/rules/project.ts";

const DEFAULT = { project: "default", source: "default", notice: "Using the default." } as const;
const named = (project: string) => ({ project, repository: `folder:/code/${project}` }) as const;

/** Names and where they stand; any other is free. */
const standings = (known: Readonly<Record<string, NameStanding>>) => ({
  nameStanding: async ({ project }: { readonly project: string }) =>
    known[project] ?? ({ standing: "free" } as const),
});
const FOREIGN = { standing: "foreign", decisions: 3 } as const;

describe("the project of several folders", () => {
  const shop: ProjectCandidate = { own: DEFAULT, named: named("shop"), root: "/code/shop", dueDays: 7 };
  const depot: ProjectCandidate = {
    own: { project: "git.example/acme/depot", source: "origin" },
    root: "/code/depot",
  };

  it("is that of the first one whose name is followed", async () => {
    expect(await chooseProject([shop, depot], standings({}))).toEqual({
      project: "shop",
      source: "file",
      root: "/code/shop",
      dueDays: 7,
      named: { ...named("shop"), standing: "free" },
    });
  });

  it("is that of the next one if a name is not followed, which is told", async () => {
    const chosen = await chooseProject([shop, depot], standings({ shop: FOREIGN }));
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
    const chosen = await chooseProject([shop, { own: DEFAULT }], standings({ shop: FOREIGN }));
    expect(chosen).toMatchObject({ project: "default", source: "default", dueDays: 7, root: "/code/shop" });
    expect(chosen.notice).toMatchObject({ text: expect.stringContaining('the project "default" is used') });
  });

  it("keeps the notice of the default where no name is given", async () => {
    expect(await chooseProject([{ own: DEFAULT }], standings({}))).toEqual(DEFAULT);
  });
});
