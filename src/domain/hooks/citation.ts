import { foldLines } from "../shared/lines.ts";
import type { Screened } from "../shared/text.ts";

/** Where words stand that nobody said in a session of ours. */
export interface Citation {
  /** The commit that says it, or the one that wrote the line. */
  readonly commit?: string | undefined;
  /** The first line of its message. */
  readonly subject?: Screened | undefined;
  /** The pull request that the commit names: `#123`. */
  readonly pr?: Screened | undefined;
  /** In the repository, or the name alone of a file outside of it. */
  readonly file?: Screened | undefined;
  readonly line?: number | undefined;
  readonly isOutside?: boolean | undefined;
  /** When it was written, where that is known. */
  readonly at?: Date | undefined;
}

const SHORT_COMMIT = 7;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `commit abc1234 "Drop Node 12" (#123), 3 Nov 2025`, or `CHANGELOG.md:12, 3 Nov 2025`. */
export function citationText({ commit, subject, pr, file, line, at }: Citation): string {
  const place =
    file === undefined
      ? [
          `commit ${commit?.slice(0, SHORT_COMMIT) ?? "unknown"}`,
          ...(subject === undefined ? [] : [JSON.stringify(foldLines(subject).trim())]),
          ...(pr === undefined || subject?.includes(pr) ? [] : [`(${pr})`]),
        ].join(" ")
      : `${foldLines(file)}${line === undefined ? "" : `:${line}`}`;
  return at === undefined ? place : `${place}, ${dayOf(at)}`;
}

const dayOf = (at: Date): string => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
