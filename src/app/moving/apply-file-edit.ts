import type { Decision } from "../../domain/decisions/decision.ts";
import type { AdrFolder } from "../../domain/moving/adr.ts";
import type { AdrFile } from "../../domain/moving/adr-file.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { actOf, type Call } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";
import { stateOf } from "./export-adr.ts";
import { type AdrEntry, mapAdr, sameMeaning } from "./map-adr.ts";
import { startRecordMaker } from "./record-maker.ts";

/**
 * Applies an edit of a file to its decision. The meaning of a decision is never edited, so a changed text becomes a new
 * decision that supersedes the old one. A changed status changes the standing, and changed formatting changes nothing.
 */
export async function applyFileEdit(
  entry: AdrEntry,
  file: AdrFile,
  decision: Decision,
  folder: AdrFolder,
  { dryRun }: { readonly dryRun: boolean },
  deps: MovingDeps,
  call: Call,
): Promise<{ detail: string; decisionId: string }> {
  const current = (await deps.store.findDecision(file.project, decision.id)) ?? decision;
  const saveFileState = (now: Decision): Promise<void> =>
    deps.store.saveAdrFiles([stateOf(now, entry.source, folder, deps)]);
  if (sameMeaning(entry, file, folder)) {
    const standing = entry.content.standing === current.standing ? undefined : entry.content.standing;
    if (!dryRun) {
      const after =
        standing === undefined
          ? current
          : (await deps.store.updateDecision(file.project, decision.id, { standing }, actOf(deps, call)))
              .after;
      await saveFileState(after);
    }
    return { detail: standing ? `now ${standing}` : "only its form changed", decisionId: decision.id };
  }
  if (current.standing === "superseded") {
    const detail = `The text of ${file.path} was edited after it was superseded.`;
    if (!dryRun) {
      const note = startScreening(deps.secrets).text("note", detail);
      await saveFileState(
        (await deps.store.updateDecision(file.project, decision.id, { note }, actOf(deps, call))).after,
      );
    }
    return { detail: detail, decisionId: decision.id };
  }
  const { decision: mapped } = mapAdr(entry, folder, startRecordMaker(deps, call), deps.clock.now());
  const replacement = { ...mapped, aliases: [], createdAt: deps.clock.now(), updatedAt: deps.clock.now() };
  const detail = `its words changed: ${replacement.id} supersedes ${decision.id}`;
  if (dryRun)
    return {
      detail: `its words changed: a new decision would supersede ${decision.id}`,
      decisionId: decision.id,
    };
  const added = await deps.store.addDecision(
    { decision: replacement, supersedes: [{ ref: decision.id, linkId: deps.ids.next(ID_PREFIX.link) }] },
    actOf(deps, call),
  );
  await saveFileState(added.decision);
  return { detail, decisionId: replacement.id };
}
