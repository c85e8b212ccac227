import {
  type Decision,
  type DecisionChange,
  type DecisionEdit,
  findDecision,
  hasFailed,
  historiesOf,
  linksOf,
} from "../../decisions/index.ts";
import type { Notice } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, projectOf } from "../../shared/operations/operation.ts";
import { type Screening, startScreening } from "../../shared/screening.ts";
import type { AdrContent, AdrFolder, AdrSource, AdrStatus, AdrWordField } from "../rules/adr.ts";
import { type AdrFile, isChanged, type MemoryChanges } from "../rules/adr-state.ts";
import { applyAdrEdit } from "../sql/adr-files.ts";
import { differingWords, editedContent, leftoverWords, wordsOf } from "./adr-words.ts";
import type { MovingDeps } from "./deps.ts";
import type { AdrEntry } from "./map-adr.ts";
import { stateOf } from "./write-adr-files.ts";

interface FileEditOptions {
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
  const current = (await findDecision(deps.memory, file.project, decision.id)) ?? decision;
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
    const after = await applyAdrEdit(deps.memory, state, edit, actOf(deps, call));
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

/** The status of a decision, as its file shows it. */
type StatusOf = (decision: Decision) => AdrStatus;

/** Dependences of a folder of records are far fewer. */
const MOST_DEPENDENCES = 10_000;

/** `paths` are the files of the decisions, which the files of others link to. */
export async function statusReader(
  decisions: ReadonlyMap<string, Decision>,
  paths: ReadonlyMap<string, string>,
  { memory }: MovingDeps,
  call: Call,
): Promise<StatusOf> {
  const settled = [...decisions.values()].filter(({ outcome }) => outcome !== undefined).map(({ id }) => id);
  const histories = settled.length > 0 ? await historiesOf(memory, projectOf(call), settled) : new Map();
  const links = await linksOf(
    memory,
    projectOf(call),
    [...decisions.keys()],
    ["depends_on"],
    ["active"],
    MOST_DEPENDENCES,
  );
  const filesOf = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const path = paths.get(id);
      const decision = decisions.get(id);
      return path && decision ? [{ title: decision.statement.split("\n")[0] ?? "", path }] : [];
    });
  return (decision) => {
    const { outcome, standing, supersededBy } = decision;
    const told = histories.get(decision.id)?.outcomes.find(({ id }: { id: string }) => id === outcome?.id);
    return {
      decisionId: decision.id,
      standing,
      supersededBy: filesOf(supersededBy),
      dependsOn: filesOf(
        links.filter(({ from, origin }) => from === decision.id && origin !== "auto").map(({ to }) => to),
      ),
      failed: hasFailed(decision),
      outcome: outcome && {
        status: outcome.status,
        score: outcome.score,
        at: outcome.at,
        lessons: told?.lessons ?? [],
      },
    };
  };
}

/** The file as it should be now. Its bytes stay where the memory says what it said when they were last in step. */
export function currentText(
  decision: Decision,
  source: Pick<AdrSource, "path" | "text" | "dress">,
  changes: MemoryChanges,
  folder: AdrFolder,
  status: AdrStatus,
  { secrets }: Pick<MovingDeps, "secrets">,
): Pick<AdrSource, "text" | "dress"> {
  const content = folder.read(source);
  if (isOlderForm(decision, folder, source)) return folder.withWords(source, decision, "all", status);
  if (!isChanged(changes) || !content) return source;
  // Another memory may have written how it worked out, and this one does not know.
  const known = {
    ...status,
    unchanged: !changes.standing,
    ...(status.outcome ? {} : keptOutcome(content)),
  };
  const words = changes.words ? differingWords(wordsOf(content, startScreening(secrets)), decision) : [];
  return words.length > 0
    ? folder.withWords(source, decision, words, known)
    : folder.withStatus(source, known);
}

const keptOutcome = ({ outcome }: { readonly outcome?: AdrStatus["outcome"] }): Partial<AdrStatus> =>
  outcome ? { outcome, failed: hasFailed({ outcome: { ...outcome, id: "" }, progress: "pending" }) } : {};

/** Whether a version up to 0.2.0 wrote the file, in a form that does not read back exactly. Only those have no other name. */
export function isOlderForm(
  { aliases }: Decision,
  folder: AdrFolder,
  source: Pick<AdrSource, "path" | "text">,
): boolean {
  return aliases.length === 0 && folder.read(source)?.mark?.form === undefined;
}
