/** The session and the exchange in which a decision was captured. */

import * as z from "zod";
import { portableText, portableTexts } from "../../shared/canonical-json.ts";
import type { Screening } from "../../shared/screening.ts";
import { LIMITS, lengthOf, oneLine, type Screened } from "../../shared/text.ts";

/** Long enough for the exchange about one decision, and too short for a whole session. */
export const LONGEST_EXCHANGE = 4_000;
export const MOST_FILES = 50;

/** Where a decision came from: what the client knows of the moment in which it was captured. No team hears of it. */
export type CapturedIn = {
  /** The client program. */
  readonly client: Screened;
  /** The id that the client gives its session. */
  readonly session: Screened;
  /** Of the repository at the capture. */
  readonly branch?: Screened | undefined;
  readonly head?: Screened | undefined;
  /** Touched in the session before it, relative to the repository. */
  readonly files: readonly Screened[];
  /** What the person and the agent said in that turn. For searches and for who asks for it; nothing else quotes it. */
  readonly exchange?: Screened | undefined;
};

/** The same as a client says it. */
export interface GivenCapturedIn {
  readonly client: string;
  readonly session: string;
  readonly branch?: string | undefined;
  readonly head?: string | undefined;
  readonly files?: readonly string[] | undefined;
  readonly exchange?: string | undefined;
}

/** In exports. */
export const PortableCapturedIn: z.ZodType<CapturedIn> = z.object({
  client: portableText,
  session: portableText,
  branch: portableText.optional(),
  head: portableText.optional(),
  files: portableTexts,
  exchange: portableText.optional(),
});

const COMMIT = /^[0-9a-f]{7,64}$/i;
const ABSOLUTE = /^(?:~?\/|[A-Za-z]:\/)/;

/**
 * Screens what a client says, and keeps what it is meant for: nobody is there who could correct it, so files outside of the
 * repository and a HEAD that is no commit are left out, and what is too long is cut.
 *
 * @throws Fault `invalid` if nothing is left of the client or the session.
 */
export function screenCapturedIn(given: GivenCapturedIn, screen: Screening): CapturedIn {
  const screened = (field: string, text = ""): Screened => screen.text(`captured_in.${field}`, text);
  const required = (field: string, text: string): Screened =>
    oneLine(screen.required(`captured_in.${field}`, text), LIMITS.name);
  const branch = oneLine(screened("branch", given.branch), LIMITS.name);
  const head = screened("head", given.head);
  const files = (given.files ?? []).map((path, i) => inRepository(screened(`files[${i}]`, path)));
  // Screened whole, because half a secret does not look like one.
  const exchange = cut(screened("exchange", given.exchange).trim() as Screened);
  return {
    client: required("client", given.client),
    session: required("session", given.session),
    ...(branch !== "" && { branch }),
    ...(COMMIT.test(head) && { head }),
    files: united(
      [],
      files.filter((file) => file !== undefined),
    ),
    ...(exchange !== "" && { exchange }),
  };
}

/** With slashes as git has them; undefined if it is no file of the repository. */
function inRepository(path: Screened): Screened | undefined {
  const file = path.replaceAll("\\", "/").replace(/^(?:\.\/+)+/, "") as Screened;
  const isFile = !/^\.?$/.test(file.trim()) && lengthOf(file) <= LIMITS.name;
  return isFile && !ABSOLUTE.test(file) && !file.split("/").includes("..") ? file : undefined;
}

function cut(text: Screened): Screened {
  if (lengthOf(text) <= LONGEST_EXCHANGE) return text;
  return [...text].slice(0, LONGEST_EXCHANGE).join("").trim() as Screened;
}

/** Joins what is known with another part of it that was heard: the later one counts, and files are added to those before. */
export function joinCapturedIn(before: CapturedIn | undefined, later: CapturedIn): CapturedIn {
  const { branch = before?.branch, head = before?.head, exchange = before?.exchange } = later;
  return {
    client: later.client,
    session: later.session,
    ...(branch !== undefined && { branch }),
    ...(head !== undefined && { head }),
    files: united(before?.files ?? [], later.files),
    ...(exchange !== undefined && { exchange }),
  };
}

const united = (files: readonly Screened[], more: readonly Screened[]): Screened[] =>
  [...new Set([...files, ...more])].slice(0, MOST_FILES);
