import { describe, expect, it, onTestFinished } from "vitest";
import type { Proposal } from "../../../src/decisions/rules/proposal.ts";
import { addDecision, findDecision, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import {
  beginCleanup,
  linksInOrder,
  removeAutoLinks,
  restoreLinks,
} from "../../../src/decisions/sql/link-upkeep.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../../src/decisions/sql/outcomes.ts";
import {
  addDraft,
  addProposal,
  closeProposal,
  feedProposal,
  storeAcceptedReplacement,
} from "../../../src/decisions/sql/proposals.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import type { DecisionRecord } from "../../../src/portability/rules/import-store.ts";
import { eraseDecision } from "../../../src/portability/sql/erase-memory.ts";
import {
  beginImport,
  finishImport,
  takeBackImport,
  writeImport,
} from "../../../src/portability/sql/imports.ts";
import { verifyAudit } from "../../../src/repair/sql/verify-memory.ts";
import type { Memory } from "../../../src/store/file/memory.ts";
import { act, actor, capturedIn, DAY, decision, screened } from "../../support/decisions.ts";
import { link, review } from "../../support/links.ts";
import { folderOfTest } from "../../support/memory.ts";
import { outcome, signal } from "../../support/outcomes.ts";
import { expectSameWhenReplayed } from "../../support/replayed.ts";
import { silentLog } from "../../support/silent-log.ts";
import { madeUpWord, wordsOnDisk } from "../../support/words-on-disk.ts";

/** Says something about `dec_gone`, in words of its own. Beside it there is `dec_kept`. */
type Say = (memory: Memory, word: () => string) => Promise<void>;

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

const feed = (memory: Memory, word: () => string) =>
  feedProposal(memory, "shop", "prop_a", { reasoning: screened(word()), evidence: [], fedAt: DAY }, act());

async function addBoth(memory: Memory): Promise<void> {
  for (const id of ["dec_gone", "dec_kept"])
    await addDecision(memory, { decision: decision({ id, topic: id }) }, act());
}

async function cleanUp(memory: Memory, id: string, link: string): Promise<void> {
  const run = { project: "shop", backup: "a.json", checksum: "abc", startedAt: DAY, total: 1, removed: 0 };
  await beginCleanup(memory, { ...run, id }, act());
  expect(await removeAutoLinks(memory, { ...run, id }, [link], act())).toBe(1);
}

const WAYS: Readonly<Record<string, Say>> = {
  "notes and replaced links to code": async (memory, word) => {
    await addBoth(memory);
    for (let n = 0; n < 2; n++) {
      const change = { note: screened(word()), linkedPr: screened(word()), linkedCommit: screened(word()) };
      await writeDecisionChange(memory, "shop", "dec_gone", change, act());
    }
    const retracted = { standing: "deprecated", note: screened(word()) } as const;
    await writeDecisionChange(memory, "shop", "dec_gone", retracted, act());
  },
  "where it came from, and what was replaced of it": async (memory, word) => {
    await addBoth(memory);
    for (let n = 0; n < 2; n++) {
      const change = { capturedIn: where(word) };
      await writeDecisionChange(memory, "shop", "dec_gone", change, act());
    }
    await writeDecisionChange(memory, "shop", "dec_kept", { capturedIn: where(() => "of the other") }, act());
  },
  "where it came from, captured with it and completed later": async (memory, word) => {
    await addDecision(memory, { decision: decision({ id: "dec_kept" }) }, act());
    const gone = decision({ id: "dec_gone", capturedIn: where(word) });
    await addDecision(memory, { decision: gone }, act());
    await writeDecisionChange(memory, "shop", "dec_gone", { capturedIn: where(word) }, act());
  },
  "the lessons and measurements of outcomes, and signals": async (memory, word) => {
    await addBoth(memory);
    const reported = { performanceMetrics: { of: word() } };
    for (const score of [0, 1])
      await addOutcome(memory, "shop", "dec_gone", outcome(score, { lessons: [word()], reported }), act());
    const seen = signal({ description: screened(word()), metrics: { of: word() } });
    await addSignal(memory, "shop", "dec_gone", seen, act());
  },
  "links in both directions, proposed, rejected and proposed again": async (memory, word) => {
    await addBoth(memory);
    for (const [from, to] of [
      ["dec_gone", "dec_kept"],
      ["dec_kept", "dec_gone"],
    ] as const) {
      const proposed = link({ from, to, reason: word(), evidence: word() });
      await storeLink(memory, proposed, act());
      const no = review({ verdict: "rejected", reason: screened(word()) });
      await storeLinkReview(memory, "shop", proposed.id, no, act());
      await storeLink(memory, link({ from, to, reason: word(), evidence: word() }), act());
      await storeLinkReview(memory, "shop", proposed.id, review({ reason: screened(word()) }), act());
    }
  },
  "why it replaced another": async (memory, word) => {
    await addDecision(memory, { decision: decision({ id: "dec_kept" }) }, act());
    const supersedes = [{ ref: "dec_kept", linkId: "lnk_a" }];
    const added = { decision: decision({ id: "dec_gone" }), supersedes, supersedesBecause: screened(word()) };
    await addDecision(memory, added, act());
  },
  "why another replaced it": async (memory, word) => {
    await addDecision(memory, { decision: decision({ id: "dec_gone" }) }, act());
    const supersedes = [{ ref: "dec_gone", linkId: "lnk_a" }];
    const added = { decision: decision({ id: "dec_kept" }), supersedes, supersedesBecause: screened(word()) };
    await addDecision(memory, added, act());
  },
  "a proposal about it": async (memory, word) => {
    await addBoth(memory);
    await addProposal(memory, proposal(word, "dec_gone"), act());
    await feed(memory, word);
  },
  "a proposal about it that was rejected before": async (memory, word) => {
    await addBoth(memory);
    await addProposal(memory, proposal(word, "dec_gone"), act());
    await feed(memory, word);
    await closeProposal(memory, "shop", "prop_a", "rejected", act());
  },
  "a proposal about its topic, which is part of its text": async (memory, word) => {
    const topic = word();
    await addDecision(memory, { decision: decision({ id: "dec_kept", topic: "other" }) }, act());
    await addDecision(memory, { decision: decision({ id: "dec_gone", topic }) }, act());
    await addProposal(memory, proposal(word, topic), act());
    await feed(memory, word);
  },
  "a draft with the proposal to let it hold": async (memory, word) => {
    await addDecision(memory, { decision: decision({ id: "dec_kept", topic: "orders" }) }, act());
    const draft = decision({ id: "dec_gone", topic: "orders", standing: "draft", reasoning: word() });
    await addDraft(
      memory,
      { decision: draft },
      { ...proposal(word, "dec_gone"), kind: "replacement" },
      act(),
    );
    // Its reasoning is the reason of the link.
    await storeAcceptedReplacement(memory, "shop", "prop_a", { linkId: () => "lnk_a" }, act());
  },
  "an import that brought it, with links and a proposal": async (memory, word) => {
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
    await addDecision(memory, { decision: decision({ id: "dec_kept" }) }, act());
    await beginImport(memory, RUN, act());
    const records = [
      imported("dec_gone"),
      linked("dec_gone", "dec_kept"),
      linked("dec_kept", "dec_gone"),
      { kind: "proposal", proposal: proposal(word, "dec_gone") } as const,
    ];
    const batch = { run: RUN.id, records, position: "1", counts: {} };
    const fates = await writeImport(memory, "shop", batch, act());
    expect(fates).toEqual(["added", "added", "added", "added"]);
    await finishImport(memory, "shop", RUN.id, act());
  },
  "a link that a clean-up removed before": async (memory, word) => {
    await addBoth(memory);
    await beginImport(memory, RUN, act());
    const auto = link({ from: "dec_kept", to: "dec_gone", reason: word(), state: "active", origin: "auto" });
    const records = [{ kind: "link", link: auto }] as const;
    await writeImport(memory, "shop", { run: RUN.id, records, position: "1", counts: {} }, act());
    const [placed] = await linksInOrder(memory, "shop", { autoOnly: true, limit: 1 });
    await cleanUp(memory, "cln_1", auto.id);
    const other = { ...auto, id: "lnk_other", reason: screened(word()) };
    await restoreLinks(memory, "shop", "cln_2", [{ link: other, place: placed?.place as string }], act());
    await cleanUp(memory, "cln_3", other.id);
  },
};

describe("Erasing a decision removes from all pages of the file", () => {
  it.each(Object.entries(WAYS))("%s", async (_, say) => {
    const path = (await folderOfTest()).file("membria.db");
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(() => memory.close());
    const words: string[] = [];
    const word = (): string => {
      words.push(madeUpWord());
      return words.at(-1) as string;
    };
    await say(memory, word);
    expect(wordsOnDisk(path, words), "the check can see what is there").toEqual(words);

    await eraseDecision(memory, "shop", "dec_gone", act());

    expect(wordsOnDisk(path, words)).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
    expect(await findDecision(memory, "shop", "dec_kept")).toBeDefined();
    await expectSameWhenReplayed(path);
  });
});

it("Taking back an import removes where its decisions came from, also what was heard of it since", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const memory = await openMemoryFile(path, silentLog);
  onTestFinished(() => memory.close());
  const words: string[] = [];
  const word = (): string => {
    words.push(madeUpWord());
    return words.at(-1) as string;
  };
  await beginImport(memory, RUN, act());
  const imported = decision({ id: "dec_gone", capturedIn: where(word) });
  const records = [{ kind: "decision", decision: imported, outcomes: [], signals: [], files: [] }] as const;
  await writeImport(memory, "shop", { run: RUN.id, records, position: "1", counts: {} }, act());
  await writeDecisionChange(memory, "shop", "dec_gone", { capturedIn: where(word) }, act());
  expect(wordsOnDisk(path, words), "the check can see what is there").toEqual(words);
  await takeBackImport(memory, "shop", RUN.id, act());
  expect(wordsOnDisk(path, words)).toEqual([]);
  await expectSameWhenReplayed(path);
});
