import { ASSUMPTION_STATES, assumptionId } from "../../src/decisions/rules/assumption.ts";
import { PROGRESS, STANDINGS } from "../../src/decisions/rules/decision.ts";
import { type PlacedLink, PROPOSABLE_RELATIONS } from "../../src/decisions/rules/link.ts";
import type { Proposal, ProposalKind } from "../../src/decisions/rules/proposal.ts";
import { addDecision, storeSuperseding, writeDecisionChange } from "../../src/decisions/sql/decisions.ts";
import {
  beginCleanup,
  endCleanup,
  linksInOrder,
  removeAutoLinks,
  restoreLinks,
} from "../../src/decisions/sql/link-upkeep.ts";
import { storeLink, storeLinkReview } from "../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../src/decisions/sql/outcomes.ts";
import {
  addDraft,
  addProposal,
  closeProposal,
  feedProposal,
  readProposals,
  storeAcceptance,
  storeAcceptedReplacement,
} from "../../src/decisions/sql/proposals.ts";
import { storeMerge, storeReopening, storeRestoring } from "../../src/learning/sql/corrections.ts";
import { storeEdit } from "../../src/learning/sql/edit-decision.ts";
import {
  eraseCheckpoint,
  eraseDecision,
  eraseInsight,
  erasePerson,
} from "../../src/portability/sql/erase-memory.ts";
import {
  beginImport,
  finishImport,
  readImports,
  takeBackImport,
  writeImport,
} from "../../src/portability/sql/imports.ts";
import { lastMove, storeMove, undoMove } from "../../src/portability/sql/projects.ts";
import { addCheckpoint, addInsight } from "../../src/sessions/sql/notes.ts";
import type { Act } from "../../src/shared/actor.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { capturedIn, type DecisionFields, decision, screened } from "./decisions.ts";
import { link, review } from "./links.ts";
import { outcome, signal } from "./outcomes.ts";
import { importedRecords } from "./random-import.ts";

/** Which of what is there, and which variant. */
export type Picks = readonly [number, number, number];

const PROJECT = "shop";
const OTHER_PROJECT = "depot";
export const MINUTE = 60_000;

const ASSUMPTION = "Fewer than a million orders";
const TOPICS = ["orders", "payments", "sessions"];

/** What the script has written so far. */
export interface WrittenSoFar {
  readonly memory: Memory;
  readonly decisions: string[];
  readonly drafts: string[];
  /** Those that were merged into others. */
  readonly merged: string[];
  readonly proposals: string[];
  readonly links: string[];
  readonly checkpoints: string[];
  readonly insights: string[];
  readonly imports: string[];
  readonly backup: PlacedLink[];
  people(): Promise<readonly string[]>;
  id(prefix: string): string;
}

export type Perform = (written: WrittenSoFar, act: Act, picks: Picks) => Promise<unknown>;

/** From a list that may be empty; then it is something that is not there. */
const pick = <T>(from: readonly T[], n: number, otherwise: T): T => from[n % from.length] ?? otherwise;
const decisionAt = ({ decisions }: WrittenSoFar, n: number): string => pick(decisions, n, "dec_none");

function newDecision(written: WrittenSoFar, { by, at }: Act, topic: number, fields: DecisionFields = {}) {
  const id = written.id("dec");
  written.decisions.push(id);
  return decision({
    id,
    topic: pick(TOPICS, topic, "orders"),
    reasoning: `The reason of ${id}`,
    confidence: (topic % 10) / 10,
    author: by.author,
    createdAt: at,
    ...fields,
  });
}

function newProposal(written: WrittenSoFar, { at }: Act, kind: ProposalKind, target: string): Proposal {
  const id = written.id("prop");
  written.proposals.push(id);
  return {
    id,
    project: PROJECT,
    kind,
    target: screened(target),
    statement: screened(`Decide ${id}`),
    reasoning: screened("It keeps failing."),
    domain: "database",
    explanations: [screened("Or it was bad luck.")],
    evidence: written.decisions.slice(-2),
    state: "draft",
    createdAt: at,
    fedAt: at,
  };
}

const cleanup = (id: string, startedAt: Date) => ({
  id,
  project: PROJECT,
  backup: `${id}.json`,
  checksum: "abc",
  startedAt,
  total: 1,
  removed: 0,
});

/** Calls of the store that write. What they are about is picked from what is there by then. */
export const STEPS = {
  capture: (w, act, [a, b, c]) =>
    addDecision(
      w.memory,
      {
        decision: newDecision(w, act, a, {
          standing: c % 5 === 0 ? "draft" : "active",
          progress: c % 7 === 0 ? "executed" : "pending",
          assumptions: c % 2 === 0 ? [ASSUMPTION] : [],
          aliases: c % 3 === 0 ? [`alias ${w.id("alias")}`, `alias ${w.id("alias")}`] : [],
          ...(c % 4 === 0 && { linkedPr: `#${b}` }),
          ...(c % 6 === 0 && { updatedAt: new Date(act.at.getTime() + MINUTE) }),
        }),
      },
      act,
    ),
  supersede: (w, act, [a, b, c]) => {
    const supersedes = [a, b]
      .slice(0, 1 + (c % 2))
      .map((n) => ({ ref: decisionAt(w, n), linkId: w.id("lnk") }));
    const supersedesBecause = c % 3 === 0 ? undefined : screened(`Because of ${c}`);
    return addDecision(w.memory, { decision: newDecision(w, act, c), supersedes, supersedesBecause }, act);
  },
  draft: (w, act, [a]) => {
    const draft = newDecision(w, act, a, { standing: "draft" });
    w.drafts.push(draft.id);
    return addDraft(w.memory, { decision: draft }, newProposal(w, act, "replacement", draft.id), act);
  },
  update: (w, act, [a, b, c]) =>
    writeDecisionChange(
      w.memory,
      PROJECT,
      decisionAt(w, a),
      {
        ...(b % 2 === 0 && { note: screened(`Note ${c}`) }),
        ...(b % 3 === 0 && { confidence: (c % 10) / 10 }),
        ...(b % 5 === 0 && { progress: pick(PROGRESS, c, "pending") }),
        ...(b % 7 === 0 && { standing: pick(STANDINGS, c, "active") }),
        ...(b % 11 === 0 && { linkedPr: screened(`#${c}`), linkedCommit: screened(`c0ffee${c}`) }),
        ...(b % 13 === 0 && { capturedIn: capturedIn({ session: `session ${c}`, exchange: undefined }) }),
      },
      act,
    ),
  judge: (w, act, [a, b, c]) => {
    const id = decisionAt(w, a);
    const assumption = {
      assumption: assumptionId(id, ASSUMPTION),
      state: pick(ASSUMPTION_STATES, b, "false"),
      ...(c % 2 === 0 && { because: screened(`It was seen ${c}`) }),
    };
    return writeDecisionChange(w.memory, PROJECT, id, { assumption }, act);
  },
  anchor: (w, act, [a, b, c]) => {
    const anchor = {
      path: screened(`src/${b % 3}.ts`),
      ...(c % 2 === 0 && { symbol: screened(`pay${c}`), line: 1 + c }),
      sketch: "0123abcd",
      ...(c % 5 === 0 && { removed: true as const }),
    };
    return writeDecisionChange(w.memory, PROJECT, decisionAt(w, a), { anchor }, act);
  },
  join: (w, act, [a, b, c]) =>
    writeDecisionChange(
      w.memory,
      PROJECT,
      decisionAt(w, a),
      {
        capturedIn: capturedIn({
          session: `session ${b % 3}`,
          branch: b % 2 === 0 ? undefined : `branch-${b % 4}`,
          files: [`src/${b}.ts`, `src/${c}.ts`],
          exchange: c % 2 === 0 ? undefined : `What was said about ${c}`,
        }),
      },
      act,
    ),
  edit: (w, act, [a, b, c]) =>
    storeEdit(
      w.memory,
      PROJECT,
      decisionAt(w, a),
      {
        id: w.id("rev"),
        edit: {
          ...(b % 2 === 0 && { statement: screened(`Reworded as ${c}`) }),
          ...(b % 3 === 0 && { reasoning: c % 2 === 0 ? undefined : screened(`Better reasons ${c}`) }),
          ...(b % 5 === 0 && { domain: pick(["api", "database", undefined], c, undefined) }),
          ...(b % 7 === 0 && { topic: pick([...TOPICS.map(screened), undefined], c, undefined) }),
          evidence: [{ kind: "note", ref: screened(`Seen in ${c}`) }],
          questions: b % 2 === 0 ? [screened(`Which ${c}?`)] : [],
        },
        ...(b % 11 === 0 && { change: { note: screened(`Edited for ${c}`) } }),
      },
      act,
    ),
  retract: (w, act, [a, b]) =>
    writeDecisionChange(
      w.memory,
      PROJECT,
      decisionAt(w, a),
      { standing: "deprecated", note: screened(`Retracted for ${b}`) },
      act,
    ),
  outcome: (w, act, [a, b, c]) => {
    const fields = { id: w.id("out"), lessons: [`Lesson ${c}`], reported: { ciPassed: c % 2 === 0 } };
    return addOutcome(w.memory, PROJECT, decisionAt(w, a), outcome((b % 3) / 2, fields), act);
  },
  supersedeBy: (w, act, [a, b, c]) => {
    const supersedes = [{ ref: decisionAt(w, a), linkId: w.id("lnk") }];
    const because = c % 2 === 0 ? undefined : screened(`Because of ${c}`);
    const note = c % 3 === 0 ? screened(`Agreed to ${c}`) : undefined;
    return storeSuperseding(w.memory, PROJECT, { supersedes, by: decisionAt(w, b), because, note }, act);
  },
  merge: async (w, act, [a, b]) => {
    const { duplicate } = await storeMerge(
      w.memory,
      PROJECT,
      decisionAt(w, a),
      decisionAt(w, b),
      { linkId: () => w.id("lnk") },
      act,
    );
    w.merged.push(duplicate.id);
  },
  restore: (w, act, [a, b, c]) => {
    const ref = c % 3 === 0 ? decisionAt(w, a) : pick(w.merged, b, "dec_none");
    return storeRestoring(
      w.memory,
      PROJECT,
      ref,
      c % 2 === 0 ? screened(`Right after ${c}`) : undefined,
      act,
    );
  },
  reopen: (w, act, [a, b]) => {
    const note = b % 2 === 0 ? screened(`Wrong build ${b}`) : undefined;
    return storeReopening(w.memory, PROJECT, decisionAt(w, a), note, act);
  },
  signal: (w, act, [a, b]) =>
    addSignal(
      w.memory,
      PROJECT,
      decisionAt(w, a),
      signal({ id: w.id("sig"), description: screened(`Seen ${b}`), metrics: { runs: b } }),
      act,
    ),
  proposeLink: async (w, act, [a, b, c]) => {
    const id = w.id("lnk");
    const relation = pick(PROPOSABLE_RELATIONS, c, "refines");
    const ends = { from: decisionAt(w, a), to: decisionAt(w, b), relation };
    if (ends.from === ends.to) return;
    const proposed = link({
      id,
      ...ends,
      reason: `Reason ${c}`,
      proposedBy: act.by.author,
      proposedAt: act.at,
    });
    const found = await storeLink(w.memory, proposed, act);
    if (found && !w.links.includes(found.link.id)) w.links.push(found.link.id);
  },
  reviewLink: (w, act, [a, b, c]) =>
    storeLinkReview(
      w.memory,
      PROJECT,
      pick(w.links, a, "lnk_none"),
      review({
        verdict: b % 2 === 0 ? "approved" : "rejected",
        by: act.by.author,
        at: act.at,
        ...(c % 2 === 0 && { reason: screened(`Seen that ${c}`) }),
      }),
      act,
    ),
  propose: (w, act, [a, b]) => {
    const target = b % 2 === 0 ? pick(TOPICS, a, "orders") : decisionAt(w, a);
    return addProposal(w.memory, newProposal(w, act, "repeated_failures", target), act);
  },
  feed: (w, act, [a, b]) => {
    const fed = { reasoning: screened(`More ${b}`), evidence: w.decisions.slice(0, 3), fedAt: act.at };
    return feedProposal(w.memory, PROJECT, pick(w.proposals, a, "prop_none"), fed, act);
  },
  closeProposal: (w, act, [a, b]) =>
    closeProposal(
      w.memory,
      PROJECT,
      pick(w.proposals, a, "prop_none"),
      b % 2 === 0 ? "rejected" : "expired",
      act,
    ),
  acceptProposal: (w, act, [a, b]) =>
    storeAcceptance(
      w.memory,
      PROJECT,
      pick(w.proposals, a, "prop_none"),
      { decision: newDecision(w, act, b), contradictions: [] },
      act,
    ),
  acceptReplacement: async (w, act, [a]) => {
    const target = pick(w.drafts, a, "dec_none");
    const open = (await readProposals(w.memory, PROJECT, "draft", 100)).find((one) => one.target === target);
    return open && storeAcceptedReplacement(w.memory, PROJECT, open.id, { linkId: () => w.id("lnk") }, act);
  },
  checkpoint: (w, act, [a]) => {
    const id = w.id("chk");
    w.checkpoints.push(id);
    const checkpoint = {
      id,
      aliases: [],
      project: PROJECT,
      summary: screened(`Half of ${a} is done`),
      openFiles: [screened("src/a.ts")],
      nextSteps: screened("The other half"),
      author: act.by.author,
      createdAt: act.at,
    };
    return addCheckpoint(w.memory, checkpoint, act);
  },
  insight: (w, act, [a]) => {
    const id = w.id("ins");
    w.insights.push(id);
    const insight = {
      id,
      aliases: [],
      project: PROJECT,
      content: screened(`Tables lock at ${a}`),
      tags: [],
      author: act.by.author,
      createdAt: act.at,
    };
    return addInsight(w.memory, insight, act);
  },
  import: async (w, act, [a, b, c]) => {
    const running = (await readImports(w.memory, PROJECT)).find(({ state }) => state === "running");
    const run = running?.id ?? w.id("imp");
    if (!running) {
      w.imports.push(run);
      const source = { project: PROJECT, kind: "json", source: "old.json", fingerprint: run } as const;
      await beginImport(w.memory, { id: run, ...source }, act);
    }
    const records = importedRecords({
      project: PROJECT,
      act,
      decisions: w.decisions,
      id: w.id,
      picks: [a, b, c],
    });
    const fates = await writeImport(w.memory, PROJECT, { run, records, position: "1", counts: {} }, act);
    records.forEach((record, i) => {
      if (fates[i] !== "added") return;
      if (record.kind === "decision") w.decisions.push(record.decision.id);
      if (record.kind === "link") w.links.push(record.link.id);
      if (record.kind === "proposal") w.proposals.push(record.proposal.id);
    });
    if (c % 2 === 0) await finishImport(w.memory, PROJECT, run, act);
  },
  undoImport: (w, act, [a]) => takeBackImport(w.memory, PROJECT, pick(w.imports, a, "imp_none"), act),
  cleanLinks: async (w, act) => {
    const auto = await linksInOrder(w.memory, PROJECT, { autoOnly: true, limit: 100 });
    const run = cleanup(w.id("cln"), act.at);
    w.backup.push(...auto);
    await beginCleanup(w.memory, run, act);
    await removeAutoLinks(
      w.memory,
      run,
      auto.map((one) => one.link.id),
      act,
    );
    await endCleanup(w.memory, run, act);
  },
  restoreLinks: (w, act) => restoreLinks(w.memory, PROJECT, w.id("cln"), w.backup, act),
  eraseDecision: (w, act, [a]) => eraseDecision(w.memory, PROJECT, decisionAt(w, a), act),
  eraseCheckpoint: (w, act, [a]) =>
    eraseCheckpoint(w.memory, PROJECT, pick(w.checkpoints, a, "chk_none"), act),
  eraseInsight: (w, act, [a]) => eraseInsight(w.memory, PROJECT, pick(w.insights, a, "ins_none"), act),
  /** Now and then it stays there, until the next such step. */
  moveProject: async (w, act, [a]) => {
    if (a % 3 > 0) await storeMove(w.memory, PROJECT, OTHER_PROJECT, act);
    const last = a % 3 === 1 ? await lastMove(w.memory) : undefined;
    if (last) await undoMove(w.memory, last.entry, act);
    else if (a % 5 > 0) await storeMove(w.memory, OTHER_PROJECT, PROJECT, act);
  },
  erasePerson: async (w, act, [a]) => erasePerson(w.memory, pick(await w.people(), a, "per_none"), act),
} as const satisfies Readonly<Record<string, Perform>>;
