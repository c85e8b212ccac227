import type { Decision } from "../../decisions/index.ts";
import { startScreening } from "../../shared/screening.ts";
import type { AdrContent, AdrFolder, AdrWordField } from "../rules/adr.ts";
import type { AdrFile } from "../rules/adr-state.ts";
import { differingWords, editedContent, textOf, wordsOf } from "./adr-words.ts";
import type { MovingDeps } from "./deps.ts";
import type { AdrEntry } from "./map-adr.ts";

export const SIDES = ["file", "memory"] as const;

export type Side = (typeof SIDES)[number];

/** One thing that the two sides say otherwise, in whole texts. */
export interface Disagreement {
  readonly field: AdrWordField | "status";
  /** What both said when they were last in step. */
  readonly before: string;
  readonly file: string;
  readonly memory: string;
}

/** A file and a decision that both changed, or a file that is gone while its decision holds. */
export interface AdrConflict {
  readonly file: AdrFile;
  readonly decision: Decision;
  /** Undefined if the file is gone. */
  readonly entry?: AdrEntry | undefined;
  readonly differences: readonly Disagreement[];
  /** The file would change a decision of a person, and an agent synchronises. */
  readonly takesPerson?: boolean | undefined;
}

export function conflictOf(
  file: AdrFile,
  entry: AdrEntry,
  decision: Decision,
  folder: AdrFolder,
  deps: MovingDeps,
): AdrConflict {
  const base = folder.read(file);
  const now = editedContent(entry.content, base);
  const screen = startScreening(deps.secrets);
  const [said, before] = [wordsOf(now, screen), base && wordsOf(base, screen)];
  const words = differingWords(said, decision).map((field) => ({
    field,
    before: textOf(before?.[field]),
    file: textOf(said[field]),
    memory: textOf(decision[field]),
  }));
  const status =
    now.standing === decision.standing
      ? []
      : [
          {
            field: "status" as const,
            before: base ? statusText(base) : "",
            file: statusText(now),
            memory: standingText(decision),
          },
        ];
  return { file, entry, decision, differences: [...status, ...words] };
}

const statusText = ({ standing, status }: AdrContent): string =>
  status === "" ? standing : `${standing} (${status.split("\n")[0]})`;

const standingText = ({ standing, supersededBy }: Decision): string =>
  supersededBy.length > 0 ? `${standing} by ${supersededBy.join(", ")}` : standing;

/** The side that was changed last. Nobody knows when a file was deleted. */
export function newerSide({ entry, decision }: AdrConflict): Side | undefined {
  const { modifiedAt } = entry?.source ?? {};
  return modifiedAt && (modifiedAt > decision.updatedAt ? "file" : "memory");
}
