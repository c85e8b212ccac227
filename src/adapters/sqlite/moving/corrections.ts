import type { CorrectionStore } from "../../../domain/decisions/correction-store.ts";
import { updateDecision } from "../decisions/decisions.ts";
import { decisionsById, requireDecision } from "../decisions/find-decision.ts";
import { duplicatesOf } from "../decisions/merged-decisions.ts";
import { supersedeBy } from "../decisions/supersede.ts";
import type { Connection } from "../shared/connection.ts";
import { mergeDecisions, planMerge } from "./merge-decisions.ts";
import { planReopen, reopenDecision } from "./reopen-decision.ts";
import { planRestore, restoreDecision } from "./restore-decision.ts";

export function sqliteCorrections(connection: Connection): CorrectionStore {
  return {
    supersedeBy: (scope, { supersedes, by, because, note }, act) =>
      connection.write((sql) => {
        const replacement = requireDecision(sql, scope, by);
        if (note !== undefined) updateDecision(sql, replacement, { note }, act);
        return supersedeBy(sql, replacement, supersedes, because, act);
      }),
    planMerge: (scope, keep, duplicate) => connection.read((sql) => planMerge(sql, scope, keep, duplicate)),
    mergeDecisions: (scope, keep, duplicate, { linkId }, act) =>
      connection.write((sql) => mergeDecisions(sql, scope, keep, duplicate, linkId, act)),
    duplicatesOf: (scope, id) => connection.read((sql) => decisionsById(sql, scope, duplicatesOf(sql, id))),
    planRestore: (scope, ref) => connection.read((sql) => planRestore(sql, scope, ref)),
    restoreDecision: (scope, ref, note, act) =>
      connection.write((sql) => restoreDecision(sql, scope, ref, note, act)),
    planReopen: (scope, ref) => connection.read((sql) => planReopen(sql, scope, ref)),
    reopenDecision: (scope, ref, note, act) =>
      connection.write((sql) => reopenDecision(sql, scope, ref, note, act)),
  };
}
