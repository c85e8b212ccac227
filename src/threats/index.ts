export type { ThreatDeps } from "./operations/deps.ts";
export { findThreats, getThreat, listThreats } from "./operations/find-threats.ts";
export {
  FRAMEWORKS,
  isOfStack,
  LANGUAGES,
  languageOf,
  nearestCode,
  type Surroundings,
} from "./rules/stacks.ts";
export {
  OWASP_API_RISKS,
  THREAT_CATEGORIES,
  type THREAT_LIKELIHOODS,
  THREAT_SEVERITIES,
  THREAT_TIERS,
  type Threat,
  type ThreatKnowledge,
  threatNamed,
} from "./rules/threat.ts";
export type { FoundThreat, ThreatIndex } from "./rules/threat-index.ts";
