import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  looksLikeFix,
  mayBelong,
  mergedBranch,
  mergedPr,
  ownBranch,
  prNumber,
} from "../../../src/repository/rules/commit-subjects.ts";
import { namedReverts, namesSomething } from "../../../src/repository/rules/reverts.ts";

const SHA = "0123456789abcdef0123456789abcdef01234567";

describe("the message of a merge", () => {
  it.each([
    ["Keep carts in Redis (#12)", "", 12, undefined],
    ["Merge pull request #12 from shop/carts", "Keep carts", 12, "carts"],
    ["Merge pull request #12 from shop/feature/carts", "", 12, "feature/carts"],
    ["Merge branch 'carts' into 'main'", "Keep carts\n\nSee merge request shop/web!12", 12, "carts"],
    ["Merge branch 'carts'", "", undefined, "carts"],
    ["Merge remote-tracking branch 'origin/carts' into main", "", undefined, "carts"],
    ["Merged in carts (pull request #12)", "", 12, "carts"],
    ["Merged PR 12: Keep carts", "", 12, undefined],
    ["Close #12 by keeping carts", "see merge request !9 for more", undefined, undefined],
    ["Keep carts (#12) for longer", "", undefined, undefined],
  ])("%s", (subject, body, pr, branch) => {
    expect(mergedPr({ subject, body })).toBe(pr);
    expect(mergedBranch({ subject })).toBe(branch);
  });

  it("of a branch that everybody uses says nothing", () => {
    expect(ownBranch("carts")).toBe("carts");
    expect(ownBranch("origin/carts")).toBe("carts");
    for (const shared of ["main", "master", "develop", "HEAD", undefined])
      expect(ownBranch(shared)).toBeUndefined();
  });
});

describe("the address of a pull request", () => {
  it.each([
    ["https://github.com/acme/shop/pull/12", 12],
    ["https://github.com/acme/shop/pull/12/files", 12],
    ["https://github.com/acme/shop/pull/12#discussion_r7", 12],
    ["https://gitlab.com/acme/web/shop/-/merge_requests/12", 12],
    ["https://bitbucket.org/acme/shop/pull-requests/12", 12],
    ["https://dev.azure.com/acme/web/_git/shop/pullrequest/12", 12],
    ["#12", 12],
    ["!12", 12],
    ["https://github.com/acme/shop/issues/12", undefined],
    ["https://github.com/acme/shop/pull/new", undefined],
    [undefined, undefined],
  ])("%s has its number", (linked, number) => {
    expect(prNumber(linked)).toBe(number);
  });

  it("belongs to a repository of the same name, whoever owns it", () => {
    const linked = "https://github.com/acme/shop/pull/12";
    expect(mayBelong(linked, ["git@github.com:someone/shop.git"])).toBe(true);
    expect(mayBelong(linked, ["https://github.com/acme/mobile"])).toBe(false);
    expect(mayBelong(linked, [])).toBe(true);
    expect(mayBelong("#12", ["https://github.com/acme/mobile"])).toBe(true);
  });
});

describe("the message of a revert", () => {
  it.each([
    [
      'Revert "Keep carts"',
      `This reverts commit ${SHA}.`,
      { commits: [SHA], subject: "Keep carts", prs: [] },
    ],
    ['Revert "Keep carts"', "This reverts commit 0123456.", { commits: ["0123456"], subject: "Keep carts" }],
    [
      'Revert "Merge branch carts"',
      `This reverts commit ${SHA}, reversing\nchanges made to 89abcdef89abcdef.`,
      { commits: [SHA] },
    ],
    ["Undo both", "This reverts commits 0123456 and 89abcde.", { commits: ["0123456", "89abcde"] }],
    ['Revert "Keep carts (#12)" (#13)', "Reverts shop/web#12", { subject: "Keep carts (#12)", prs: [12] }],
    ['Revert "Keep carts" (#13)', "", { subject: "Keep carts", prs: [] }],
    ['Revert "Keep "old" carts"', "", { subject: 'Keep "old" carts' }],
    ['Revert "Revert "Keep carts""', "", { subject: 'Revert "Keep carts"' }],
    ['Reapply "Keep carts"', "", { subject: 'Revert "Keep carts"' }],
    ["revert: feat(carts): keep carts", "", { subject: "feat(carts): keep carts" }],
    ["Merge pull request #13 from shop/revert-12-carts", 'Revert "Keep carts"', { prs: [12] }],
    ["Revert merge", "This reverts merge request !12", { prs: [12] }],
    [`Read files (reverted from commit ${SHA})`, "", { commits: [SHA] }],
    ["Back to files", "It was slow.\n\nThis reverts commit 0123456.", { commits: ["0123456"] }],
  ])("%s", (subject, body, named) => {
    expect(namedReverts({ subject, body })).toMatchObject(named);
  });

  it.each([
    ["Never revert a migration", ""],
    ["Reverting is easier now", "Somebody said: this reverts commit 0123456."],
    ["Keep carts", "> This reverts commit 0123456."],
    ["Keep carts", "This partially reverts commit 0123456."],
    ["Keep carts", "This reverts commits of the last week."],
    ["Keep carts", "It reverts #12 in spirit"],
    ["Reverted", ""],
    [
      "Keep carts (#12)",
      '* Keep carts\n\n* Revert "Keep carts"\n\nThis reverts commit 0123456.\n\n* Keep them',
    ],
  ])("is none in prose: %s", (subject, body) => {
    expect(namesSomething(namedReverts({ subject, body }))).toBe(false);
  });

  // So long that quadratic work would exceed the time limit.
  it("takes time proportional to its length", { timeout: 30_000 }, () => {
    const noise = fc.stringMatching(/^[Rrevt "':(#!0-9a-f,and \n]{0,400}$/);
    fc.assert(
      fc.property(noise, noise, (subject, body) => {
        const { commits, prs } = namedReverts({ subject: subject.replaceAll("\n", " "), body });
        expect(commits.every((id) => /^[0-9a-f]{7,64}$/.test(id))).toBe(true);
        expect(prs.every(Number.isSafeInteger)).toBe(true);
      }),
    );
    namedReverts({
      subject: `revert ${"a ".repeat(20_000)}`,
      body: `This reverts commit ${"abcdef1 ".repeat(20_000)}`,
    });
  });
});

describe("a fix", () => {
  it.each([
    "fix: lost carts",
    "fix(carts): keep them",
    "Fixes the race",
    "Hotfix for carts",
    "Bug in carts",
    "A regression of carts",
  ])("%s", (subject) => expect(looksLikeFix(subject)).toBe(true));
  it.each(["Add a prefix", "Use a fixture", "Debug the build", "fix typo in the docs", "Keep carts"])(
    "is none: %s",
    (subject) => expect(looksLikeFix(subject)).toBe(false),
  );
});
