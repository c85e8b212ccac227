/** Records of which several edges show the same fields: the page, the command line and the resources. */

import { type AccessKey, type KeyStanding, keyStanding } from "../access/index.ts";
import type { Anomaly } from "../learning/index.ts";
import {
  LIKELIHOODS,
  type ProposedOutcome,
  proposalSentence,
  type Report,
  type ReportKind,
  type ReportSource,
  type RepositorySays,
} from "../repository/index.ts";
import type { Role } from "../shared/actor.ts";
import type { LoggedEntry, LoggedPart } from "../store/log/read-log.ts";
import { noticeText, type Wording } from "./wording.ts";

/** An entry of the audit log, the same in every format. */
export function logEntryFields(entry: LoggedEntry) {
  const { changes } = entry;
  return {
    position: entry.seq,
    at: entry.at.toISOString(),
    action: entry.action,
    kind: entry.kind,
    subject: entry.subject,
    ...(entry.refs.length > 0 && { refs: entry.refs }),
    project: entry.project,
    author_kind: entry.authorKind,
    author: entry.author,
    ...(entry.person !== undefined && { person: entry.person }),
    ...(entry.personId !== undefined && { person_id: entry.personId }),
    client: entry.client,
    ...(entry.key !== undefined && { key: entry.key }),
    ...(entry.machine !== undefined && { machine: entry.machine }),
    ...(entry.origin !== undefined && { origin: entry.origin }),
    digest: entry.digest,
    ...(entry.erased !== "nothing" && { erased: entry.erased }),
    ...(changes && { changes: changes.map(partFields) }),
  };
}

const partFields = ({ personId, ...content }: LoggedPart) => ({
  ...(personId !== undefined && { person_id: personId }),
  ...content,
});

/** A report of the repository, or of the service that hosts it, about a decision. */
export interface ReportFacts {
  readonly kind: ReportKind;
  readonly at: string;
  readonly source: ReportSource;
  readonly commit: string | null;
  readonly of: string | null;
  readonly pr: number | null;
  readonly title: string | null;
  readonly address: string | null;
  readonly passed: boolean | null;
  readonly known_by: string | null;
  readonly dismissed_at: string | null;
}

export const reportFacts = (report: Report): ReportFacts => ({
  kind: report.kind,
  at: report.at.toISOString(),
  source: report.source,
  commit: report.commit ?? null,
  of: report.of ?? null,
  pr: report.pr ?? null,
  title: report.title ?? null,
  address: report.address ?? null,
  passed: report.passed ?? null,
  known_by: report.by ?? null,
  dismissed_at: report.dismissedAt?.toISOString() ?? null,
});

/** A report for a program, with how much it says about the outcome. */
export const reportFields = (report: Report) => ({
  ...reportFacts(report),
  likelihood_ratio: LIKELIHOODS[report.kind]?.ratio ?? null,
});

/** The reports about a decision and the outcome that they suggest, for a program. */
export const repositoryFields = ({ reports, proposed }: RepositorySays) => ({
  reports: reports.map(reportFields),
  proposed_outcome: proposed ? proposedFields(proposed) : null,
});

/** An outcome that nobody has confirmed. */
const proposedFields = (proposed: ProposedOutcome) => ({
  status: proposed.status,
  because: proposed.because,
  meaning: proposalSentence(proposed),
  from: proposed.from.map(({ kind, key }) => ({ kind, key })),
});

/** A key without its secret, of which the memory has a digest only. */
export interface KeyFacts {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The only project that it opens. Null: the caller names one. */
  readonly project: string | null;
  readonly may_consent: boolean;
  readonly standing: KeyStanding;
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used_at: string | null;
}

export const keyFacts = (key: AccessKey, now: Date): KeyFacts => ({
  id: key.id,
  name: key.name,
  role: key.role,
  project: key.project ?? null,
  may_consent: key.mayConsent,
  standing: keyStanding(key, now),
  created_at: key.createdAt.toISOString(),
  expires_at: key.expiresAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
});

/** An anomaly, for the resource and for a program. */
export function anomalyFields(
  { kind, severity, domain, what, figures, decisions, nextStep }: Anomaly,
  wording: Wording,
): Record<string, unknown> {
  return {
    kind,
    severity,
    ...(domain !== undefined && { domain }),
    what,
    evidence: { ...figures, decision_ids: [...decisions] },
    next_step: noticeText(nextStep, wording),
  };
}
