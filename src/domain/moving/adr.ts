import type { Decision, Standing } from "../decisions/decision.ts";
import {
  type DECISION_FIELDS,
  type FieldsWith,
  fieldNamed,
  fieldsWith,
} from "../decisions/decision-fields.ts";
import type { FileDress } from "./adr-file.ts";
import { sha256 } from "./imported.ts";

/** How one record names another. */
export const ADR_RELATIONS = ["supersedes", "superseded-by", "amends", "amended-by"] as const;
export type AdrRelation = (typeof ADR_RELATIONS)[number];

/** Fields of a decision that have a section of their own in a file, and can be read from it. */
export type AdrListField = {
  [F in FieldsWith<"adr">]: (typeof DECISION_FIELDS)[F]["adr"] extends { heading: RegExp } ? F : never;
}[FieldsWith<"adr">];

const placed = fieldsWith("adr")
  .flatMap((name) => {
    const { adr } = fieldNamed(name);
    return adr ? [{ name, ...adr }] : [];
  })
  .sort((a, b) => a.place - b.place);

/** Which headings are read as which list. */
export const ADR_LISTS = placed.flatMap(({ name, heading }) =>
  heading ? [{ name: name as AdrListField, heading }] : [],
);

/** The sections that the lists of a decision fill in a file of one style. */
export function adrSections(
  decision: Decision,
  style: "madr" | "nygard",
): { readonly title: string; readonly items: readonly string[] }[] {
  return placed.flatMap(({ name, [style]: title }) =>
    title ? [{ title, items: decision[name] ?? [] }] : [],
  );
}

/** What an architecture decision record says, whatever its style. */
export interface AdrContent extends Readonly<Record<AdrListField, readonly string[]>> {
  readonly number?: number | undefined;
  readonly title: string;
  readonly date?: Date | undefined;
  /** As it stands in the file; empty when there is none. */
  readonly status: string;
  readonly standing: Standing;
  /** Turned down, and not merely given up. */
  readonly rejected: boolean;
  /** Targets as the file writes them: a path relative to it, or a number. */
  readonly relations: readonly { readonly relation: AdrRelation; readonly target: string }[];
  readonly reasoning: string;
  readonly authors: readonly string[];
}

/** A file as it lies in the folder; `text` has plain line endings. */
export interface AdrSource {
  readonly path: string;
  readonly text: string;
  readonly dress: FileDress;
  readonly hash: string;
}

/** What a file is told to say about its decision's standing. */
export interface AdrStatus {
  readonly standing: Standing;
  /** The records that took its place. */
  readonly supersededBy: readonly { readonly title: string; readonly path: string }[];
}

/** A record that has its name; its text is made when it is known how it stands. */
export interface NewAdr {
  readonly path: string;
  readonly dress: FileDress;
  text(status: AdrStatus): string;
}

/** A folder of such records. */
export interface AdrFolder {
  /** As every checkout of its repository would name it. */
  readonly name: string;
  /** The records in it, in the order of their names. Other files are left out. */
  files(): Promise<readonly AdrSource[]>;
  /** Undefined for a text that is no record. */
  read(source: Pick<AdrSource, "path" | "text">): AdrContent | undefined;
  /** The file with another status, in the style it has. */
  restate(
    source: Pick<AdrSource, "path" | "text" | "dress">,
    status: AdrStatus,
  ): Pick<AdrSource, "text" | "dress">;
  /** Makes new records in the style of the others, numbered on from the last. */
  composer(others: readonly AdrSource[]): (decision: Decision) => NewAdr;
  write(file: Pick<AdrSource, "path" | "text" | "dress">): Promise<AdrSource>;
}

/** What a file says about its decision, as far as that can change: when it differs, the file is out of date. */
export function standingHash({
  standing,
  supersededBy,
}: Pick<Decision, "standing" | "supersededBy">): string {
  return sha256(JSON.stringify([standing, [...supersededBy].sort((a, b) => (a < b ? -1 : 1))]));
}

/** The file that a record names, among those there are. */
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
