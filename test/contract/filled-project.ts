import { addCandidates, saveCheckpointDraft } from "../../src/candidates/sql/candidate-rows.ts";
import type { LinkCleanup } from "../../src/decisions/rules/link.ts";
import type { Proposal } from "../../src/decisions/rules/proposal.ts";
import { addDecision, writeDecisionChange } from "../../src/decisions/sql/decisions.ts";
import { beginCleanup, restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { storeLink, storeLinkReview } from "../../src/decisions/sql/links.ts";
import { addOutcome, addSignal } from "../../src/decisions/sql/outcomes.ts";
import { addDraft, addProposal } from "../../src/decisions/sql/proposals.ts";
import { noteSession, recordTold } from "../../src/hooks/sql/hook-store.ts";
import type { SkillLife } from "../../src/learning/rules/skill.ts";
import { settleGuidance } from "../../src/learning/sql/guidance.ts";
import { learnSkill } from "../../src/learning/sql/skills.ts";
import { recordObservations } from "../../src/memory/record-observations.ts";
import { beginAdrWrites, saveAdrFiles } from "../../src/portability/sql/adr-files.ts";
import { beginImport, writeImport } from "../../src/portability/sql/imports.ts";
import { activateModel, saveVectors } from "../../src/recall/sql/embeddings.ts";
import { saveAnchors } from "../../src/repository/sql/anchor-rows.ts";
import { addReports } from "../../src/repository/sql/report-rows.ts";
import type { Checkpoint } from "../../src/sessions/rules/checkpoint.ts";
import { saveContext } from "../../src/sessions/sql/contexts.ts";
import { addCheckpoint, addInsight } from "../../src/sessions/sql/notes.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { followedAnchor } from "../support/anchors.ts";
import { act, actor, DAY, decision, screened } from "../support/decisions.ts";
import { give, guidance } from "../support/guidance.ts";
import { link, review } from "../support/links.ts";
import { outcome, signal } from "../support/outcomes.ts";
import { report } from "../support/reports.ts";
import { daysAfter } from "../support/skills.ts";

export const RUN = { id: "imp_a", kind: "mama", source: "old.db", fingerprint: "f" } as const;
export const MODEL = "a-model";
export const FILE = {
  folder: "docs/adr",
  path: "1.md",
  decisionId: "dec_a",
  text: screened("# X\n"),
  dress: { byteOrderMark: false, lineEnding: "lf", otherwise: [] },
  fileHash: "f",
  memoryHash: "m",
} as const;
export const emerging = (): SkillLife => ({ kind: "skill", stage: "emerging", because: "It works." });

export const checkpoint = (project: string): Checkpoint => ({
  id: "chk_a",
  aliases: [],
  project,
  summary: screened("Orders are half done"),
  openFiles: [],
  nextSteps: screened("Finish orders"),
  author: actor().author,
  createdAt: DAY,
});

export const cleanup = (project: string): LinkCleanup => ({
  id: "cln_a",
  project,
  backup: "links-backup-1.json",
  checksum: "abc",
  startedAt: DAY,
  total: 1,
  removed: 0,
});

const proposal = (project: string, fields: Pick<Proposal, "id" | "kind" | "target">): Proposal => ({
  ...fields,
  project,
  statement: screened("Decide it anew."),
  reasoning: screened("It keeps failing."),
  domain: "database",
  explanations: [],
  evidence: [],
  state: "draft",
  createdAt: DAY,
  fedAt: DAY,
});

const autoLink = (project: string) =>
  link({ id: "lnk_auto", project, from: "dec_b", to: "dec_c", state: "active", origin: "auto" });

const SESSION = { client: "claude-code", session: "one" } as const;

async function fillHooks(store: Memory, project: string): Promise<void> {
  await noteSession(store, { ...SESSION, project }, { prompt: screened("Use a table") }, DAY);
  await recordTold(store, [
    {
      ...SESSION,
      project,
      epoch: 0,
      at: daysAfter(1),
      event: "prompt",
      kind: "in-force",
      record: "dec_a",
      relevance: 0.9,
      tokens: 40,
    },
  ]);
  for (const id of ["cand_a", "cand_b"])
    await addCandidates(store, [
      {
        ...SESSION,
        kind: "decision",
        id,
        project,
        at: DAY,
        origin: "person",
        quote: screened(`Use a table, says ${id}`),
        statement: screened("Use a table"),
        alternatives: [],
        files: [],
      },
    ]);
  await saveCheckpointDraft(store, {
    ...SESSION,
    kind: "checkpoint",
    id: "cand_c",
    project,
    at: DAY,
    summary: screened("Half of the orders"),
    files: [],
  });
}

/** Some of everything, all of it in the project `shop`. */
export async function fillShop(store: Memory): Promise<void> {
  const project = "shop";
  const evidence = [{ kind: "file", ref: "docs/adr/1.md" }] as const;
  for (const id of ["dec_a", "dec_b", "dec_c", "dec_d", "dec_e"])
    await addDecision(
      store,
      {
        decision: {
          ...decision({ id, sessionId: "session", confidence: 0.7, evidence }),
          dueAt: daysAfter(1),
        },
      },
      act(),
    );
  await fillHooks(store, project);
  await addReports(store, [report({ decision: "dec_e", pr: 7 })]);
  await fillAnchors(store, project);
  await activateModel(store, MODEL);
  await saveVectors(store, MODEL, [{ id: "dec_a", vector: new Float32Array(64).fill(0.125) }]);
  for (const [i, id] of ["dec_a", "dec_b", "dec_c", "dec_d"].entries()) {
    await addOutcome(store, project, id, outcome(1, { id: `out_${id}` }), act(daysAfter(i + 1)));
    const group = id === "dec_d" ? "sk_small" : "sk_a";
    await learnSkill(store, project, id, { group, absorbs: [] }, emerging, act(daysAfter(i + 1)));
  }
  const replaced = { decision: decision({ id: "dec_failed", topic: "mails" }) };
  await addDecision(store, replaced, act());
  await addOutcome(store, project, "dec_failed", outcome(0), act(daysAfter(5)));
  const replacement = {
    decision: decision({ id: "dec_instead", topic: "mails" }),
    supersedes: [{ ref: "dec_failed", linkId: "lnk_instead" }],
  };
  await addDecision(store, replacement, act());
  await addOutcome(store, project, "dec_instead", outcome(1), act(daysAfter(6)));
  await addSignal(store, project, "dec_a", signal({ id: "sig_a" }), act());
  const exposure = { project, skill: "sk_a", session: screened("session"), shown: true, at: DAY };
  await recordObservations(store, [{ kind: "exposure", exposure }]);
  await storeLink(store, link({ id: "lnk_a", from: "dec_a", to: "dec_b" }), act());
  await storeLink(store, link({ id: "lnk_b", from: "dec_a", to: "dec_c" }), act());
  await storeLinkReview(store, project, "lnk_b", review(), act());
  await storeLink(store, link({ from: "dec_a", to: "dec_d", suggestedBy: 0.8 }), act(), 20);
  const resting = { id: "lnk_rests", from: "dec_a", to: "dec_c", relation: "depends_on" } as const;
  await storeLink(store, link({ ...resting, state: "pending" }), act());
  await storeLinkReview(store, project, resting.id, review(), act());
  const opposed = { id: "lnk_opposed", from: "dec_b", to: "dec_e", relation: "contradicts" } as const;
  await storeLink(store, link({ ...opposed, state: "pending" }), act());
  await storeLinkReview(store, project, opposed.id, review(), act());
  await restoreLinks(store, project, "cln_0", [{ link: autoLink(project), place: "99" }], act());
  await beginCleanup(store, cleanup(project), act());
  const reflected = { id: "prop_a", kind: "repeated_failures", target: screened("orders") } as const;
  await addProposal(store, proposal(project, reflected), act());
  const draft = decision({ id: "dec_draft", standing: "draft", topic: "payments" });
  const drafted = { id: "prop_draft", kind: "replacement", target: screened(draft.id) } as const;
  await addDraft(store, { decision: draft }, proposal(project, drafted), act());
  await addCheckpoint(store, checkpoint(project), act(DAY));
  await addOutcome(store, project, "dec_d", outcome(0.9), act(daysAfter(9)));
  const attempt = { at: DAY, project, mode: "full", ms: 1 } as const;
  await recordObservations(store, [{ kind: "restart", attempt }]);
  await addInsight(
    store,
    {
      id: "ins_a",
      aliases: [],
      project,
      content: screened("Orders lock the table"),
      tags: [],
      author: actor().author,
      createdAt: DAY,
    },
    act(),
  );
  await saveContext(
    store,
    { id: "ctx_a", project, context: "deciding", confidence: 0.9, author: actor().author, at: DAY },
    act(),
  );
  await give(store, guidance({ id: "gdn_a", cited: ["dec_a"] }), guidance({ id: "gdn_b", cited: ["dec_a"] }));
  await settleGuidance(store, project, "gdn_b", { verdict: "prevented", decisionId: "dec_a", at: DAY });
  await saveAdrFiles(store, [{ ...FILE, project }]);
  await beginAdrWrites(store, [{ ...FILE, project, location: "/home/adr", draft: "1.draft" }]);
  await beginImport(store, { ...RUN, project }, act());
  await writeImport(
    store,
    project,
    { run: RUN.id, records: [importedDecision], position: "1", counts: {} },
    act(),
  );
  await writeDecisionChange(store, project, "dec_i", { note: screened("Worked on since") }, act());
}

const importedDecision = {
  kind: "decision",
  decision: decision({ id: "dec_i" }),
  outcomes: [],
  signals: [],
  files: [],
} as const;

async function fillAnchors(store: Memory, project: string): Promise<void> {
  const anchor = followedAnchor({ decision: "dec_e", project, baseline: "b".repeat(40), carried: "named" });
  const lost = { manifest: "package.json", name: "redis", commit: "b".repeat(40), at: DAY };
  await saveAnchors(store, project, {
    reading: { commit: "b".repeat(40), at: DAY, entry: 0, memory: 0 },
    anchors: [anchor],
    dropped: [],
    manifests: ["package.json"],
    lost: [lost],
    found: [],
  });
}
