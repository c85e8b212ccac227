import { readOutcomeGroups } from "../../src/calibration/sql/outcome-groups.ts";
import { readUsage, sumsByDomain } from "../../src/calibration/sql/stats.ts";
import { confidenceEvidence, dueCount, readTallies, readTally } from "../../src/calibration/sql/tallies.ts";
import {
  eraseCandidate,
  findCandidate,
  latestCheckpointDraft,
  openCandidates,
  settleCandidate,
} from "../../src/candidates/sql/candidate-rows.ts";
import {
  duplicatesOf,
  planMerge,
  planReopen,
  planRestore,
} from "../../src/decisions/sql/correction-plans.ts";
import {
  decisionIds,
  decisionPage,
  decisionsById,
  findDecision,
  revisionsOf,
  storeSuperseding,
  writeDecisionChange,
} from "../../src/decisions/sql/decisions.ts";
import { decisionsToImprove, linksToImprove, qualityCounts } from "../../src/decisions/sql/link-quality.ts";
import {
  countLinks,
  endCleanup,
  latestCleanup,
  linksInOrder,
  removeAutoLinks,
  restoreLinks,
} from "../../src/decisions/sql/link-upkeep.ts";
import { dependencesOf } from "../../src/decisions/sql/linked-decisions.ts";
import {
  contradictions,
  findLink,
  linksBetween,
  linksOf,
  neighbours,
  openSuggestions,
  pendingLinks,
  storeLink,
  storeLinkReview,
} from "../../src/decisions/sql/links.ts";
import { addOutcome, addSignal, dueDecisions, historiesOf } from "../../src/decisions/sql/outcomes.ts";
import {
  closeProposal,
  evidenceByTarget,
  feedProposal,
  findProposal,
  readProposals,
  storeAcceptance,
  storeAcceptedReplacement,
} from "../../src/decisions/sql/proposals.ts";
import { readTold, sessionsNamed, toldTotals } from "../../src/hooks/sql/hook-store.ts";
import type { SkillLife } from "../../src/learning/rules/skill.ts";
import { groupAll } from "../../src/learning/rules/skill-cluster.ts";
import {
  capturedSince,
  decisionBehind,
  recentOutcomes,
  recentOutcomesByDomain,
} from "../../src/learning/sql/anomalies.ts";
import { storeMerge, storeReopening, storeRestoring } from "../../src/learning/sql/corrections.ts";
import { decisionGraph } from "../../src/learning/sql/decision-graph.ts";
import { storeEdit } from "../../src/learning/sql/edit-decision.ts";
import {
  eraseGuidance,
  openGuidance,
  preventedBy,
  readGuidance,
  removeAllGuidance,
  settleGuidance,
  warningTotals,
} from "../../src/learning/sql/guidance.ts";
import {
  decisionsOfSkill,
  findSkill,
  groupsNear,
  largestForming,
  learnSkill,
  listSkills,
  rebuildSkills,
  replacedFailures,
  replaceSkills,
  settledDecisions,
  skillOfDecision,
  storeSkillReviews,
  transitionsOf,
  trialOf,
} from "../../src/learning/sql/skills.ts";
import {
  adrFiles,
  adrFilesOf,
  adrWrites,
  applyAdrEdit,
  beginAdrWrites,
  saveAdrFiles,
} from "../../src/portability/sql/adr-files.ts";
import { eraseCheckpoint, eraseDecision, eraseInsight } from "../../src/portability/sql/erase-memory.ts";
import { exportRecords } from "../../src/portability/sql/exports.ts";
import {
  changedSinceImport,
  finishImport,
  readImports,
  takeBackImport,
  verifyImport,
  writeImport,
} from "../../src/portability/sql/imports.ts";
import { vectorOf, vectorsOf } from "../../src/recall/sql/embeddings.ts";
import { findNotes, memoriesById, readMemories } from "../../src/recall/sql/memories.ts";
import { decisionsSharing, findCandidates } from "../../src/recall/sql/search.ts";
import {
  anchorsAt,
  anchorsOf,
  decisionsOfCommit,
  decisionsToFollow,
  followedAnchors,
  lostDependencies,
  manifestsOf,
} from "../../src/repository/sql/anchor-rows.ts";
import { decisionsAboutFile } from "../../src/repository/sql/decisions-about-file.ts";
import { decisionsConcerned } from "../../src/repository/sql/deliveries.ts";
import {
  decisionsWithReports,
  dismissReports,
  reportsNaming,
  reportsOf,
} from "../../src/repository/sql/report-rows.ts";
import { projectContext } from "../../src/sessions/sql/contexts.ts";
import {
  countCheckpoints,
  latestCheckpoint,
  memoryChangesSince,
  restartsSince,
} from "../../src/sessions/sql/notes.ts";
import type { Scope } from "../../src/shared/scope.ts";
import { textQuery } from "../../src/shared/words/search-text.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { countLog, readEntries } from "../../src/store/log/read-log.ts";
import { act, DAY, decision, screened } from "../support/decisions.ts";
import { link, review } from "../support/links.ts";
import { outcome, signal } from "../support/outcomes.ts";
import { daysAfter } from "../support/skills.ts";
import { checkpoint, cleanup, emerging, FILE, MODEL, RUN } from "./filled-project.ts";

/** What takes no scope, and why nothing of another project comes out of it. */
export const WITHOUT_SCOPE = {
  // What they are given says itself which project it belongs to.
  addDecision: "a decision has its project, and what it replaces is looked for there",
  othersOnTopic: "each decision has its project, and others are looked for there",
  addDraft: "as for addDecision",
  addProposal: "a proposal has its project",
  addCheckpoint: "a checkpoint has its project",
  addInsight: "an insight has its project",
  saveContext: "a context has its project",
  recordObservations: "each observation has its project, and what it is about is looked for there",
  beginImport: "a run has its project",
  beginCleanup: "a clean-up has its project",
  dropAdrFile: "a file is named by its project, folder and path",
  endAdrWrites: "a write is named by its project, folder and draft, and a file by its project",
  previewImport: "each record has its project, and the answer is one word for each",
  // What belongs to the whole memory.
  addKey: "keys belong to the memory",
  findKey: "keys belong to the memory",
  readKeys: "keys belong to the memory",
  storeRotation: "keys belong to the memory",
  storeRevocation: "keys belong to the memory",
  touchKey: "keys belong to the memory",
  addPageTicket: "tickets belong to the memory",
  addPageSession: "sessions belong to the memory; the key says which project they may see",
  readPageSession: "as for addPageSession",
  removePageSession: "as for addPageSession",
  nameStanding: "it answers whether a repository may use a project, with a number of decisions",
  bindName: "a name has its project",
  trustName: "a name has its project",
  readBindings: "what a person at the machine asks",
  readProjects: "what an administrator of the whole memory asks",
  previewMove: "both projects are named, by an administrator of the whole memory",
  storeMove: "as for previewMove",
  lastMove: "as for readProjects; it answers with names of projects and numbers",
  undoMove: "as for lastMove",
  countProject: "as for previewMove",
  eraseProject: "as for previewMove",
  lastNameAt: "directories belong to the machine, and it answers with a name",
  placesNamed: "as for lastNameAt",
  notePlace: "as for lastNameAt",
  followName: "the directory has used both projects; it answers with their names and numbers",
  readOtherNames: "what a person at the machine asks",
  readPeople: "people belong to the memory",
  erasePerson: "people belong to the memory",
  activeModel: "the model is one for the memory",
  activateModel: "the model is one for the memory",
  claimUnembedded: "the program embeds what waits in any project and shows it to nobody",
  embeddingClaimants: "names of processes",
  releaseClaims: "as for claimUnembedded",
  saveVectors: "as for claimUnembedded",
  pendingEmbeddings: "a number for the whole memory",
  searchedState: "as for activeModel and pendingEmbeddings",
  expireGuidance: "the program deletes what is old in any project, and answers with a number",
  copyBeforeImport: "a copy is of the whole file",
  describeMemory: "what a person at the machine asks",
  otherCopies: "what a person at the machine asks",
  removeUnfinishedCopies: "a copy is of the whole file",
  verifyAudit: "the chain of the log runs through all projects",
  checkCoverage: "what an administrator of the whole memory asks",
  rebuildDerived: "what an administrator of the whole memory asks; it answers with numbers",
  aloneAmong: "as for claimUnembedded; the names are passed on to nobody",
  projectsWithSkills: "as for rebuildDerived; the names are passed on to nobody",
  readTeams: "the program that shares asks for all of them",
  teamOf: "a team is named by its project",
  storeJoining: "a membership has its project",
  storeLeaving: "as for teamOf",
  previewShared: "as for teamOf; it answers with numbers",
  renameOrigin: "as for teamOf",
  readOutgoing: "as for teamOf; what is shared is what the person who joined chose",
  addMemberChange: "as for teamOf",
  memberChanges: "as for teamOf",
  confirmShared: "as for teamOf",
  receiveEntries: "as for teamOf",
  everyChange: "as for teamOf",
  emptiedChanges: "as for teamOf",
  noteContact: "as for teamOf",
  projectionAfter: "as for teamOf",
  setAsideChanges: "as for teamOf",
  claimsAbout: "as for teamOf",
  sharedOrigin: "what a person who erases asks; it answers with names of projects and machines",
  hookSession: "a session is named by its client and the client's name for it",
  noteSession: "a session has its project",
  touchedFiles: "as for hookSession",
  toldSoFar: "as for hookSession",
  recordTold: "what was told has its project",
  addCandidates: "a candidate has its project",
  saveCheckpointDraft: "as for addCandidates",
  settledAmong: "digests are of one project, and it answers with those that were asked for",
  expireHooks: "as for expireGuidance",
  addReports: "a report has its project, and its decision is looked for there",
  howFarRead: "a reading is named by its project; it answers with a commit",
  noteRead: "as for howFarRead",
  projectsAbout: "it answers with names of projects, for a repository that a service names",
  addDelivery: "what a delivery says has its project, and its decisions are looked for there",
  anchorReading: "as for howFarRead",
  saveAnchors: "as for howFarRead; each anchor has its decision, which is looked for there",
} as const;

const retired = (): SkillLife => ({ kind: "skill", stage: "retired", because: "Stale." });

/** Everything else: it is asked about the project `shop` in some scope. A test names what is missing here. */
export const SCOPED_CALLS = {
  findDecision: (memory, scope) => findDecision(memory, scope, "dec_a"),
  decisionsById: (memory, scope) => decisionsById(memory, scope, ["dec_a", "dec_b"]),
  decisionPage: (memory, scope) => decisionPage(memory, { scope }, 10),
  writeDecisionChange: (memory, scope) =>
    writeDecisionChange(memory, scope, "dec_a", { note: screened("Right") }, act()),
  storeEdit: (memory, scope) =>
    storeEdit(memory, scope, "dec_a", { id: "rev_b", edit: { source: screened("Right") } }, act()),
  revisionsOf: (memory, scope) => revisionsOf(memory, scope, "dec_a"),
  addOutcome: (memory, scope) => addOutcome(memory, scope, "dec_a", outcome(1), act()),
  addSignal: (memory, scope) => addSignal(memory, scope, "dec_a", signal(), act()),
  historiesOf: (memory, scope) => historiesOf(memory, scope, ["dec_a", "dec_b"]),
  readTally: (memory, scope) => readTally(memory, scope),
  confidenceEvidence: (memory, scope) => confidenceEvidence(memory, scope, {}),
  readTallies: (memory, scope) => readTallies(memory, scope),
  readOutcomeGroups: (memory, scope) => readOutcomeGroups(memory, scope, {}),
  decisionGraph: (memory, scope) => decisionGraph(memory, scope, 10, ["dec_a"]),
  dueCount: (memory, scope) => dueCount(memory, scope, daysAfter(99)),
  dueDecisions: (memory, scope) => dueDecisions(memory, scope, daysAfter(99), 10),
  vectorOf: (memory, scope) => vectorOf(memory, scope, "dec_a"),
  vectorsOf: (memory, scope) => vectorsOf(memory, scope, ["dec_a"]),
  decisionsSharing: (memory, scope) => decisionsSharing(memory, scope, ["orders"], 10),
  findCandidates: async (memory, scope) => {
    const vector = new Float32Array(64).fill(0.125);
    const query = { scope, text: textQuery("orders"), meaning: { model: MODEL, vector }, perMethod: 10 };
    return (await findCandidates(memory, query)).candidates;
  },
  dependencesOf: (memory, scope) => dependencesOf(memory, scope, ["dec_a", "dec_b"]),
  findProposal: (memory, scope) => findProposal(memory, scope, "prop_a"),
  readProposals: (memory, scope) => readProposals(memory, scope, undefined, 10),
  feedProposal: (memory, scope) =>
    feedProposal(memory, scope, "prop_a", { reasoning: screened("More"), evidence: [], fedAt: DAY }, act()),
  closeProposal: (memory, scope) => closeProposal(memory, scope, "prop_a", "rejected", act()),
  storeAcceptance: (memory, scope) =>
    storeAcceptance(
      memory,
      scope,
      "prop_a",
      { decision: decision({ project: scope }), contradictions: [] },
      act(),
    ),
  storeAcceptedReplacement: (memory, scope) =>
    storeAcceptedReplacement(memory, scope, "prop_draft", { linkId: () => "lnk_new" }, act()),
  evidenceByTarget: (memory, scope) => evidenceByTarget(memory, scope, { targets: ["orders", "dec_a"] }),
  latestCheckpoint: (memory, scope) => latestCheckpoint(memory, scope),
  countCheckpoints: (memory, scope) => countCheckpoints(memory, scope),
  memoryChangesSince: (memory, scope) => memoryChangesSince(memory, checkpoint(scope), 10),
  restartsSince: (memory, scope) => restartsSince(memory, scope, new Date(0)),
  decisionIds: (memory, scope) => decisionIds(memory, scope, "dec", 10),
  capturedSince: (memory, scope) => capturedSince(memory, scope, [new Date(0)]),
  recentOutcomes: (memory, scope) => recentOutcomes(memory, scope, 10),
  recentOutcomesByDomain: (memory, scope) => recentOutcomesByDomain(memory, scope, 10),
  decisionBehind: async (memory, scope) =>
    Promise.all(["out_dec_a", "sig_a", "lnk_a"].map((id) => decisionBehind(memory, scope, id))),
  skillOfDecision: (memory, scope) => skillOfDecision(memory, scope, "dec_a"),
  groupsNear: (memory, scope) => groupsNear(memory, scope, new Map([["dec_a", 1]])),
  learnSkill: (memory, scope) =>
    learnSkill(memory, scope, "dec_a", { group: "sk_a", absorbs: [] }, emerging, act()),
  storeSkillReviews: (memory, scope) => storeSkillReviews(memory, scope, retired, act()),
  settledDecisions: (memory, scope) => settledDecisions(memory, scope),
  findSkill: (memory, scope) => findSkill(memory, scope, "sk_a"),
  listSkills: (memory, scope) => listSkills(memory, scope),
  largestForming: (memory, scope) => largestForming(memory, scope),
  replacedFailures: (memory, scope) => replacedFailures(memory, scope, 10),
  decisionsOfSkill: (memory, scope) => decisionsOfSkill(memory, scope, "sk_a", 10),
  transitionsOf: (memory, scope) => transitionsOf(memory, scope, "sk_a"),
  trialOf: (memory, scope) => trialOf(memory, scope, "sk_a"),
  openGuidance: (memory, scope) => openGuidance(memory, scope, { since: new Date(0) }, 10),
  settleGuidance: (memory, scope) =>
    settleGuidance(memory, scope, "gdn_a", { verdict: "kept", decisionId: "dec_a", at: DAY }),
  preventedBy: (memory, scope) => preventedBy(memory, scope, "dec_a"),
  readGuidance: (memory, scope) => readGuidance(memory, scope, 10),
  warningTotals: (memory, scope) => warningTotals(memory, scope, new Date(0)),
  eraseGuidance: (memory, scope) => eraseGuidance(memory, scope, "gdn_a", act()),
  removeAllGuidance: (memory, scope) => removeAllGuidance(memory, scope, act()),
  writeImport: (memory, scope) =>
    writeImport(memory, scope, { run: RUN.id, records: [], position: "2", counts: {} }, act()),
  finishImport: (memory, scope) => finishImport(memory, scope, RUN.id, act()),
  verifyImport: (memory, scope) => verifyImport(memory, scope, RUN.id, () => {}),
  readImports: (memory, scope) => readImports(memory, scope),
  changedSinceImport: (memory, scope) => changedSinceImport(memory, scope, RUN.id),
  exportRecords: async (memory, scope) => (await exportRecords(memory, scope, undefined, 10)).records,
  adrFiles: (memory, scope) => adrFiles(memory, scope, FILE.folder),
  adrFilesOf: (memory, scope) => adrFilesOf(memory, scope),
  saveAdrFiles: (memory, scope) => saveAdrFiles(memory, [{ ...FILE, path: "2.md", project: scope }]),
  adrWrites: (memory, scope) => adrWrites(memory, scope, FILE.folder),
  beginAdrWrites: (memory, scope) =>
    beginAdrWrites(memory, [{ ...FILE, project: scope, location: "/home/adr", draft: "2.draft" }]),
  applyAdrEdit: (memory, scope) => {
    const { decisionId, ...file } = FILE;
    return applyAdrEdit(
      memory,
      { ...file, project: scope },
      { decisionId, change: { note: screened("Edited") } },
      act(),
    );
  },
  readMemories: (memory, scope) =>
    readMemories(memory, { scope, types: ["decision", "checkpoint", "insight", "context"] }, 10),
  memoriesById: (memory, scope) => memoriesById(memory, scope, ["dec_a", "chk_a", "ins_a", "ctx_a"]),
  findNotes: async (memory, scope) => {
    const query = { scope, types: ["insight", "checkpoint"] as const, text: textQuery("orders"), limit: 10 };
    return (await findNotes(memory, query)).candidates;
  },
  projectContext: (memory, scope) => projectContext(memory, scope),
  storeLink: (memory, scope) =>
    storeLink(memory, link({ project: scope, from: "dec_c", to: "dec_d" }), act()),
  findLink: async (memory, scope) => [
    await findLink(memory, scope, "lnk_a"),
    await findLink(memory, scope, { from: "dec_a", to: "dec_b", relation: "refines" }),
  ],
  pendingLinks: (memory, scope) => pendingLinks(memory, scope, { from: "dec_a" }, 10),
  openSuggestions: (memory, scope) => openSuggestions(memory, scope),
  linksBetween: (memory, scope) => linksBetween(memory, scope, "dec_a", "dec_b"),
  contradictions: (memory, scope) => contradictions(memory, scope, 10),
  linksOf: (memory, scope) => linksOf(memory, scope, ["dec_a"], ["refines"], ["pending", "active"], 10),
  storeLinkReview: (memory, scope) => storeLinkReview(memory, scope, "lnk_a", review(), act()),
  neighbours: (memory, scope) => neighbours(memory, scope, ["dec_a"], ["refines"], 10),
  countLinks: (memory, scope) => countLinks(memory, scope),
  linksInOrder: (memory, scope) => linksInOrder(memory, scope, { autoOnly: false, limit: 10 }),
  latestCleanup: (memory, scope) => latestCleanup(memory, scope),
  endCleanup: (memory, scope) => endCleanup(memory, cleanup(scope), act()),
  restoreLinks: (memory, scope) => {
    const gone = link({ id: "lnk_gone", project: scope, from: "dec_d", to: "dec_a" });
    return restoreLinks(memory, scope, "cln_1", [{ link: gone, place: "200" }], act());
  },
  qualityCounts: (memory, scope) => qualityCounts(memory, scope),
  decisionsToImprove: (memory, scope) => decisionsToImprove(memory, scope, "narrativeCoverage", 10),
  linksToImprove: (memory, scope) => linksToImprove(memory, scope, 10),
  readUsage: (memory, scope) => readUsage(memory, scope, DAY, 2),
  sumsByDomain: (memory, scope) => sumsByDomain(memory, scope),
  readEntries: async (memory, scope) => [
    await readEntries(memory, { scope }, { after: 0 }, 10, { withChanges: true }),
    await readEntries(memory, { scope, record: "dec_a" }, {}, 10),
  ],
  countLog: (memory, scope) => countLog(memory, { scope }, 10),

  // The rest of the answer is how far the log goes.
  decisionsToFollow: async (memory, scope) => (await decisionsToFollow(memory, scope, undefined)).decisions,
  followedAnchors: (memory, scope) => followedAnchors(memory, scope),
  manifestsOf: (memory, scope) => manifestsOf(memory, scope),
  anchorsOf: (memory, scope) => anchorsOf(memory, scope, ["dec_e"]),
  anchorsAt: (memory, scope) => anchorsAt(memory, scope, "src/orders.ts"),
  decisionsOfCommit: (memory, scope) => decisionsOfCommit(memory, scope, "b".repeat(40)),
  lostDependencies: (memory, scope) => lostDependencies(memory, scope),
  reportsOf: (memory, scope) => reportsOf(memory, scope, ["dec_e"]),
  decisionsConcerned: (memory, scope) =>
    decisionsConcerned(memory, scope, { ids: ["dec_a"], pullRequests: [], prs: [], commits: [] }),
  reportsNaming: (memory, scope) => reportsNaming(memory, scope, { prs: [7] }),
  decisionsWithReports: (memory, scope) => decisionsWithReports(memory, scope, 10),
  dismissReports: (memory, scope) => dismissReports(memory, scope, "dec_e", DAY),
  readTold: (memory, scope) => readTold(memory, scope, 10),
  decisionsAboutFile: (memory, scope) => decisionsAboutFile(memory, scope, "docs/adr/1.md", 10),
  sessionsNamed: (memory, scope) => sessionsNamed(memory, scope, "on"),
  toldTotals: (memory, scope) => toldTotals(memory, scope, DAY),
  latestCheckpointDraft: (memory, scope) => latestCheckpointDraft(memory, scope, undefined),
  openCandidates: (memory, scope) => openCandidates(memory, scope, 10),
  findCandidate: (memory, scope) => findCandidate(memory, scope, "cand_a"),

  // These take away what others look for, so they come last.
  replaceSkills: async (memory, scope) => {
    const groups = groupAll(await settledDecisions(memory, scope), () => new Map());
    return replaceSkills(memory, scope, new Map([...groups, ["sk_a", ["dec_a"]]]), emerging, act());
  },
  rebuildSkills: async (memory, scope) => {
    const groups = groupAll(await settledDecisions(memory, scope), () => new Map());
    return rebuildSkills(memory, scope, groups, emerging, act());
  },
  takeBackImport: (memory, scope) => takeBackImport(memory, scope, RUN.id, act()),
  removeAutoLinks: (memory, scope) => removeAutoLinks(memory, cleanup(scope), ["lnk_auto"], act()),
  eraseCheckpoint: (memory, scope) => eraseCheckpoint(memory, scope, "chk_a", act()),
  eraseInsight: (memory, scope) => eraseInsight(memory, scope, "ins_a", act()),
  planReopen: (memory, scope) => planReopen(memory, scope, "dec_a"),
  storeReopening: (memory, scope) => storeReopening(memory, scope, "dec_a", undefined, act()),
  storeSuperseding: (memory, scope) =>
    storeSuperseding(
      memory,
      scope,
      { supersedes: [{ ref: "dec_b", linkId: "lnk_by" }], by: "dec_a", because: undefined },
      act(),
    ),
  planMerge: (memory, scope) => planMerge(memory, scope, "dec_a", "dec_b"),
  storeMerge: (memory, scope) =>
    storeMerge(memory, scope, "dec_a", "dec_b", { linkId: () => "lnk_merge" }, act()),
  duplicatesOf: (memory, scope) => duplicatesOf(memory, scope, "dec_a"),
  planRestore: (memory, scope) => planRestore(memory, scope, "dec_b"),
  storeRestoring: (memory, scope) => storeRestoring(memory, scope, "dec_b", undefined, act()),
  settleCandidate: (memory, scope) => settleCandidate(memory, scope, "cand_a", DAY),
  eraseCandidate: (memory, scope) => eraseCandidate(memory, scope, "cand_b"),
  eraseDecision: (memory, scope) => eraseDecision(memory, scope, "dec_a", act()),
} satisfies Readonly<Record<string, (memory: Memory, scope: Scope) => Promise<unknown>>>;
