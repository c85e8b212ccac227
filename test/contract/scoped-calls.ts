import type { SkillLife } from "../../src/learning/rules/skill.ts";
import { groupAll } from "../../src/learning/rules/skill-cluster.ts";
import type { Store } from "../../src/memory/store.ts";
import type { Scope } from "../../src/shared/scope.ts";
import { textQuery } from "../../src/shared/words/search-text.ts";
import { act, DAY, decision, screened } from "../support/decisions.ts";
import { link, review } from "../support/links.ts";
import { outcome, signal } from "../support/outcomes.ts";
import { daysAfter } from "../support/skills.ts";
import { checkpoint, cleanup, emerging, FILE, MODEL, RUN } from "./filled-project.ts";

/** What takes no scope, and why nothing of another project comes out of it. */
const WITHOUT_SCOPE = {
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
  listKeys: "keys belong to the memory",
  rotateKey: "keys belong to the memory",
  revokeKey: "keys belong to the memory",
  touchKey: "keys belong to the memory",
  addPageTicket: "tickets belong to the memory",
  openPageSession: "sessions belong to the memory; the key says which project they may see",
  findPageSession: "as for openPageSession",
  closePageSession: "as for openPageSession",
  nameStanding: "it answers whether a repository may use a project, with a number of decisions",
  bindName: "a name has its project",
  trustName: "a name has its project",
  bindings: "what a person at the machine asks",
  listProjects: "what an administrator of the whole memory asks",
  previewMove: "both projects are named, by an administrator of the whole memory",
  moveProject: "as for previewMove",
  lastMove: "as for listProjects; it answers with names of projects and numbers",
  undoMove: "as for lastMove",
  countProject: "as for previewMove",
  eraseProject: "as for previewMove",
  lastNameAt: "directories belong to the machine, and it answers with a name",
  placesNamed: "as for lastNameAt",
  notePlace: "as for lastNameAt",
  followName: "the directory has used both projects; it answers with their names and numbers",
  otherNames: "what a person at the machine asks",
  listPeople: "people belong to the memory",
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
  position: "the log is one for the memory; whoever passes it on chooses by the project of each entry",
  changesAfter: "as for position",
  follow: "as for position",
  describe: "what a person at the machine asks",
  copies: "what a person at the machine asks",
  removeUnfinishedCopies: "a copy is of the whole file",
  verifyAudit: "the chain of the log runs through all projects",
  checkCoverage: "what an administrator of the whole memory asks",
  rebuildDerived: "what an administrator of the whole memory asks; it answers with numbers",
  aloneAmong: "as for claimUnembedded; the names are passed on to nobody",
  projectsWithSkills: "as for rebuildDerived; the names are passed on to nobody",
  teams: "the program that shares asks for all of them",
  teamOf: "a team is named by its project",
  joinTeam: "a membership has its project",
  leaveTeam: "as for teamOf",
  previewShared: "as for teamOf; it answers with numbers",
  renameOrigin: "as for teamOf",
  outgoing: "as for teamOf; what is shared is what the person who joined chose",
  addMemberChange: "as for teamOf",
  memberChanges: "as for teamOf",
  confirmShared: "as for teamOf",
  receive: "as for teamOf",
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
  recordDelivery: "what a delivery says has its project, and its decisions are looked for there",
  anchorReading: "as for howFarRead",
  saveAnchors: "as for howFarRead; each anchor has its decision, which is looked for there",
  close: "there is one file",
} as const satisfies { readonly [K in keyof Store]?: string };

/** Everything else: it is asked about the project `shop` in some scope. A new method does not compile until it is here. */
type ScopedCalls = {
  readonly [K in Exclude<keyof Store, keyof typeof WITHOUT_SCOPE>]: (
    store: Store,
    scope: Scope,
  ) => Promise<unknown>;
};

const retired = (): SkillLife => ({ kind: "skill", stage: "retired", because: "Stale." });

export const SCOPED_CALLS: ScopedCalls = {
  findDecision: (store, scope) => store.findDecision(scope, "dec_a"),
  decisionsById: (store, scope) => store.decisionsById(scope, ["dec_a", "dec_b"]),
  listDecisions: (store, scope) => store.listDecisions({ scope }, 10),
  updateDecision: (store, scope) => store.updateDecision(scope, "dec_a", { note: screened("Right") }, act()),
  editDecision: (store, scope) =>
    store.editDecision(scope, "dec_a", { id: "rev_b", edit: { source: screened("Right") } }, act()),
  revisionsOf: (store, scope) => store.revisionsOf(scope, "dec_a"),
  recordOutcome: (store, scope) => store.recordOutcome(scope, "dec_a", outcome(1), act()),
  recordSignal: (store, scope) => store.recordSignal(scope, "dec_a", signal(), act()),
  historiesOf: (store, scope) => store.historiesOf(scope, ["dec_a", "dec_b"]),
  tally: (store, scope) => store.tally(scope),
  confidenceEvidence: (store, scope) => store.confidenceEvidence(scope, {}),
  tallies: (store, scope) => store.tallies(scope),
  outcomeGroups: (store, scope) => store.outcomeGroups(scope, {}),
  decisionGraph: (store, scope) => store.decisionGraph(scope, 10, ["dec_a"]),
  dueCount: (store, scope) => store.dueCount(scope, daysAfter(99)),
  dueDecisions: (store, scope) => store.dueDecisions(scope, daysAfter(99), 10),
  vectorOf: (store, scope) => store.vectorOf(scope, "dec_a"),
  vectorsOf: (store, scope) => store.vectorsOf(scope, ["dec_a"]),
  decisionsSharing: (store, scope) => store.decisionsSharing(scope, ["orders"], 10),
  findCandidates: async (store, scope) => {
    const vector = new Float32Array(64).fill(0.125);
    const query = { scope, text: textQuery("orders"), meaning: { model: MODEL, vector }, perMethod: 10 };
    return (await store.findCandidates(query)).candidates;
  },
  dependencesOf: (store, scope) => store.dependencesOf(scope, ["dec_a", "dec_b"]),
  findProposal: (store, scope) => store.findProposal(scope, "prop_a"),
  listProposals: (store, scope) => store.listProposals(scope, undefined, 10),
  feedProposal: (store, scope) =>
    store.feedProposal(scope, "prop_a", { reasoning: screened("More"), evidence: [], fedAt: DAY }, act()),
  closeProposal: (store, scope) => store.closeProposal(scope, "prop_a", "rejected", act()),
  acceptProposal: (store, scope) =>
    store.acceptProposal(
      scope,
      "prop_a",
      { decision: decision({ project: scope }), contradictions: [] },
      act(),
    ),
  acceptReplacement: (store, scope) =>
    store.acceptReplacement(scope, "prop_draft", { linkId: () => "lnk_new" }, act()),
  evidenceByTarget: (store, scope) => store.evidenceByTarget(scope, { targets: ["orders", "dec_a"] }),
  latestCheckpoint: (store, scope) => store.latestCheckpoint(scope),
  countCheckpoints: (store, scope) => store.countCheckpoints(scope),
  memoryChangesSince: (store, scope) => store.memoryChangesSince(checkpoint(scope), 10),
  restartsSince: (store, scope) => store.restartsSince(scope, new Date(0)),
  decisionIds: (store, scope) => store.decisionIds(scope, "dec", 10),
  capturedSince: (store, scope) => store.capturedSince(scope, [new Date(0)]),
  recentOutcomes: (store, scope) => store.recentOutcomes(scope, 10),
  recentOutcomesByDomain: (store, scope) => store.recentOutcomesByDomain(scope, 10),
  decisionBehind: async (store, scope) =>
    Promise.all(["out_dec_a", "sig_a", "lnk_a"].map((id) => store.decisionBehind(scope, id))),
  skillOf: (store, scope) => store.skillOf(scope, "dec_a"),
  nearGroups: (store, scope) => store.nearGroups(scope, new Map([["dec_a", 1]])),
  learnSkill: (store, scope) =>
    store.learnSkill(scope, "dec_a", { group: "sk_a", absorbs: [] }, emerging, act()),
  reviewSkills: (store, scope) => store.reviewSkills(scope, retired, act()),
  settledDecisions: (store, scope) => store.settledDecisions(scope),
  findSkill: (store, scope) => store.findSkill(scope, "sk_a"),
  listSkills: (store, scope) => store.listSkills(scope),
  largestForming: (store, scope) => store.largestForming(scope),
  replacedFailures: (store, scope) => store.replacedFailures(scope, 10),
  decisionsOfSkill: (store, scope) => store.decisionsOfSkill(scope, "sk_a", 10),
  transitionsOf: (store, scope) => store.transitionsOf(scope, "sk_a"),
  trialOf: (store, scope) => store.trialOf(scope, "sk_a"),
  openGuidance: (store, scope) => store.openGuidance(scope, { since: new Date(0) }, 10),
  settleGuidance: (store, scope) =>
    store.settleGuidance(scope, "gdn_a", { verdict: "kept", decisionId: "dec_a", at: DAY }),
  preventedBy: (store, scope) => store.preventedBy(scope, "dec_a"),
  listGuidance: (store, scope) => store.listGuidance(scope, 10),
  warningTotals: (store, scope) => store.warningTotals(scope, new Date(0)),
  eraseGuidance: (store, scope) => store.eraseGuidance(scope, "gdn_a", act()),
  eraseAllGuidance: (store, scope) => store.eraseAllGuidance(scope, act()),
  writeImport: (store, scope) =>
    store.writeImport(scope, { run: RUN.id, records: [], position: "2", counts: {} }, act()),
  finishImport: (store, scope) => store.finishImport(scope, RUN.id, act()),
  verifyImport: (store, scope) => store.verifyImport(scope, RUN.id, () => {}),
  listImports: (store, scope) => store.listImports(scope),
  changedSinceImport: (store, scope) => store.changedSinceImport(scope, RUN.id),
  exportRecords: async (store, scope) => (await store.exportRecords(scope, undefined, 10)).records,
  adrFiles: (store, scope) => store.adrFiles(scope, FILE.folder),
  adrFilesOf: (store, scope) => store.adrFilesOf(scope),
  saveAdrFiles: (store, scope) => store.saveAdrFiles([{ ...FILE, path: "2.md", project: scope }]),
  adrWrites: (store, scope) => store.adrWrites(scope, FILE.folder),
  beginAdrWrites: (store, scope) =>
    store.beginAdrWrites([{ ...FILE, project: scope, location: "/home/adr", draft: "2.draft" }]),
  applyAdrEdit: (store, scope) => {
    const { decisionId, ...file } = FILE;
    return store.applyAdrEdit(
      { ...file, project: scope },
      { decisionId, change: { note: screened("Edited") } },
      act(),
    );
  },
  listMemories: (store, scope) =>
    store.listMemories({ scope, types: ["decision", "checkpoint", "insight", "context"] }, 10),
  memoriesById: (store, scope) => store.memoriesById(scope, ["dec_a", "chk_a", "ins_a", "ctx_a"]),
  findNotes: async (store, scope) => {
    const query = { scope, types: ["insight", "checkpoint"] as const, text: textQuery("orders"), limit: 10 };
    return (await store.findNotes(query)).candidates;
  },
  projectContext: (store, scope) => store.projectContext(scope),
  proposeLink: (store, scope) =>
    store.proposeLink(link({ project: scope, from: "dec_c", to: "dec_d" }), act()),
  findLink: async (store, scope) => [
    await store.findLink(scope, "lnk_a"),
    await store.findLink(scope, { from: "dec_a", to: "dec_b", relation: "refines" }),
  ],
  pendingLinks: (store, scope) => store.pendingLinks(scope, { from: "dec_a" }, 10),
  openSuggestions: (store, scope) => store.openSuggestions(scope),
  linksBetween: (store, scope) => store.linksBetween(scope, "dec_a", "dec_b"),
  contradictions: (store, scope) => store.contradictions(scope, 10),
  linksOf: (store, scope) => store.linksOf(scope, ["dec_a"], ["refines"], ["pending", "active"], 10),
  reviewLink: (store, scope) => store.reviewLink(scope, "lnk_a", review(), act()),
  neighbours: (store, scope) => store.neighbours(scope, ["dec_a"], ["refines"], 10),
  countLinks: (store, scope) => store.countLinks(scope),
  linksInOrder: (store, scope) => store.linksInOrder(scope, { autoOnly: false, limit: 10 }),
  latestCleanup: (store, scope) => store.latestCleanup(scope),
  endCleanup: (store, scope) => store.endCleanup(cleanup(scope), act()),
  restoreLinks: (store, scope) => {
    const gone = link({ id: "lnk_gone", project: scope, from: "dec_d", to: "dec_a" });
    return store.restoreLinks(scope, "cln_1", [{ link: gone, place: "200" }], act());
  },
  qualityCounts: (store, scope) => store.qualityCounts(scope),
  decisionsToImprove: (store, scope) => store.decisionsToImprove(scope, "narrativeCoverage", 10),
  linksToImprove: (store, scope) => store.linksToImprove(scope, 10),
  usage: (store, scope) => store.usage(scope, DAY, 2),
  sumsByDomain: (store, scope) => store.sumsByDomain(scope),
  readLog: async (store, scope) => [
    await store.readLog({ scope }, { after: 0 }, 10, { withChanges: true }),
    await store.readLog({ scope, record: "dec_a" }, {}, 10),
  ],
  countLog: (store, scope) => store.countLog({ scope }, 10),

  // The rest of the answer is how far the log goes.
  decisionsToFollow: async (store, scope) => (await store.decisionsToFollow(scope, undefined)).decisions,
  followedAnchors: (store, scope) => store.followedAnchors(scope),
  manifestsOf: (store, scope) => store.manifestsOf(scope),
  anchorsOf: (store, scope) => store.anchorsOf(scope, ["dec_e"]),
  anchorsAt: (store, scope) => store.anchorsAt(scope, "src/orders.ts"),
  decisionsOfCommit: (store, scope) => store.decisionsOfCommit(scope, "b".repeat(40)),
  lostDependencies: (store, scope) => store.lostDependencies(scope),
  reportsOf: (store, scope) => store.reportsOf(scope, ["dec_e"]),
  decisionsConcerned: (store, scope) =>
    store.decisionsConcerned(scope, { ids: ["dec_a"], pullRequests: [], prs: [], commits: [] }),
  reportsNaming: (store, scope) => store.reportsNaming(scope, { prs: [7] }),
  decisionsWithReports: (store, scope) => store.decisionsWithReports(scope, 10),
  dismissReports: (store, scope) => store.dismissReports(scope, "dec_e", DAY),
  listTold: (store, scope) => store.listTold(scope, 10),
  decisionsAboutFile: (store, scope) => store.decisionsAboutFile(scope, "docs/adr/1.md", 10),
  sessionsNamed: (store, scope) => store.sessionsNamed(scope, "on"),
  toldTotals: (store, scope) => store.toldTotals(scope, DAY),
  latestCheckpointDraft: (store, scope) => store.latestCheckpointDraft(scope, undefined),
  openCandidates: (store, scope) => store.openCandidates(scope, 10),
  findCandidate: (store, scope) => store.findCandidate(scope, "cand_a"),

  // These take away what others look for, so they come last.
  replaceSkills: async (store, scope) => {
    const groups = groupAll(await store.settledDecisions(scope), () => new Map());
    return store.replaceSkills(scope, new Map([...groups, ["sk_a", ["dec_a"]]]), emerging, act());
  },
  rebuildSkills: async (store, scope) => {
    const groups = groupAll(await store.settledDecisions(scope), () => new Map());
    return store.rebuildSkills(scope, groups, emerging, act());
  },
  undoImport: (store, scope) => store.undoImport(scope, RUN.id, act()),
  removeAutoLinks: (store, scope) => store.removeAutoLinks(cleanup(scope), ["lnk_auto"], act()),
  eraseCheckpoint: (store, scope) => store.eraseCheckpoint(scope, "chk_a", act()),
  eraseInsight: (store, scope) => store.eraseInsight(scope, "ins_a", act()),
  planReopen: (store, scope) => store.planReopen(scope, "dec_a"),
  reopenDecision: (store, scope) => store.reopenDecision(scope, "dec_a", undefined, act()),
  supersedeBy: (store, scope) =>
    store.supersedeBy(
      scope,
      { supersedes: [{ ref: "dec_b", linkId: "lnk_by" }], by: "dec_a", because: undefined },
      act(),
    ),
  planMerge: (store, scope) => store.planMerge(scope, "dec_a", "dec_b"),
  mergeDecisions: (store, scope) =>
    store.mergeDecisions(scope, "dec_a", "dec_b", { linkId: () => "lnk_merge" }, act()),
  duplicatesOf: (store, scope) => store.duplicatesOf(scope, "dec_a"),
  planRestore: (store, scope) => store.planRestore(scope, "dec_b"),
  restoreDecision: (store, scope) => store.restoreDecision(scope, "dec_b", undefined, act()),
  settleCandidate: (store, scope) => store.settleCandidate(scope, "cand_a", DAY),
  eraseCandidate: (store, scope) => store.eraseCandidate(scope, "cand_b"),
  eraseDecision: (store, scope) => store.eraseDecision(scope, "dec_a", act()),
};
