import { describe, expect, it, onTestFinished } from "vitest";
import type { Proposal } from "../../../src/decisions/rules/proposal.ts";
import { openSqliteStore } from "../../../src/memory/open-store.ts";
import type { Store } from "../../../src/memory/store.ts";
import type { DecisionRecord } from "../../../src/portability/rules/import-store.ts";
import { act, actor, capturedIn, DAY, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { folderOfTest } from "../../support/memory.ts";
import { outcome, signal } from "../../support/outcomes.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";
import { madeUpWord, wordsOnDisk } from "../../support/words-on-disk.ts";

/** Says something about `dec_gone`, in words of its own. Beside it there is `dec_kept`. */
type Say = (store: Store, word: () => string) => Promise<void>;

const RUN = { id: "imp_1", project: "shop", kind: "json", source: "old.json", fingerprint: "f" } as const;

function proposal(word: () => string, target: string): Proposal {
  return {
    id: "prop_a",
    project: "shop",
    kind: "refuted",
    target: screened(target),
    statement: screened(word()),
    reasoning: screened(word()),
    domain: "database",
    explanations: [screened(word())],
    evidence: ["dec_gone"],
    state: "draft",
    createdAt: DAY,
    fedAt: DAY,
  };
}

const where = (word: () => string) =>
  capturedIn({
    client: word(),
    session: word(),
    branch: word(),
    files: [`${word()}.ts`],
    exchange: `${word()} ${word()}`,
  });

const feed = (store: Store, word: () => string) =>
  store.feedProposal("shop", "prop_a", { reasoning: screened(word()), evidence: [], fedAt: DAY }, act());

async function addBoth(store: Store): Promise<void> {
  for (const id of ["dec_gone", "dec_kept"])
    await store.addDecision({ decision: decision({ id, topic: id }) }, act());
}

async function cleanUp(store: Store, id: string, link: string): Promise<void> {
  const run = { project: "shop", backup: "a.json", checksum: "abc", startedAt: DAY, total: 1, removed: 0 };
  await store.beginCleanup({ ...run, id }, act());
  expect(await store.removeAutoLinks({ ...run, id }, [link], act())).toBe(1);
}

const WAYS: Readonly<Record<string, Say>> = {
  "notes and replaced links to code": async (store, word) => {
    await addBoth(store);
    for (let n = 0; n < 2; n++) {
      const change = { note: screened(word()), linkedPr: screened(word()), linkedCommit: screened(word()) };
      await store.updateDecision("shop", "dec_gone", change, act());
    }
    const retracted = { standing: "deprecated", note: screened(word()) } as const;
    await store.updateDecision("shop", "dec_gone", retracted, act());
  },
  "where it came from, and what was replaced of it": async (store, word) => {
    await addBoth(store);
    for (let n = 0; n < 2; n++) {
      const change = { capturedIn: where(word) };
      await store.updateDecision("shop", "dec_gone", change, act());
    }
    await store.updateDecision("shop", "dec_kept", { capturedIn: where(() => "of the other") }, act());
  },
  "where it came from, captured with it and completed later": async (store, word) => {
    await store.addDecision({ decision: decision({ id: "dec_kept" }) }, act());
    const gone = decision({ id: "dec_gone", capturedIn: where(word) });
    await store.addDecision({ decision: gone }, act());
    await store.updateDecision("shop", "dec_gone", { capturedIn: where(word) }, act());
  },
  "the lessons and measurements of outcomes, and signals": async (store, word) => {
    await addBoth(store);
    const reported = { performanceMetrics: { of: word() } };
    for (const score of [0, 1])
      await store.recordOutcome("shop", "dec_gone", outcome(score, { lessons: [word()], reported }), act());
    const seen = signal({ description: screened(word()), metrics: { of: word() } });
    await store.recordSignal("shop", "dec_gone", seen, act());
  },
  "links in both directions, proposed, rejected and proposed again": async (store, word) => {
    await addBoth(store);
    for (const [from, to] of [
      ["dec_gone", "dec_kept"],
      ["dec_kept", "dec_gone"],
    ] as const) {
      const proposed = link({ from, to, reason: word(), evidence: word() });
      await store.proposeLink(proposed, act());
      const no = review({ verdict: "rejected", reason: screened(word()) });
      await store.reviewLink("shop", proposed.id, no, act());
      await store.proposeLink(link({ from, to, reason: word(), evidence: word() }), act());
      await store.reviewLink("shop", proposed.id, review({ reason: screened(word()) }), act());
    }
  },
  "why it replaced another": async (store, word) => {
    await store.addDecision({ decision: decision({ id: "dec_kept" }) }, act());
    const supersedes = [{ ref: "dec_kept", linkId: "lnk_a" }];
    const added = { decision: decision({ id: "dec_gone" }), supersedes, supersedesBecause: screened(word()) };
    await store.addDecision(added, act());
  },
  "why another replaced it": async (store, word) => {
    await store.addDecision({ decision: decision({ id: "dec_gone" }) }, act());
    const supersedes = [{ ref: "dec_gone", linkId: "lnk_a" }];
    const added = { decision: decision({ id: "dec_kept" }), supersedes, supersedesBecause: screened(word()) };
    await store.addDecision(added, act());
  },
  "a proposal about it": async (store, word) => {
    await addBoth(store);
    await store.addProposal(proposal(word, "dec_gone"), act());
    await feed(store, word);
  },
  "a proposal about it that was rejected before": async (store, word) => {
    await addBoth(store);
    await store.addProposal(proposal(word, "dec_gone"), act());
    await feed(store, word);
    await store.closeProposal("shop", "prop_a", "rejected", act());
  },
  "a proposal about its topic, which is part of its text": async (store, word) => {
    const topic = word();
    await store.addDecision({ decision: decision({ id: "dec_kept", topic: "other" }) }, act());
    await store.addDecision({ decision: decision({ id: "dec_gone", topic }) }, act());
    await store.addProposal(proposal(word, topic), act());
    await feed(store, word);
  },
  "a draft with the proposal to let it hold": async (store, word) => {
    await store.addDecision({ decision: decision({ id: "dec_kept", topic: "orders" }) }, act());
    const draft = decision({ id: "dec_gone", topic: "orders", standing: "draft", reasoning: word() });
    await store.addDraft({ decision: draft }, { ...proposal(word, "dec_gone"), kind: "replacement" }, act());
    // Its reasoning is the reason of the link.
    await store.acceptReplacement("shop", "prop_a", { linkId: () => "lnk_a" }, act());
  },
  "an import that brought it, with links and a proposal": async (store, word) => {
    const imported = (id: string): DecisionRecord => {
      const common = { decisionId: id, project: "shop", at: DAY, author: actor().author };
      return {
        kind: "decision",
        decision: {
          ...decision({ id, statement: word(), reasoning: word(), aliases: [word()], sessionId: word() }),
          capturedIn: where(word),
          notes: [{ text: screened(word()), at: DAY, by: actor().author }],
        },
        outcomes: [{ ...common, ...outcome(1, { lessons: [word()] }), domain: "database", signals: [] }],
        signals: [{ ...common, ...signal({ description: screened(word()) }) }],
        files: [],
      };
    };
    const linked = (from: string, to: string) => ({
      kind: "link" as const,
      link: link({ from, to, reason: word(), evidence: word(), state: "active", origin: "auto" }),
    });
    await store.addDecision({ decision: decision({ id: "dec_kept" }) }, act());
    await store.beginImport(RUN, act());
    const records = [
      imported("dec_gone"),
      linked("dec_gone", "dec_kept"),
      linked("dec_kept", "dec_gone"),
      { kind: "proposal", proposal: proposal(word, "dec_gone") } as const,
    ];
    const batch = { run: RUN.id, records, position: "1", counts: {} };
    const fates = await store.writeImport("shop", batch, act());
    expect(fates).toEqual(["added", "added", "added", "added"]);
    await store.finishImport("shop", RUN.id, act());
  },
  "a link that a clean-up removed before": async (store, word) => {
    await addBoth(store);
    await store.beginImport(RUN, act());
    const auto = link({ from: "dec_kept", to: "dec_gone", reason: word(), state: "active", origin: "auto" });
    const records = [{ kind: "link", link: auto }] as const;
    await store.writeImport("shop", { run: RUN.id, records, position: "1", counts: {} }, act());
    const [placed] = await store.linksInOrder("shop", { autoOnly: true, limit: 1 });
    await cleanUp(store, "cln_1", auto.id);
    const other = { ...auto, id: "lnk_other", reason: screened(word()) };
    await store.restoreLinks("shop", "cln_2", [{ link: other, place: placed?.place as string }], act());
    await cleanUp(store, "cln_3", other.id);
  },
};

describe("Erasing a decision removes from all pages of the file", () => {
  it.each(Object.entries(WAYS))("%s", async (_, say) => {
    const path = (await folderOfTest()).file("membria.db");
    const store = await openSqliteStore(path, silentLog);
    onTestFinished(() => store.close());
    const words: string[] = [];
    const word = (): string => {
      words.push(madeUpWord());
      return words.at(-1) as string;
    };
    await say(store, word);
    expect(wordsOnDisk(path, words), "the check can see what is there").toEqual(words);

    await store.eraseDecision("shop", "dec_gone", act());

    expect(wordsOnDisk(path, words)).toEqual([]);
    expect((await store.verifyAudit()).problem).toBeUndefined();
    expect(await store.findDecision("shop", "dec_kept")).toBeDefined();
    await expectSameWhenReplayed(path);
  });
});

it("Taking back an import removes where its decisions came from, also what was heard of it since", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const store = await openSqliteStore(path, silentLog);
  onTestFinished(() => store.close());
  const words: string[] = [];
  const word = (): string => {
    words.push(madeUpWord());
    return words.at(-1) as string;
  };
  await store.beginImport(RUN, act());
  const imported = decision({ id: "dec_gone", capturedIn: where(word) });
  const records = [{ kind: "decision", decision: imported, outcomes: [], signals: [], files: [] }] as const;
  await store.writeImport("shop", { run: RUN.id, records, position: "1", counts: {} }, act());
  await store.updateDecision("shop", "dec_gone", { capturedIn: where(word) }, act());
  expect(wordsOnDisk(path, words), "the check can see what is there").toEqual(words);
  await store.undoImport("shop", RUN.id, act());
  expect(wordsOnDisk(path, words)).toEqual([]);
  await expectSameWhenReplayed(path);
});
