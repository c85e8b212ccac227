import type { Link } from "../../domain/links/link.ts";
import type { ImportCounts } from "../../domain/moving/import-store.ts";
import type { ImportedRecord } from "../../domain/moving/imported-record.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Ids } from "../../domain/shared/ports.ts";
import { type Screening, startScreening } from "../../domain/shared/screening.ts";
import { LIMITS, lengthOf, type Screened } from "../../domain/shared/text.ts";
import { type Call, projectOf } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

/** What a mapping needs to turn rows of another memory into our records. Each batch has its own. */
export interface RecordMaker {
  readonly project: string;
  readonly dueDays: number;
  readonly ids: Ids;
  readonly screen: Screening;
  /** A link without reviews, because nobody has reviewed it here. */
  link(link: Omit<Link, "id" | "project" | "reviews">): Extract<ImportedRecord, { kind: "link" }>;
}

export function startRecordMaker({ ids, secrets }: MovingDeps, call: Call): RecordMaker {
  const project = projectOf(call);
  return {
    project,
    dueDays: call.dueDays,
    ids,
    screen: startScreening(secrets),
    link: (link) => ({ kind: "link", link: { ...link, id: ids.next(ID_PREFIX.link), project, reviews: [] } }),
  };
}

/** Counts the changes by screening in a batch: replaced secrets, and other changes. */
export function screeningCounts({ changes }: Screening): ImportCounts {
  const secrets = changes
    .filter(({ change }) => change === "secret")
    .reduce((sum, { count }) => sum + count, 0);
  const others = changes.filter(({ change }) => change !== "secret").length;
  return { ...(secrets > 0 && { redacted: secrets }), ...(others > 0 && { cleaned: others }) };
}

export function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

/** Parses a list as other memories store it: JSON, or plain text for a single item. */
export function listOf(value: unknown): string[] {
  const text = textOf(value).trim();
  if (text === "") return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (!Array.isArray(parsed)) return parsed === null ? [] : [text];
    return parsed
      .map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
      .filter((item) => item !== "");
  } catch {
    return [text];
  }
}

/** Smaller numbers are seconds. */
const FIRST_MILLISECONDS = Date.UTC(2001, 0);

/** Reads milliseconds since 1970, or seconds, which some versions wrote. An unknown time becomes 1970. */
export function timeOf(value: unknown): Date {
  const number = typeof value === "number" && Number.isFinite(value) ? value : 0;
  return new Date(number > 0 && number < FIRST_MILLISECONDS ? number * 1_000 : number);
}

/** Splits a text into parts that fit the limits, so that nothing is lost. */
export function splitLong(text: Screened, limit: number): Screened[] {
  if (lengthOf(text) <= limit) return [text];
  const characters = [...text];
  const parts: Screened[] = [];
  for (let from = 0; from < characters.length; ) {
    const room = parts.length === 0 ? limit : LIMITS.text;
    parts.push(characters.slice(from, from + room).join("") as Screened);
    from += room;
  }
  return parts;
}

export function fitText(text: Screened, limit: number): Screened {
  return splitLong(text, limit)[0] ?? text;
}
