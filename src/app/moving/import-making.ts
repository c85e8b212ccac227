import type { Link } from "../../domain/links/link.ts";
import type { ImportCounts } from "../../domain/moving/import-store.ts";
import type { ImportedRecord } from "../../domain/moving/imported.ts";
import { ID_PREFIX } from "../../domain/shared/ids.ts";
import type { Ids } from "../../domain/shared/ports.ts";
import { type Screening, startScreening } from "../../domain/shared/screening.ts";
import { LIMITS, lengthOf, type Screened } from "../../domain/shared/text.ts";
import { type Call, projectOf } from "../shared/operation.ts";
import type { MovingDeps } from "./deps.ts";

/** What it takes to turn rows of another memory into records of ours. One is made for every batch. */
export interface ImportMaking {
  readonly project: string;
  readonly dueDays: number;
  readonly ids: Ids;
  readonly screen: Screening;
  /** Nobody has reviewed it here. */
  link(link: Omit<Link, "id" | "project" | "reviews">): Extract<ImportedRecord, { kind: "link" }>;
}

export function startMaking({ ids, secrets }: MovingDeps, call: Call): ImportMaking {
  const project = projectOf(call);
  return {
    project,
    dueDays: call.dueDays,
    ids,
    screen: startScreening(secrets),
    link: (link) => ({ kind: "link", link: { ...link, id: ids.next(ID_PREFIX.link), project, reviews: [] } }),
  };
}

/** How much screening changed in a batch: secrets that were replaced, and other changes. */
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

/** A list as other memories keep it: JSON, or plain text for a single item. */
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

const FIRST_MILLISECONDS = Date.UTC(2001, 0);

/** Milliseconds since 1970; some versions wrote seconds. An unknown time is the beginning of the count. */
export function timeOf(value: unknown): Date {
  const number = typeof value === "number" && Number.isFinite(value) ? value : 0;
  return new Date(number > 0 && number < FIRST_MILLISECONDS ? number * 1_000 : number);
}

/** A text in parts that each have room, so that nothing of it is lost. */
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
