import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { carriedState } from "../../../src/repository/rules/carried-state.ts";
import { commitGraph } from "../../../src/repository/rules/commit-graph.ts";
import type { Finding } from "../../../src/repository/rules/found-commits.ts";
import { readHistory } from "../../../src/repository/rules/read-history.ts";
import type { Report } from "../../../src/repository/rules/report.ts";
import type { WholeCommit } from "../../../src/shared/ports.ts";
import { hours, type Made, revertOf, writtenHistory } from "../../support/commits.ts";
import { capturedIn, DAY, type DecisionFields, decision, screened } from "../../support/decisions.ts";

const namingFile = (path: string, fields: DecisionFields = {}) =>
  decision({ evidence: [{ kind: "file", ref: path }], ...fields });

const carriedBy = (findings: readonly Finding[]): [string, string | undefined][] =>
  findings.filter(({ kind }) => kind === "carried").map(({ commit, by }) => [commit, by]);
const kinds = (findings: readonly Finding[]): string[] => findings.map(({ kind }) => kind);
const asReports = (findings: readonly Finding[]): Report[] =>
  findings.map((one) => ({ ...one, project: "shop", source: "git", title: screened(one.title), files: [] }));
const isReverted = (commits: readonly WholeCommit[], made: ReturnType<typeof decision>): boolean =>
  carriedState(asReports(readHistory([made], commits).findings)).reverts.length > 0;

describe("a commit carries out a decision", () => {
  it("that is linked to it, by the beginning of its id, whenever it was made", () => {
    const { commits, commit } = writtenHistory();
    const made = commit("Keep carts", { at: hours(-100) });
    const sought = decision({ linkedCommit: made.id.slice(0, 9) });
    expect(carriedBy(readHistory([sought], commits).findings)).toEqual([[made.id, "linked commit"]]);
  });

  it("whose id its message names, but not one that takes it back", () => {
    const { commits, commit } = writtenHistory();
    const sought = decision();
    const made = commit("Keep carts", { body: `Decided in ${sought.id}.` });
    commit(`Revert "Keep carts (${sought.id})"`);
    commit(`Mention ${sought.id}x`);
    expect(carriedBy(readHistory([sought], commits).findings)).toEqual([[made.id, "decision id"]]);
  });

  it("that first touches its file, even in the same second, because git counts whole seconds", () => {
    const decidedAt = new Date(DAY.getTime() + 700);
    const sought = namingFile("src/carts.ts", { createdAt: decidedAt });
    const { commits, commit } = writtenHistory();
    commit("Prepare", { at: new Date(DAY.getTime() - 1000), files: ["src/carts.ts"] });
    const made = commit("Keep carts", { at: DAY, files: ["src/carts.ts"] });
    expect(carriedBy(readHistory([sought], commits).findings)).toEqual([[made.id, "named file"]]);
  });

  it("of whose pull request it is the squash", () => {
    const { commits, commit } = writtenHistory();
    const made = commit("Keep carts (#12)");
    commit("Keep them longer (#13)");
    const sought = decision({ linkedPr: "https://github.com/acme/shop/pull/12" });
    const { findings } = readHistory([sought], commits);
    expect(carriedBy(findings)).toEqual([[made.id, "pull request"]]);
    expect(findings).toContainEqual(expect.objectContaining({ kind: "merged", commit: made.id, pr: 12 }));
  });

  it.each([
    [
      "pull request",
      "Merge pull request #12 from shop/carts",
      { linkedPr: "https://github.com/acme/shop/pull/12" },
    ],
    [
      "merged branch",
      "Merge branch 'carts'",
      { capturedIn: capturedIn({ branch: "carts", head: undefined }) },
    ],
  ])("with the merge of its branch, and what came with it: %s", (by, subject, fields) => {
    const { commits, commit } = writtenHistory();
    const base = commit("Begin");
    const one = commit("Keep carts");
    const two = commit("Test carts");
    const meanwhile = commit("Something else", { parents: [base.id] });
    const merge = commit(subject, { parents: [meanwhile.id, two.id] });
    const { findings } = readHistory([decision(fields)], commits);
    expect(carriedBy(findings)).toEqual([merge, one, two].map(({ id }) => [id, by]));
    expect(findings.filter(({ part }) => part).map(({ commit: id }) => id)).toEqual([one.id, two.id]);
  });

  it("not with a merge of its branch's name before it was made, nor of a branch that everybody uses", () => {
    const { commits, commit } = writtenHistory();
    const base = commit("Begin");
    const side = commit("Keep carts");
    commit("Merge branch 'carts'", { parents: [base.id, side.id], at: hours(-3) });
    const other = commit("More");
    commit("Merge branch 'main'", { parents: [base.id, other.id] });
    for (const branch of ["carts", "main"])
      expect(
        readHistory([decision({ capturedIn: capturedIn({ branch, head: undefined }) })], commits).findings,
      ).toEqual([]);
  });

  it("as the first that touches a file that it names, within two weeks, if nothing else says so", () => {
    const { commits, commit } = writtenHistory();
    commit("Before it", { files: ["src/carts.ts"], at: hours(-1) });
    commit("Elsewhere", { files: ["src/carts.test.ts"] });
    const first = commit("Keep carts", { files: ["src/carts.ts"] });
    commit("Keep more carts", { files: ["src/carts.ts"] });
    expect(carriedBy(readHistory([namingFile("./src/carts.ts:12")], commits).findings)).toEqual([
      [first.id, "named file"],
    ]);
    expect(carriedBy(readHistory([namingFile("src")], commits).findings)[0]?.[1]).toBe("named file");
    expect(
      readHistory([namingFile("src/carts.ts", { createdAt: hours(-24 * 15) })], commits.slice(1)).findings,
    ).toEqual([]);
    const touched = decision({
      capturedIn: capturedIn({ files: ["src/carts.ts"], branch: undefined, head: undefined }),
    });
    expect(readHistory([touched], commits).findings).toEqual([]);
  });

  it("not if the work that it was made on is not in the history of that commit", () => {
    const { commits, commit } = writtenHistory();
    const base = commit("Begin", { at: hours(-2) });
    const head = commit("Work", { at: hours(-1) });
    commit("Elsewhere", { parents: [base.id], files: ["src/carts.ts"] });
    const there = commit("Keep carts", { parents: [head.id], files: ["src/carts.ts"] });
    const sought = namingFile("src/carts.ts", {
      capturedIn: capturedIn({ branch: undefined, head: head.id.slice(0, 10) }),
    });
    expect(carriedBy(readHistory([sought], commits).findings)).toEqual([[there.id, "named file"]]);
  });

  it("and a rename alone does not, but is followed", () => {
    const { commits, commit } = writtenHistory();
    commit("Move", { files: [{ path: "lib/carts.ts", kind: "renamed", from: "src/carts.ts" }] });
    const made = commit("Keep carts", { files: ["lib/carts.ts"] });
    expect(carriedBy(readHistory([namingFile("src/carts.ts")], commits).findings)).toEqual([
      [made.id, "named file"],
    ]);
  });
});

describe("what carries out a decision is taken back", () => {
  const linkedTo = ({ id }: WholeCommit) => decision({ linkedCommit: id });

  it("by the id of the commit, by its words, and by its pull request", () => {
    const namings: ((commit: WholeCommit) => [string, Made?])[] = [
      (c) => revertOf(c),
      (c) => ["Undo it", { body: `This reverts commit ${c.id.slice(0, 8)}.` }],
      () => ['Revert "Keep carts"'],
      () => ['Revert "Keep carts (#12)" (#13)'],
      () => ["Back to files", { body: "Reverts acme/shop#12" }],
      () => ["revert: Keep carts"],
    ];
    for (const named of namings) {
      const { commits, commit } = writtenHistory();
      const made = commit("Keep carts (#12)", { files: ["src/carts.ts"] });
      commit(...named(made));
      expect(isReverted(commits, linkedTo(made)), commits.at(-1)?.subject).toBe(true);
    }
  });

  it("and no other of the same words is meant than the last before it", () => {
    const { commits, commit } = writtenHistory();
    const first = commit("Update carts");
    const second = commit("Update carts");
    commit('Revert "Update carts"');
    expect(isReverted(commits, linkedTo(first))).toBe(false);
    expect(isReverted(commits, linkedTo(second))).toBe(true);
  });

  it("and another number is another pull request", () => {
    const { commits, commit } = writtenHistory();
    const made = commit("Update carts (#12)");
    commit("Update carts (#14)");
    commit('Revert "Update carts (#12)" (#15)');
    expect(isReverted(commits, linkedTo(made))).toBe(true);
  });

  it("with the merge that brought it, whatever names it", () => {
    const { commits, commit } = writtenHistory();
    const base = commit("Begin");
    const side = commit("Keep carts");
    const merge = commit("Merge pull request #12 from shop/carts", {
      parents: [base.id, side.id],
      body: "Carts stay",
    });
    commit(`Revert "Carts stay"`);
    expect(isReverted(commits, linkedTo(side))).toBe(true);
    expect(isReverted(commits, linkedTo(merge))).toBe(true);
  });

  it("but not with one of several commits that came with it", () => {
    const { commits, commit } = writtenHistory();
    const base = commit("Begin");
    const carts = commit("Keep carts", { files: ["src/carts.ts"] });
    const other = commit("Add a page", { files: ["src/page.ts"] });
    commit("Merge branch 'carts'", { parents: [base.id, other.id] });
    const branch = capturedIn({ branch: "carts", head: undefined });
    const plain = decision({ capturedIn: branch });
    const aboutCarts = namingFile("src/carts.ts", { capturedIn: branch });
    commit(...revertOf(other));
    expect([isReverted(commits, plain), isReverted(commits, aboutCarts)]).toEqual([false, false]);
    commit(...revertOf(carts));
    expect([isReverted(commits, plain), isReverted(commits, aboutCarts)]).toEqual([true, true]);
  });

  it("and comes back with the revert of the revert, under the same words, or carried out again", () => {
    const ways: ((revert: WholeCommit) => [string, Made?])[] = [
      (revert) => revertOf(revert),
      () => ['Reapply "Keep carts"'],
      () => ['Revert "Revert "Keep carts""'],
      () => ["Keep carts", { files: ["src/carts.ts"] }],
    ];
    for (const again of ways) {
      const { commits, commit } = writtenHistory();
      const made = commit("Keep carts", { files: ["src/carts.ts"] });
      const revert = commit(...revertOf(made));
      commit(...again(revert));
      const { findings } = readHistory([linkedTo(made)], commits);
      expect(kinds(findings), commits.at(-1)?.subject).toEqual(["carried", "reverted", "reinstated"]);
      expect(isReverted(commits, linkedTo(made))).toBe(false);
    }
  });

  it("once, if a pull request brings the revert", () => {
    const { commits, commit } = writtenHistory();
    const made = commit("Keep carts (#12)", { files: ["src/carts.ts"] });
    const revert = commit(...revertOf(made));
    const merge = commit("Merge pull request #13 from shop/revert-12-carts", {
      parents: [made.id, revert.id],
    });
    commit(...revertOf(revert));
    expect(merge.parents).toHaveLength(2);
    expect(isReverted(commits, linkedTo(made))).toBe(false);
  });

  it("never by prose", () => {
    const { commits, commit } = writtenHistory();
    const made = commit("Keep carts");
    commit("Revert carts to what they were in spirit", { body: `Not this: it reverts commit ${made.id}.` });
    commit(`Quote "${made.subject}"`, { body: `> This reverts commit ${made.id}.` });
    expect(isReverted(commits, linkedTo(made))).toBe(false);
  });

  it("as often as it is turned, the last turn counts", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), fc.array(fc.nat(2), { maxLength: 8 }), (turns, noise) => {
        const { commits, commit } = writtenHistory();
        const made = commit("Keep carts", { files: ["src/carts.ts"] });
        let last = made;
        for (let turn = 0; turn < turns; turn++) {
          for (let n = 0; n < (noise[turn] ?? 0); n++) commit(`Something else ${turn} ${n}`);
          last = commit(...revertOf(last));
        }
        expect(isReverted(commits, linkedTo(made))).toBe(turns % 2 === 1);
      }),
    );
  });
});

describe("a fix", () => {
  it("of the same files within two weeks is told, and no revert", () => {
    const { commits, commit } = writtenHistory();
    const made = commit("Keep carts", { files: ["src/carts.ts"] });
    commit("Move", { files: [{ path: "lib/carts.ts", kind: "renamed", from: "src/carts.ts" }] });
    const fix = commit("fix: lost carts", { files: ["lib/carts.ts"] });
    commit("fix: pages", { files: ["src/page.ts"] });
    commit("Polish carts", { files: ["lib/carts.ts"] });
    commit("fix: late", { files: ["lib/carts.ts"], at: hours(24 * 20) });
    const { findings } = readHistory([decision({ linkedCommit: made.id })], commits);
    expect(findings.filter(({ kind }) => kind === "fixed")).toMatchObject([{ commit: fix.id, of: made.id }]);
  });

  it("is found after a commit that was read earlier", () => {
    const { commits, commit } = writtenHistory();
    const fix = commit("fix: lost carts", { files: ["src/carts.ts"] });
    const sought = decision();
    const known: Report = {
      project: "shop",
      decision: sought.id,
      kind: "carried",
      key: "b".repeat(40),
      commit: "b".repeat(40),
      at: DAY,
      source: "git",
      by: "linked commit",
      files: [screened("src/carts.ts")],
    };
    expect(readHistory([sought], commits, [known]).findings).toMatchObject([
      { kind: "fixed", commit: fix.id, of: known.commit },
    ]);
  });
});

describe("what a merge brings", () => {
  /** A graph of any shape: each commit has one or two of the earlier ones as parents. */
  const graphs = fc.array(fc.tuple(fc.nat(), fc.option(fc.nat())), { minLength: 2, maxLength: 25 });

  it("is what is not in the history of its first parent, in every graph", () => {
    fc.assert(
      fc.property(graphs, (shape) => {
        const { commits, commit } = writtenHistory();
        commit("Begin");
        for (const [first, second] of shape) {
          const at = (n: number): string => commits[n % commits.length]?.id ?? "";
          const parents = second === null ? [at(first)] : [...new Set([at(first), at(second)])];
          commit("Work", { parents, body: String(commits.length) });
        }
        const graph = commitGraph(commits);
        const ancestors = (id: string): Set<string> =>
          new Set([id, ...(graph.byId.get(id)?.parents ?? []).flatMap((parent) => [...ancestors(parent)])]);
        for (const one of commits.filter(({ parents }) => parents.length > 1)) {
          const ours = ancestors(one.parents[0] ?? "");
          const expected = new Set([...ancestors(one.id)].filter((id) => !ours.has(id)));
          expect(new Set(graph.broughtBy(one).map(({ id }) => id))).toEqual(expected);
        }
        for (const one of commits.slice(-5))
          for (const other of commits)
            expect(graph.descends(one, other.id)).toBe(ancestors(one.id).has(other.id));
      }),
      { numRuns: 60 },
    );
  });
});
