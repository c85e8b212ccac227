export type { AccessDeps } from "./operations/access-deps.ts";
export {
  type ChosenProject,
  chooseProject,
  PERSON_TRUSTS,
  trustProject,
} from "./operations/choose-project.ts";
export { type Cooldown, cooldown } from "./operations/cooldown.ts";
export { createKey, type IssuedKey, listKeys, revokeKey, rotateKey } from "./operations/manage-keys.ts";
export {
  closePageSession,
  findPageSession,
  makePageTicket,
  openPageSession,
} from "./operations/page-sessions.ts";
export {
  listPeople,
  readLog,
} from "./operations/read-log.ts";
export {
  type AccessKey,
  checkKey,
  expiryWarning,
  type KeyStanding,
  type KeyVerdict,
  keyIdIn,
  keyStanding,
  LAST_USE_PRECISION_MS,
  sameDigest,
  tokenDigest,
} from "./rules/access-key.ts";
export { type PageFile, type PageFiles, SESSION_LIFETIME_MS, type SignedIn } from "./rules/page-session.ts";
export {
  type Binding,
  DEFAULT_PROJECT,
  isCommitName,
  isProjectName,
  type NamedProject,
  type NameStanding,
  normaliseOrigin,
  type Place,
  type ProjectCandidate,
  ProjectName,
  parseProjectName,
  projectFromRootCommit,
  type RepositoryId,
  type TeamHint,
} from "./rules/project.ts";
export {
  type Budget,
  budgetOf,
  LIMIT_MODES,
  LIMITED_KINDS,
  type LimitedKind,
  type LimitMode,
  NO_USAGE,
  RATE_LIMITS,
  refund,
  spend,
  type Usage,
  WINDOW_MS,
} from "./rules/rate-limit.ts";
export { bindName, readBindings } from "./sql/bindings.ts";
export { findKey, readKeys, touchKey } from "./sql/keys.ts";
