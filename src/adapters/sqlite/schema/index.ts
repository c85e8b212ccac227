import type { MigrationStep } from "../migrate.ts";
import { indexPassages } from "../recall/index-passages.ts";
import { indexAgain } from "../repair/index-again.ts";
import { upgradeToChanges } from "../repair/upgrade-to-changes.ts";
import { adrWrites } from "./adr-writes.ts";
import { anchors } from "./anchors.ts";
import { anomalies } from "./anomalies.ts";
import { authorTallies } from "./author-tallies.ts";
import { corrections } from "./corrections.ts";
import { deliveries } from "./deliveries.ts";
import { dependsOn } from "./depends-on.ts";
import { embeddingClaims } from "./embedding-claims.ts";
import { foundation } from "./foundation.ts";
import { guidance } from "./guidance.ts";
import { hooks } from "./hooks.ts";
import { insights } from "./insights.ts";
import { keyConsent } from "./key-consent.ts";
import { keys } from "./keys.ts";
import { links } from "./links.ts";
import { moving } from "./moving.ts";
import { pageSessions } from "./page-sessions.ts";
import { projectBindings } from "./project-bindings.ts";
import { projectPlaces } from "./project-places.ts";
import { reports } from "./reports.ts";
import { revisions } from "./revisions.ts";
import { settledCandidates } from "./settled-candidates.ts";
import { skills } from "./skills.ts";
import { teams } from "./teams.ts";
import { timeOrder } from "./time-order.ts";
import { usage } from "./usage.ts";

/**
 * The migration steps of the file format. A released step is never edited; a change is a new step.
 * Values that are queried have a typed column; the rest of a memory is JSON in `body`, with its own `schema_version`.
 */
export const MIGRATIONS: readonly MigrationStep[] = [
  foundation,
  anomalies,
  skills,
  guidance,
  keys,
  moving,
  links,
  insights,
  usage,
  timeOrder,
  upgradeToChanges,
  keyConsent,
  projectBindings,
  adrWrites,
  authorTallies,
  embeddingClaims,
  indexPassages,
  indexAgain,
  revisions,
  corrections,
  projectPlaces,
  teams,
  hooks,
  dependsOn,
  settledCandidates,
  reports,
  deliveries,
  anchors,
  pageSessions,
];
