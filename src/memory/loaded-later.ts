import type { PageSessionStore } from "../access/index.ts";
import type { OutcomeGroupStore } from "../calibration/index.ts";
import type { CorrectionStore } from "../decisions/index.ts";
import type { DecisionGraphStore } from "../learning/index.ts";
import { type MovingStore, previewImport } from "../portability/index.ts";
import type { AnchorStore, DeliveryStore, ReportStore } from "../repository/index.ts";
import type { Connection } from "../store/file/connection.ts";
import type { TeamStore } from "../team/index.ts";

type Parts = CorrectionStore &
  PageSessionStore &
  OutcomeGroupStore &
  DecisionGraphStore &
  Omit<MovingStore, "previewImport"> &
  Omit<AnchorStore, "decisionsAboutFile"> &
  DeliveryStore &
  ReportStore &
  TeamStore;

/** The parts of the memory that most programs never need, with the methods that load each when first called. */
const LOADED_LATER = {
  corrections: [
    "supersedeBy",
    "planMerge",
    "mergeDecisions",
    "duplicatesOf",
    "planRestore",
    "restoreDecision",
    "planReopen",
    "reopenDecision",
  ],
  pageSessions: ["addPageTicket", "openPageSession", "findPageSession", "closePageSession"],
  pageReads: ["outcomeGroups", "decisionGraph"],
  moving: [
    "copyBeforeImport",
    "beginImport",
    "writeImport",
    "finishImport",
    "verifyImport",
    "listImports",
    "changedSinceImport",
    "undoImport",
    "exportRecords",
    "adrFiles",
    "adrFilesOf",
    "saveAdrFiles",
    "dropAdrFile",
    "adrWrites",
    "beginAdrWrites",
    "endAdrWrites",
    "applyAdrEdit",
  ],
  anchors: [
    "anchorReading",
    "decisionsToFollow",
    "followedAnchors",
    "manifestsOf",
    "saveAnchors",
    "anchorsOf",
    "anchorsAt",
    "decisionsOfCommit",
    "lostDependencies",
  ],
  reports: [
    "addReports",
    "reportsOf",
    "reportsNaming",
    "decisionsWithReports",
    "dismissReports",
    "howFarRead",
    "noteRead",
  ],
  deliveries: ["projectsAbout", "decisionsConcerned", "recordDelivery"],
  teams: [
    "joinTeam",
    "leaveTeam",
    "previewShared",
    "renameOrigin",
    "outgoing",
    "addMemberChange",
    "memberChanges",
    "confirmShared",
    "receive",
    "everyChange",
    "emptiedChanges",
    "noteContact",
    "projectionAfter",
    "sharedOrigin",
    "setAsideChanges",
    "claimsAbout",
  ],
} as const satisfies Readonly<Record<string, readonly (keyof Parts)[]>>;

type Later<P extends keyof typeof LOADED_LATER> = Pick<Parts, (typeof LOADED_LATER)[P][number]>;
type Method = (...args: unknown[]) => Promise<unknown>;

/** A part whose methods load it when one of them is first called. */
export function loadedLater<P extends keyof typeof LOADED_LATER>(
  part: P,
  load: () => Promise<Later<P>>,
): Later<P> {
  const later = (name: string): Method => {
    return async (...args) => ((await load()) as Readonly<Record<string, Method>>)[name]?.(...args);
  };
  return Object.fromEntries(LOADED_LATER[part].map((name) => [name, later(name)])) as unknown as Later<P>;
}

/** Imports, exports and files of decisions. The preview of an import is made at once. */
export const movingLater = (connection: Connection, load: () => Promise<Later<"moving">>): MovingStore => ({
  ...loadedLater("moving", load),
  previewImport: (by) => previewImport(connection, by),
});

/** What a team shares, loaded when something is shared, or is about to be: every program asks whether it is. */
export function teamsLater(connection: Connection, load: () => Promise<TeamStore>): TeamStore {
  let loading: Promise<TeamStore> | undefined;
  const loaded = (): Promise<TeamStore> => {
    loading ??= load();
    return loading;
  };
  const isShared = (): Promise<boolean> =>
    connection.read((sql) => sql.get("SELECT 1 FROM teams LIMIT 1") !== undefined);
  return {
    ...loadedLater("teams", loaded),
    teams: async () => ((await isShared()) ? (await loaded()).teams() : []),
    teamOf: async (project) => ((await isShared()) ? (await loaded()).teamOf(project) : undefined),
  };
}
