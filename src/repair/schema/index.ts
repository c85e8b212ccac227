import { indexPassages } from "../../recall/index.ts";
import type { MigrationStep } from "../../store/file/migrate.ts";
import { indexAgain } from "../sql/index-again.ts";
import { upgradeToChanges } from "../sql/upgrade-to-changes.ts";
import { keyConsent, keys, pageSessions, projectBindings, projectPlaces } from "./access.ts";
import { timeOrder } from "./changes.ts";
import { foundation } from "./foundation.ts";
import { hooks, settledCandidates } from "./hooks.ts";
import { anomalies, authorTallies, guidance, skills, usage } from "./learning.ts";
import { dependsOn, links } from "./links.ts";
import { adrWrites, corrections, moving, revisions } from "./moving.ts";
import { anchors, deliveries, reports } from "./repository.ts";
import { teams } from "./teams.ts";
import { embeddingClaims, insights } from "./words.ts";

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
