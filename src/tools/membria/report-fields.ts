import { LIKELIHOODS } from "../../domain/repository/likelihoods.ts";
import type { ProposedOutcome } from "../../domain/repository/proposed-outcome.ts";
import type { Report } from "../../domain/repository/report.ts";
import { proposalSentence } from "../../domain/repository/report-text.ts";

/** A report for a program. */
export const reportFields = (report: Report) => ({
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
  likelihood_ratio: LIKELIHOODS[report.kind]?.ratio ?? null,
});

/** An outcome that nobody has confirmed. */
const proposedFields = (proposed: ProposedOutcome) => ({
  status: proposed.status,
  because: proposed.because,
  meaning: proposalSentence(proposed),
  from: proposed.from.map(({ kind, key }) => ({ kind, key })),
});

/** What the repository says of a decision. */
export const repositoryFields = ({
  reports,
  proposed,
}: {
  readonly reports: readonly Report[];
  readonly proposed?: ProposedOutcome | undefined;
}) => ({
  reports: reports.map(reportFields),
  proposed_outcome: proposed ? proposedFields(proposed) : null,
});
