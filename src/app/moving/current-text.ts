import type { Decision } from "../../domain/decisions/decision.ts";
import { hasFailed } from "../../domain/decisions/outcome.ts";
import type { AdrFolder, AdrSource, AdrStatus } from "../../domain/moving/adr.ts";
import { isChanged, type MemoryChanges } from "../../domain/moving/adr-state.ts";
import { startScreening } from "../../domain/shared/screening.ts";
import { type Call, projectOf } from "../shared/operation.ts";
import { differingWords, wordsOf } from "./adr-words.ts";
import type { MovingDeps } from "./deps.ts";

/** The status of a decision, as its file shows it. */
export type StatusOf = (decision: Decision) => AdrStatus;

/** Dependences of a folder of records are far fewer. */
const MOST_DEPENDENCES = 10_000;

/** `paths` are the files of the decisions, which the files of others link to. */
export async function statusReader(
  decisions: ReadonlyMap<string, Decision>,
  paths: ReadonlyMap<string, string>,
  { store }: MovingDeps,
  call: Call,
): Promise<StatusOf> {
  const settled = [...decisions.values()].filter(({ outcome }) => outcome !== undefined).map(({ id }) => id);
  const histories = settled.length > 0 ? await store.historiesOf(projectOf(call), settled) : new Map();
  const links = await store.linksOf(
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
