import { Fault } from "../../shared/errors.ts";
import type { RecordKind } from "../../shared/ids.ts";

const CHANGED_DECISION = ["decisions", "decision", "standings"] as const;

const decision = {
  kind: "decision",
  writes: "said",
  merges: "last",
  changesAnswers: true,
  changesLinks: "none",
  areas: CHANGED_DECISION,
} as const;
/** Two decisions become one, or two again: which outcomes count and which links there are follows from it. */
const joined = { changesLinks: "any", areas: [...CHANGED_DECISION, "outcomes", "domains"] } as const;
const outcome = {
  kind: "outcome",
  writes: "said",
  merges: "last",
  changesAnswers: true,
  changesLinks: "none",
  areas: ["decisions", "outcomes", "standings", "decision", "domains"],
} as const;
const proposal = {
  kind: "proposal",
  writes: "said",
  merges: "first",
  changesAnswers: false,
  changesLinks: "none",
  areas: [],
} as const;
const link = {
  kind: "link",
  writes: "said",
  merges: "first",
  changesAnswers: true,
  changesLinks: "none",
  areas: [],
} as const;
const cleanup = {
  kind: "cleanup",
  writes: "said",
  merges: "both",
  changesAnswers: true,
  changesLinks: "any",
  areas: [],
} as const;
const note = { writes: "said", merges: "both", changesLinks: "none", areas: [] } as const;
const erased = { removes: true, merges: "always" } as const;
const skill = {
  kind: "skill",
  writes: "derived",
  merges: "never",
  changesAnswers: true,
  changesLinks: "none",
  areas: ["skills"],
} as const;
const local = {
  writes: "local",
  merges: "never",
  changesAnswers: false,
  changesLinks: "none",
  areas: [],
} as const;
const imported = { ...local, kind: "import", changesAnswers: true } as const;

/**
 * Every action of the audit log, with its effects. Caches, resident indexes, subscriptions and the verification of the
 * log all read them here, so that none of them can miss an action: one without its effects does not compile.
 */
export const ACTION_EFFECTS = {
  "decision.captured": {
    ...decision,
    merges: "both",
    areas: ["decisions", "decision"],
    byImport: true,
  },
  "decision.updated": decision,
  "decision.edited": { ...decision, replacesText: true },
  "decision.retracted": decision,
  "decision.restored": { ...decision, ...joined },
  "decision.merged": { ...decision, ...joined, merges: "first" },
  "decision.superseded": { ...decision, merges: "first", changesLinks: "of-decision" },
  "decision.erased": { ...decision, ...erased, changesLinks: "of-decision" },
  "outcome.recorded": outcome,
  /** Its outcomes are withdrawn, which nothing takes back. */
  "outcome.reopened": { ...outcome, merges: "always" },
  "signal.recorded": {
    kind: "signal",
    writes: "said",
    merges: "both",
    changesAnswers: false,
    changesLinks: "none",
    areas: ["decision"],
  },
  "proposal.drafted": { ...proposal, merges: "both" },
  "proposal.fed": { ...proposal, merges: "last" },
  "proposal.accepted": { ...proposal, changesAnswers: true },
  "proposal.rejected": proposal,
  "proposal.expired": proposal,
  "link.proposed": { ...link, merges: "both" },
  // Only links in force are shown; a dependence may be rejected when it is.
  "link.approved": { ...link, changesLinks: "of-link", areas: ["decision"] },
  "link.rejected": { ...link, changesLinks: "of-link", areas: ["decision"] },
  "link.cleaned": cleanup,
  "link.restored": cleanup,
  "checkpoint.saved": { ...note, kind: "checkpoint", merges: "never", changesAnswers: false },
  "checkpoint.erased": { ...note, ...erased, kind: "checkpoint", merges: "never", changesAnswers: false },
  "insight.saved": { ...note, kind: "insight", changesAnswers: true },
  "insight.erased": { ...note, ...erased, kind: "insight", changesAnswers: true },
  "person.erased": { ...note, ...erased, kind: "person", changesAnswers: true },
  "import.continued": {
    ...imported,
    writes: "said",
    merges: "both",
    changesLinks: "any",
    areas: ["decisions", "outcomes", "standings"],
    byImport: true,
  },
  "import.undone": {
    ...imported,
    writes: "said",
    merges: "always",
    changesLinks: "any",
    areas: ["decisions", "outcomes", "standings"],
    removes: true,
    byImport: true,
  },
  /** A record of a file that was written before there were changes, as it was when the file was upgraded. */
  "record.existing": {
    kind: "decision" as RecordKind,
    writes: "said",
    merges: "both",
    // Another machine of a team may bring it at any time.
    changesAnswers: true,
    changesLinks: "any",
    areas: ["decisions", "outcomes", "standings"],
    byImport: true,
  },
  "memory.rebuilt": {
    kind: "memory",
    writes: "derived",
    merges: "never",
    changesAnswers: true,
    changesLinks: "none",
    areas: ["decisions", "standings", "outcomes", "skills"],
    rebuilds: true,
  },
  /** What could be read of a damaged file was put into a new one. Entries of the log may be missing since. */
  "memory.recovered": {
    kind: "memory",
    writes: "derived",
    merges: "never",
    changesAnswers: true,
    changesLinks: "any",
    areas: ["decisions", "standings", "outcomes", "skills"],
    rebuilds: true,
  },
  "skill.learned": skill,
  "skill.changed": skill,
  "context.detected": { ...local, kind: "context", changesAnswers: true, changesContext: true },
  "key.created": { ...local, kind: "key" },
  "key.rotated": { ...local, kind: "key" },
  "key.revoked": { ...local, kind: "key" },
  /** A person signed in to the web page with a session that belongs to the key, or such a session ended. */
  "page.opened": { ...local, kind: "key" },
  "page.closed": { ...local, kind: "key" },
  "team.joined": { ...local, kind: "team" },
  "team.left": { ...local, kind: "team" },
  "project.bound": { ...local, kind: "project" },
  "project.trusted": { ...local, kind: "project" },
  "project.moved": { ...cleanup, kind: "project", merges: "never", rebuilds: true, changesContext: true },
  "import.began": imported,
  "import.finished": imported,
  "decision.withdrawn": {
    ...decision,
    changesLinks: "of-decision",
    removes: true,
    byImport: true,
    retired: true,
  },
  "skill.tried": { ...skill, changesAnswers: false, areas: [], retired: true },
  "guidance.erased": { ...local, kind: "guidance", removes: true },
  "guidance.given": { ...local, kind: "guidance", retired: true },
  "guidance.settled": { ...local, kind: "guidance", retired: true },
} as const satisfies Readonly<Record<string, ActionEffects>>;

export type AuditAction = keyof typeof ACTION_EFFECTS;

/** The actions that are still written. */
export type WrittenAction = {
  [A in AuditAction]: (typeof ACTION_EFFECTS)[A] extends { readonly retired: true } ? never : A;
}[AuditAction];

/** The actions that can be made again from the log. */
export type SaidAction = {
  [A in WrittenAction]: (typeof ACTION_EFFECTS)[A] extends { readonly writes: "said" } ? A : never;
}[WrittenAction];

export const effectsOf = (action: AuditAction): ActionEffects => ACTION_EFFECTS[action];

const ACTIONS = Object.keys(ACTION_EFFECTS) as AuditAction[];
const kindIn = (action: AuditAction): string => action.slice(0, action.indexOf("."));

/** How actions are asked for: each by itself, or all with the same word before the dot. */
export const ACTION_NAMES: readonly string[] = [...new Set(ACTIONS.map(kindIn)), ...ACTIONS];

/** The actions with a name of `ACTION_NAMES`. @throws Fault `invalid`. */
export function actionsNamed(name: string): readonly AuditAction[] {
  const named = ACTIONS.filter((action) => action === name || kindIn(action) === name);
  if (named.length > 0) return named;
  throw new Fault("invalid", `There is no action ${JSON.stringify(name.slice(0, 100))} in the audit log.`, {
    field: "action",
    received: name.slice(0, 100),
    reason: "unknown_action",
    hint: `Use one of ${ACTION_NAMES.join(", ")}.`,
  });
}

/** All actions with one of the effects that few have. */
export function actionsThat(
  effect: "removes" | "replacesText" | "byImport" | "rebuilds" | "changesContext",
): readonly AuditAction[] {
  return ACTIONS.filter((action) => effectsOf(action)[effect]);
}

/** What somebody who follows the log has to know about an action. */
interface ActionEffects {
  /** The kind of record that the entry names. */
  readonly kind: RecordKind;
  /**
   * What it writes. `said`: what somebody said, which can be made again from the log. `derived`: what is computed from
   * the said, and can be computed again. `local`: what concerns this machine alone.
   */
  readonly writes: "said" | "derived" | "local";
  /**
   * What holds if two machines did it to the same record without knowing of each other: `both` are kept, the `last` by
   * time and then id, the `first` in the order that the machines agree on, or this one `always`, whatever came before or
   * comes after. `never` means that it does not leave its machine.
   */
  readonly merges: "both" | "last" | "first" | "always" | "never";
  /** Answers that were computed before the action may be different now. */
  readonly changesAnswers: boolean;
  /** The links that may have changed: those of the decision or link that the entry names, or any. */
  readonly changesLinks: "none" | "of-decision" | "of-link" | "any";
  /** The areas of resources that changed; `decision` and `domains` are those behind the record. */
  readonly areas: readonly ("decisions" | "standings" | "outcomes" | "skills" | "decision" | "domains")[];
  /** The record is gone afterwards, with all that was computed from it. */
  readonly removes?: true;
  /** The record has other words afterwards, so what was computed from the earlier ones is gone. */
  readonly replacesText?: true;
  /** An import writes it, or takes it back, so it does not show that somebody worked on the record since. */
  readonly byImport?: true;
  /** All that is derived was made again, in every project, so anything that was computed from it may be different. */
  readonly rebuilds?: true;
  /** The context of the project changed, which the list of tools may follow. */
  readonly changesContext?: true;
  /** Only in logs of version 0.1.0, and no longer written. */
  readonly retired?: true;
}
