import type { Decision, DecisionChange } from "../../domain/decisions/decision.ts";
import type { DecisionEdit } from "../../domain/decisions/revision.ts";
import type { AdrContent, AdrFolder, AdrWordField } from "../../domain/moving/adr.ts";
import type { AdrFile } from "../../domain/moving/adr-file.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Notice } from "../../domain/shared/remedy.ts";
import { type Screening, startScreening } from "../../domain/shared/screening.ts";
import { actOf, type Call } from "../shared/operation.ts";
import { differingWords, editedContent, leftoverWords, wordsOf } from "./adr-words.ts";
import type { MovingDeps } from "./deps.ts";
import type { AdrEntry } from "./map-adr.ts";
import { stateOf } from "./write-adr-files.ts";

export interface FileEditOptions {
  readonly dryRun: boolean;
  /** The file holds, whatever the memory says. Otherwise only what changed in the file is taken from it. */
  readonly holds?: boolean | undefined;
}

/**
 * Applies an edit of a file to its decision. Changed words become a revision: confidence, outcome and links stay, and so
 * do the earlier words. A changed status changes the standing, and changed formatting changes nothing. The state of the
 * file goes into the same transaction, so that no edit is applied twice.
 */
export async function applyFileEdit(
  entry: AdrEntry,
  file: AdrFile,
  decision: Decision,
  folder: AdrFolder,
  { dryRun, holds = false }: FileEditOptions,
  deps: MovingDeps,
  call: Call,
): Promise<{ detail: Notice; decisionId: string }> {
  const current = (await deps.store.findDecision(file.project, decision.id)) ?? decision;
  const screen = startScreening(deps.secrets);
  const before = folder.read(file);
  const now = editedContent(entry.content, before);
  const fields = holds
    ? differingWords(current, wordsOf(now, screen))
    : changedInFile(now, before, screen).filter((name) => differs(name, now, current, screen));
  const standing = newStanding(now, before, current, holds);
  const detail = (done: string): Notice => withOutcomeNotice(done, now, before, current);
  if (!dryRun) {
    const { decisionId: _, memoryHash: __, ...state } = stateOf(current, entry.source, folder, deps);
    const change = changeOf(standing, fields, now, screen);
    const revision =
      fields.length > 0
        ? { id: deps.ids.next(ID_PREFIX.revision), edit: editOf(fields, now, screen), change }
        : undefined;
    const edit = {
      decisionId: current.id,
      ...(revision ? { revision } : { change }),
      memoryHash: file.memoryHash,
    };
    const after = await deps.store.applyAdrEdit(state, edit, actOf(deps, call));
    if (revision) await deps.afterDecision.edited(after, call);
  }
  return { detail: detail(sentence(fields, standing, dryRun)), decisionId: current.id };
}

/** The fields in which two versions of a file differ. */
export function changedInFile(
  now: AdrContent,
  before: AdrContent | undefined,
  screen: Screening,
): AdrWordField[] {
  if (!before) return [];
  return differingWords(wordsOf(before, screen), wordsOf(now, screen));
}

const differs = (name: AdrWordField, now: AdrContent, current: Decision, screen: Screening): boolean =>
  differingWords(current, wordsOf(now, screen)).includes(name);

function newStanding(
  now: AdrContent,
  before: AdrContent | undefined,
  current: Decision,
  holds: boolean,
): Decision["standing"] | undefined {
  const said = now.standing !== before?.standing;
  // What replaced it is in force, so a file that was not told stays behind.
  const mayHold = holds && current.supersededBy.length === 0;
  return (said || mayHold) && now.standing !== current.standing ? now.standing : undefined;
}

function editOf(fields: readonly AdrWordField[], now: AdrContent, screen: Screening): DecisionEdit {
  const words = wordsOf(now, screen);
  return Object.fromEntries(
    fields.map((name) => [name, name === "reasoning" ? words[name] || undefined : words[name]]),
  );
}

function changeOf(
  standing: Decision["standing"] | undefined,
  fields: readonly AdrWordField[],
  now: AdrContent,
  screen: Screening,
): DecisionChange | undefined {
  const [note] = fields.length > 0 ? leftoverWords(now, screen) : [];
  return standing || note ? { standing, note } : undefined;
}

function sentence(
  fields: readonly AdrWordField[],
  standing: Decision["standing"] | undefined,
  dryRun: boolean,
): string {
  const parts = [
    ...(fields.length > 0
      ? [`its words ${dryRun ? "would change" : "changed"} (${fields.join(", ")}), the earlier ones are kept`]
      : []),
    ...(standing ? [`now ${standing}`] : []),
  ];
  return parts.length > 0 ? parts.join("; ") : "only its form changed";
}

/** An outcome counts in the calibration, so it is told and not read from a file. */
function withOutcomeNotice(
  done: string,
  now: AdrContent,
  before: AdrContent | undefined,
  { outcome }: Decision,
): Notice {
  const told = now.outcome;
  const isNew = told && JSON.stringify(told) !== JSON.stringify(before?.outcome);
  if (!isNew || (outcome && outcome.at >= told.at)) return done;
  return {
    text: `${done}. The file says how it worked out (${told.status}, ${told.at.toISOString().slice(0, 10)}), which the memory does not know.`,
    remedies: [{ remedy: "record-outcome" }],
  };
}
