import type { SaidAction } from "../../../domain/log/audit-actions.ts";
import {
  checkpointErased,
  checkpointSaved,
  insightErased,
  insightSaved,
} from "../continuity/note-changes.ts";
import {
  decisionCaptured,
  decisionRetracted,
  decisionSuperseded,
  decisionUpdated,
} from "../decisions/decision-changes.ts";
import { outcomeRecorded, signalRecorded } from "../decisions/history-changes.ts";
import {
  linkApproved,
  linkCleaned,
  linkProposed,
  linkRejected,
  linkRestored,
} from "../links/link-changes.ts";
import type { ChangeType } from "../log/change.ts";
import { decisionEdited } from "../moving/edit-decision.ts";
import { decisionErased } from "../moving/erase-decision.ts";
import { personErased } from "../moving/erase-person.ts";
import { importContinued, importUndone } from "../moving/import-changes.ts";
import { decisionMerged, decisionRestored } from "../moving/merge-changes.ts";
import { projectMoved } from "../moving/project-moved.ts";
import { outcomeReopened } from "../moving/reopen-changes.ts";
import { proposalClosed, proposalDrafted, proposalFed } from "../proposals/proposal-changes.ts";
import { recordExisting } from "./existing-records.ts";

/** How each action is made again from the log. An action that writes what is said and is missing here does not compile. */
export const CHANGE_TYPES = {
  "decision.captured": decisionCaptured,
  "decision.updated": decisionUpdated,
  "decision.edited": decisionEdited,
  "decision.retracted": decisionRetracted,
  "decision.restored": decisionRestored,
  "decision.merged": decisionMerged,
  "decision.superseded": decisionSuperseded,
  "decision.erased": decisionErased,
  "outcome.recorded": outcomeRecorded,
  "outcome.reopened": outcomeReopened,
  "signal.recorded": signalRecorded,
  "proposal.drafted": proposalDrafted,
  "proposal.fed": proposalFed,
  "proposal.accepted": proposalClosed.accepted,
  "proposal.rejected": proposalClosed.rejected,
  "proposal.expired": proposalClosed.expired,
  "link.proposed": linkProposed,
  "link.approved": linkApproved,
  "link.rejected": linkRejected,
  "link.cleaned": linkCleaned,
  "link.restored": linkRestored,
  "checkpoint.saved": checkpointSaved,
  "checkpoint.erased": checkpointErased,
  "insight.saved": insightSaved,
  "insight.erased": insightErased,
  "person.erased": personErased,
  "import.continued": importContinued,
  "import.undone": importUndone,
  "record.existing": recordExisting,
  "project.moved": projectMoved,
} as const satisfies { readonly [A in SaidAction]: Pick<ChangeType<A, never>, "action" | "version"> };
