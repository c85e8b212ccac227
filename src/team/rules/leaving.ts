import type { Json } from "../../shared/canonical-json.ts";
import { ACTION_EFFECTS, type AuditAction, effectsOf } from "../../store/log/audit-actions.ts";

/** Whether a change of this kind is shared with a team at all. */
export const leavesMachine = (action: AuditAction): boolean => {
  const { writes, merges } = effectsOf(action);
  return writes === "said" && merges !== "never";
};

/** Whether this Membria knows the kind of a change that another one made. */
export const isKnownAction = (action: string): action is AuditAction =>
  Object.hasOwn(ACTION_EFFECTS, action) && leavesMachine(action as AuditAction);

/** The folders of this machine that nobody else has to know. */
export interface LocalFolders {
  /** Of the repository. */
  readonly root?: string | undefined;
  readonly home?: string | undefined;
}

type Fields = { readonly [key: string]: Json | undefined };

/**
 * Paths into the repository become relative ones, and those into the home folder lose the name of the user. A path to a
 * file elsewhere on this machine, given as evidence, keeps its last part.
 */
export function withoutPaths(value: Json, folders: LocalFolders): Json {
  if (typeof value === "string") return shortenPaths(value, folders);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutPaths(item, folders));
  const { kind, ref } = value as Fields;
  const isFile = kind === "file" && typeof ref === "string";
  return Object.fromEntries(
    Object.entries(value as Fields).map(([key, item]) => [
      key,
      key === "ref" && isFile
        ? lastPart(shortenPaths(ref, folders))
        : item === undefined
          ? item
          : withoutPaths(item, folders),
    ]),
  );
}

function shortenPaths(text: string, { root, home }: LocalFolders): string {
  const inside = root === undefined ? text : withoutFolder(text, root, "", ".");
  return home === undefined ? inside : withoutFolder(inside, home, "~/", "~");
}

/**
 * Only whole folder names: the path of one repository may begin like that of another, or end like it. `alone` is for the
 * folder itself.
 */
function withoutFolder(text: string, folder: string, before: string, alone: string): string {
  const names = folder.split(/[/\\]+/).filter((name) => name !== "");
  const last = names.at(-1);
  if (last === undefined || !text.includes(last)) return text;
  const path = `${/^[/\\]/.test(folder) ? "[/\\\\]" : ""}${names.map(literally).join("[/\\\\]+")}`;
  const inText = new RegExp(
    `(?<![\\w.~-])${path}(?:([/\\\\]+)(?=[^\\s/\\\\])|[/\\\\]*(?![\\w-]|\\.\\w))`,
    "g",
  );
  return text.replace(inText, (_, separator: string | undefined) => (separator ? before : alone));
}

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\|~\/)/;

const lastPart = (path: string): string =>
  ABSOLUTE.test(path) ? (path.split(/[\\/]/).findLast((part) => part !== "") ?? path) : path;

/** Where a decision came from, in its row and in a change of it. It stays here, whatever else is shared. */
const CAPTURED_IN = "captured_in";

/** Whether a change of a decision says nothing but where it came from, so that nobody else hears of it. */
export const staysHere = (change: Json | undefined): boolean => {
  const keys = Object.keys(change ?? {}).filter((key) => (change as Fields)[key] !== undefined);
  return keys.includes(CAPTURED_IN) && keys.every((key) => key === CAPTURED_IN || key === "by");
};

/**
 * Removes what stays on this machine from a change, and from rows of memories within it: the session, where a decision came
 * from, and the passage that it was decided in unless that was chosen.
 */
export function withoutLocalFields(value: Json, sharesSources: boolean): Json {
  // Further inside, people may have given names of their own to what they measured.
  const said = isObject(value) ? without(value, CAPTURED_IN) : value;
  return withoutLocalColumns(said, sharesSources);
}

function withoutLocalColumns(value: Json, sharesSources: boolean): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutLocalColumns(item, sharesSources));
  const fields = value as Fields;
  const isDecision = fields["type"] === "decision";
  // A revision has no type. The source of an insight is a name.
  const hasWords = "content" in fields && (isDecision || fields["type"] === undefined);
  const kept = Object.entries(fields).map(([key, item]): [string, Json | undefined] => {
    if (key === "session" && isDecision) return [key, null];
    if (key === "body" && hasWords)
      return [key, without(item as Fields, CAPTURED_IN, ...(sharesSources ? [] : ["source"]))];
    return [key, item === undefined ? item : withoutLocalColumns(item, sharesSources)];
  });
  return Object.fromEntries(kept);
}

const isObject = (value: Json): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const without = (fields: Fields, ...keys: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.includes(key)));
