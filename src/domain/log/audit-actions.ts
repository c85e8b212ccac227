import type { RecordKind } from "../shared/ids.ts";

/** What somebody who follows the log has to know about an action. */
interface ActionEffects {
  /** The kind of record that the entry names. */
  readonly kind: RecordKind;
  /** Answers that were computed before the action may be different now. */
  readonly changesAnswers: boolean;
  /** The links that may have changed: those of the decision or link that the entry names, or any. */
  readonly changesLinks: "none" | "of-decision" | "of-link" | "any";
  /** The areas of resources that changed; `decision` and `domains` are those behind the record. */
  readonly areas: readonly ("decisions" | "standings" | "outcomes" | "skills" | "decision" | "domains")[];
  /** The record is gone afterwards, with all that was computed from it. */
  readonly removes?: true;
  /** An import writes it, or takes it back, so it does not show that somebody worked on the record since. */
  readonly byImport?: true;
  /** The context of the project changed, which the list of tools may follow. */
  readonly changesContext?: true;
}

const CHANGED_DECISION = ["decisions", "decision", "standings"] as const;

const decision = {
  kind: "decision",
  changesAnswers: true,
  changesLinks: "none",
  areas: CHANGED_DECISION,
} as const;
const proposal = { kind: "proposal", changesAnswers: false, changesLinks: "none", areas: [] } as const;
const link = { kind: "link", changesAnswers: true, changesLinks: "none", areas: [] } as const;
const cleanup = { kind: "cleanup", changesAnswers: true, changesLinks: "any", areas: [] } as const;
const checkpoint = { kind: "checkpoint", changesAnswers: false, changesLinks: "none", areas: [] } as const;
const insight = { kind: "insight", changesAnswers: true, changesLinks: "none", areas: [] } as const;
const skill = { kind: "skill", changesAnswers: true, changesLinks: "none", areas: ["skills"] } as const;
const key = { kind: "key", changesAnswers: false, changesLinks: "none", areas: [] } as const;
const imported = { kind: "import", changesAnswers: true, changesLinks: "none", areas: [] } as const;

/** No longer written, because observations have no row. Logs of 0.1.0 contain them. */
const RETIRED_ACTIONS = {
  "skill.tried": { kind: "skill", changesAnswers: false, changesLinks: "none", areas: [] },
  "guidance.given": { kind: "guidance", changesAnswers: false, changesLinks: "none", areas: [] },
  "guidance.settled": { kind: "guidance", changesAnswers: false, changesLinks: "none", areas: [] },
} as const;

/**
 * Every action of the audit log, with its effects. Caches, resident indexes, subscriptions and the verification of the
 * log all read them here, so that none of them can miss an action: one without its effects does not compile.
 */
export const ACTION_EFFECTS = {
  "decision.captured": { ...decision, areas: ["decisions", "decision"], byImport: true },
  "decision.updated": decision,
  "decision.retracted": decision,
  "decision.superseded": { ...decision, changesLinks: "of-decision" },
  "decision.erased": { ...decision, changesLinks: "of-decision", removes: true },
  /** Taken back together with the import that brought it. */
  "decision.withdrawn": { ...decision, changesLinks: "of-decision", removes: true, byImport: true },
  "outcome.recorded": {
    kind: "outcome",
    changesAnswers: true,
    changesLinks: "none",
    areas: ["decisions", "outcomes", "standings", "decision", "domains"],
  },
  "signal.recorded": { kind: "signal", changesAnswers: false, changesLinks: "none", areas: ["decision"] },
  "proposal.drafted": proposal,
  "proposal.fed": proposal,
  "proposal.accepted": { ...proposal, changesAnswers: true },
  "proposal.rejected": proposal,
  "proposal.expired": proposal,
  "link.proposed": link,
  // Only approved links are shown.
  "link.approved": { ...link, changesLinks: "of-link", areas: ["decision"] },
  "link.rejected": link,
  "link.cleaned": cleanup,
  "link.restored": cleanup,
  "checkpoint.saved": checkpoint,
  "checkpoint.erased": { ...checkpoint, removes: true },
  "insight.saved": insight,
  "insight.erased": { ...insight, removes: true },
  "context.detected": {
    kind: "context",
    changesAnswers: true,
    changesLinks: "none",
    areas: [],
    changesContext: true,
  },
  "skill.learned": skill,
  "skill.changed": skill,
  "key.created": key,
  "key.rotated": key,
  "key.revoked": key,
  "import.began": imported,
  "import.continued": { ...imported, changesLinks: "any" },
  "import.finished": imported,
  "import.undone": { ...imported, changesLinks: "any" },
  ...RETIRED_ACTIONS,
} as const satisfies Readonly<Record<string, ActionEffects>>;

export type AuditAction = keyof typeof ACTION_EFFECTS;
/** The actions that this version writes. */
export type WrittenAction = Exclude<AuditAction, keyof typeof RETIRED_ACTIONS>;

export const effectsOf = (action: AuditAction): ActionEffects => ACTION_EFFECTS[action];

/** All actions with one of the effects that few have. */
export function actionsThat(effect: "removes" | "byImport" | "changesContext"): readonly AuditAction[] {
  return (Object.keys(ACTION_EFFECTS) as AuditAction[]).filter((action) => effectsOf(action)[effect]);
}
