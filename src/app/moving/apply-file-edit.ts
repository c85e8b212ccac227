import { withContextHash } from "../../domain/decisions/context-hash.ts";
import type { Decision } from "../../domain/decisions/decision.ts";
import type { AdrFolder } from "../../domain/moving/adr.ts";
import type { AdrFile } from "../../domain/moving/adr-file.ts";
import type { AdrEdit } from "../../domain/moving/import-store.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { inheritedDomain } from "../decisions/choose-domain.ts";
import { actOf, type Call } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";
import { type AdrEntry, mapAdr, sameMeaning } from "./map-adr.ts";
import { startRecordMaker } from "./record-maker.ts";
import { stateOf } from "./write-adr-files.ts";

/**
 * Applies an edit of a file to its decision. The meaning of a decision is never edited, so a changed text becomes a new
 * decision that supersedes the old one. A changed status changes the standing, and changed formatting changes nothing.
 * The state of the file goes into the same transaction, so that no edit is applied twice.
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
  const { decisionId: _, memoryHash: __, ...state } = stateOf(current, entry.source, folder, deps);
  const apply = async (edit: AdrEdit): Promise<void> => {
    if (!dryRun) await deps.store.applyAdrEdit(state, edit, actOf(deps, call));
  };
  if (sameMeaning(entry, file, folder)) {
    const standing = entry.content.standing === current.standing ? undefined : entry.content.standing;
    await apply({ decisionId: decision.id, change: standing && { standing } });
    return { detail: standing ? `now ${standing}` : "only its form changed", decisionId: decision.id };
  }
  if (current.standing === "superseded") {
    const detail = `The text of ${file.path} was edited after it was superseded.`;
    const note = startScreening(deps.secrets).text("note", detail);
    await apply({ decisionId: decision.id, change: { note } });
    return { detail, decisionId: decision.id };
  }
  const { decision: mapped } = mapAdr(entry, folder, startRecordMaker(deps, call), deps.clock.now());
  const domain = inheritedDomain([current]) ?? mapped.domain;
  const replacement = {
    ...withContextHash({ ...mapped, domain }),
    aliases: [],
    createdAt: deps.clock.now(),
    updatedAt: deps.clock.now(),
  };
  if (dryRun)
    return {
      detail: `its words changed: a new decision would supersede ${decision.id}`,
      decisionId: decision.id,
    };
  const supersedes = [{ ref: decision.id, linkId: deps.ids.next(ID_PREFIX.link) }];
  await apply({ replacement: { decision: replacement, supersedes } });
  return {
    detail: `its words changed: ${replacement.id} supersedes ${decision.id}`,
    decisionId: replacement.id,
  };
}
