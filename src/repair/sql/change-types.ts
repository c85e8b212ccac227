import {
  decisionCaptured,
  decisionRetracted,
  decisionSuperseded,
  decisionUpdated,
  linkApproved,
  linkCleaned,
  linkProposed,
  linkRejected,
  linkRestored,
  outcomeRecorded,
  proposalClosed,
  proposalDrafted,
  proposalFed,
  signalRecorded,
} from "../../decisions/index.ts";
import { decisionEdited, decisionMerged, decisionRestored, outcomeReopened } from "../../learning/index.ts";
import {
  decisionErased,
  importContinued,
  importUndone,
  personErased,
  projectMoved,
} from "../../portability/index.ts";
import { checkpointErased, checkpointSaved, insightErased, insightSaved } from "../../sessions/index.ts";
import type { SaidAction } from "../../store/log/audit-actions.ts";
import type { ChangeType } from "../../store/log/change.ts";
import { recordExisting } from "./upgrade-to-changes.ts";

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
