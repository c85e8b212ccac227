import {
  type DECISION_FIELDS,
  type Decision,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
  type OutcomeSummary,
  type Standing,
} from "../../decisions/index.ts";
import type { DraftState } from "../../shared/whole-files.ts";
import type { AdrMark, FileEncoding } from "./adr-state.ts";

/** How one record refers to another. */
export const ADR_RELATIONS = ["supersedes", "superseded-by", "amends", "amended-by", "depends-on"] as const;
export type AdrRelation = (typeof ADR_RELATIONS)[number];

/** Fields of a decision that have their own section in a file and can be read from it. */
export type AdrListField = {
  [F in FieldsWith<"adr">]: (typeof DECISION_FIELDS)[F]["adr"] extends { heading: RegExp } ? F : never;
}[FieldsWith<"adr">];

const placed = fieldsWith("adr")
  .flatMap((name) => {
    const { adr } = fieldNamed(name);
    return adr ? [{ name, ...adr }] : [];
  })
  .sort((a, b) => a.place - b.place);

/** The headings that are read as each list. */
export const ADR_LISTS = placed.flatMap(({ name, heading }) =>
  heading ? [{ name: name as AdrListField, heading }] : [],
);

/** The sections for the lists of a decision, in a file of the given style. */
export function adrSections(
  decision: Decision,
  style: "madr" | "nygard",
): { readonly name: AdrSectionField; readonly title: string; readonly items: readonly string[] }[] {
  return placed.flatMap(({ name, [style]: title }) =>
    title ? [{ name, title, items: decision[name] ?? [] }] : [],
  );
}

/** Lists of a decision that have a section in our own files. */
export type AdrSectionField = FieldsWith<"adr">;

/** The list that a section of one of our own files is, by its title. */
export const sectionField = (heading: string): AdrSectionField | undefined =>
  placed.find(({ madr, nygard }) => heading === madr || heading === nygard)?.name;

/** What a file says in words. */
export const ADR_WORDS = [
  "statement",
  "reasoning",
  "alternatives",
  "consequences",
  "risks",
  "assumptions",
] as const;
export type AdrWordField = (typeof ADR_WORDS)[number];

/** How a decision worked out, as a file says it. */
export interface AdrOutcome extends Pick<OutcomeSummary, "status" | "score" | "at"> {
  readonly lessons: readonly string[];
}

/** The content of an architecture decision record, independent of its style. */
export interface AdrContent extends Readonly<Record<AdrListField, readonly string[]>> {
  readonly number?: number | undefined;
  readonly title: string;
  readonly date?: Date | undefined;
  /** As written in the file; empty if there is none. */
  readonly status: string;
  readonly standing: Standing;
  /** Rejected, as opposed to deprecated. */
  readonly rejected: boolean;
  /** Targets as written in the file: a relative path, or a number. */
  readonly relations: readonly { readonly relation: AdrRelation; readonly target: string }[];
  readonly reasoning: string;
  readonly authors: readonly string[];
  /** What we wrote into the file beside its words. */
  readonly mark?: AdrMark | undefined;
  readonly outcome?: AdrOutcome | undefined;
  /** Only in our own files: the whole statement if it is not the title, and the lists that others have no place for. */
  readonly statement?: string | undefined;
  readonly risks?: readonly string[] | undefined;
  readonly assumptions?: readonly string[] | undefined;
}

/** A file in the folder. The line endings of `text` are normalised to LF. */
export interface AdrSource {
  readonly path: string;
  readonly text: string;
  readonly dress: FileEncoding;
  readonly hash: string;
  readonly modifiedAt?: Date | undefined;
}

/** A file that has more than is read. */
export interface RefusedAdr {
  readonly path: string;
  /** Names the file, the limit, what was found and what would help. */
  readonly because: string;
}

/** The status to write into a file. */
export interface AdrStatus {
  /** Needed with an outcome, to know the file again. */
  readonly decisionId?: string | undefined;
  readonly standing: Standing;
  /** The records that superseded it. */
  readonly supersededBy: readonly { readonly title: string; readonly path: string }[];
  /** The records that it depends on. */
  readonly dependsOn?: readonly { readonly title: string; readonly path: string }[] | undefined;
  /** Whether the standing is what the file says already, whose words for it are kept then. */
  readonly unchanged?: boolean | undefined;
  /** Whether it is known that it failed. */
  readonly failed?: boolean | undefined;
  readonly outcome?: AdrOutcome | undefined;
}

/** A new record with its file name. Its text is generated once the status is known. */
export interface NewAdr {
  readonly path: string;
  readonly dress: FileEncoding;
  text(status: AdrStatus): string;
}

/** A file that is written already, but under the name of a draft. */
export interface PreparedAdr {
  readonly source: AdrSource;
  /** Where the draft is, relative to the folder. */
  readonly draft: string;
  /**
   * Gives it its name. `replaces` is the hash of the file that may be replaced; without one there must be no file.
   * Returns false, and changes nothing, if there is another file.
   */
  publish(replaces: string | undefined): Promise<boolean>;
  /** Deletes the draft. Does nothing after it was published. */
  abandon(): Promise<void>;
}

/** A folder of architecture decision records. */
export interface AdrFolder {
  /** The same in every checkout of its repository. */
  readonly name: string;
  /** The path of the folder on this machine, another one in every checkout. */
  readonly location: string;
  /** The records in the folder, sorted by name. Other files are skipped. */
  files(): Promise<{ readonly records: readonly AdrSource[]; readonly refused: readonly RefusedAdr[] }>;
  /** Undefined if the text is not a record, or has more than is read. */
  read(source: Pick<AdrSource, "path" | "text">): AdrContent | undefined;
  /** The file with another status, in its own style. */
  withStatus(
    source: Pick<AdrSource, "path" | "text" | "dress">,
    status: AdrStatus,
  ): Pick<AdrSource, "text" | "dress">;
  /**
   * The file with the words of the decision as well. `changed` are the fields that differ from what it says; with `all`
   * the file is written anew.
   */
  withWords(
    source: Pick<AdrSource, "path" | "text" | "dress">,
    decision: Decision,
    changed: readonly AdrWordField[] | "all",
    status: AdrStatus,
  ): Pick<AdrSource, "text" | "dress">;
  /** Creates new records in the style of the others, with the next numbers. Those of refused files are taken, too. */
  composer(others: readonly AdrSource[], refused: readonly RefusedAdr[]): (decision: Decision) => NewAdr;
  /** Writes the file as a draft, which is on the disk when it resolves. */
  prepare(file: Pick<AdrSource, "path" | "text" | "dress">): Promise<PreparedAdr>;
  /** The hash of whatever file has this path. Undefined if there is none. */
  hashOf(path: string): Promise<string | undefined>;
  draftState(draft: string): Promise<DraftState>;
  /** Deletes the drafts of processes that were killed. */
  sweepDrafts(): Promise<void>;
}

/** The existing file that a record refers to. */
export function resolveTarget(
  from: string,
  target: string,
  files: readonly { readonly path: string; readonly number?: number | undefined }[],
): string | undefined {
  if (/^\d+$/.test(target))
    return files.find(({ number, path }) => number === Number(target) && path !== from)?.path;
  const folder = from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") folder.pop();
    else if (part !== "." && part !== "") folder.push(part);
  }
  const path = folder.join("/");
  const name = target.split("/").at(-1);
  return (
    files.find((file) => file.path === path) ?? files.find((file) => file.path.split("/").at(-1) === name)
  )?.path;
}
