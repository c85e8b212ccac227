import { Fault, type Notice, type Remedy } from "../shared/errors.ts";
import { foldLines } from "../shared/text.ts";

/** The sentence for each remedy. It may end with a command to copy. */
export type RemedyWords = {
  readonly [K in Remedy["remedy"]]: (
    remedy: Extract<Remedy, { remedy: K }>,
    field: (path: string) => string,
  ) => string;
};

/** The terms of a caller: the names of its arguments and the remedies it can use. */
export interface Wording {
  /** The caller's name for a field of the operation. */
  field(path: string): string;
  readonly remedies: RemedyWords;
}

/** Names of operation fields in a vocabulary, where they differ: `ref` is `decision_id`. */
export type FieldNames = Readonly<Record<string, string>>;

/**
 * Finds the argument name of a field: by the longest matching path in `names`, else with `written`. A field without
 * either keeps its name.
 */
export function fieldNamer(names: FieldNames, written: (field: string) => string | undefined) {
  const paths = Object.keys(names).sort((a, b) => b.length - a.length);
  return (path: string): string => {
    const known = paths.find((own) => path.startsWith(own) && !/^\w/.test(path.slice(own.length)));
    if (known !== undefined) return `${names[known]}${path.slice(known.length)}`;
    const [head = ""] = /^\w+/.exec(path) ?? [];
    return `${written(head) ?? head}${path.slice(head.length)}`;
  };
}

export function remedyText(remedy: Remedy, { remedies, field }: Wording): string {
  const say = remedies[remedy.remedy] as (remedy: Remedy, field: Wording["field"]) => string;
  return say(remedy, field);
}

export function noticeText(notice: Notice, wording: Wording): string {
  if (typeof notice === "string") return notice;
  const { field, text, remedies = [] } = notice;
  const about = field === undefined ? [] : [wording.field(field)];
  const sentence = foldLines([...about, text].join(" "));
  return [sentence, ...remedies.map((remedy) => remedyText(remedy, wording))].join(" ");
}

/** Runs work and puts a Fault it throws into the given wording. */
export async function withWording<T>(wording: Wording, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Fault ? wordedFault(error, wording) : error;
  }
}

/** The same Fault on one line, with its field and remedies in the given wording. A command in a remedy stays as it is. */
export function wordedFault(fault: Fault, wording: Wording): Fault {
  const remedies = (fault.remedies ?? []).map((remedy) => remedyText(remedy, wording));
  return new Fault(fault.code, foldLines(fault.message), {
    hint: [...(fault.hint === undefined ? [] : [fault.hint]), ...remedies].join(" ") || undefined,
    field: fault.field === undefined ? undefined : wording.field(fault.field),
    received: fault.received,
    reason: fault.reason,
    retryAfter: fault.retryAfter,
    cause: fault.cause,
  });
}
