import type { Standing } from "../../domain/decisions/decision.ts";
import type { AdrRelation } from "../../domain/moving/adr.ts";
import type { Markdown } from "./markdown.ts";

/** Where a record says how it stands. */
export interface StatusPlace {
  readonly style: "front-matter" | "field" | "table" | "section";
  readonly value: string;
  /** The first and the first no longer part of it. */
  readonly from: number;
  readonly to: number;
}

const FIELD = /^(\s*(?:[*+-]\s+)?(?:\*\*|__)?status(?:\*\*|__)?\s*:(?:\*\*|__)?)\s*(.*)$/i;
const ROW = /^(\s*\|\s*\**status\**\s*\|)([^|]*)(\|.*|$)/i;

export function statusPlace({ frontMatter, preamble, sections, lines }: Markdown): StatusPlace | undefined {
  const front = frontMatter.get("status");
  if (front)
    return { style: "front-matter", value: unquoted(front.value), from: front.line, to: front.line + 1 };
  for (const { text, line } of preamble) {
    const field = FIELD.exec(text);
    if (field) return { style: "field", value: field[2] ?? "", from: line, to: line + 1 };
    const row = ROW.exec(text);
    if (row) return { style: "table", value: (row[2] ?? "").trim(), from: line, to: line + 1 };
  }
  const section = sections.find(({ heading }) => /^\W*(?:\d+\W+)?status\b/i.test(heading));
  if (section) return { style: "section", value: section.body, from: section.from, to: section.to };
  const meta = sections.find(({ heading }) => /^meta/i.test(heading));
  const index = meta ? lines.slice(meta.from, meta.to).findIndex((text) => FIELD.test(text)) : -1;
  if (!meta || index < 0) return undefined;
  const line = meta.from + index;
  return { style: "field", value: FIELD.exec(lines[line] as string)?.[2] ?? "", from: line, to: line + 1 };
}

/** The text with another value in the same place. */
export function replaceStatus(markdown: Markdown, place: StatusPlace | undefined, value: string): string {
  const lines = [...markdown.lines];
  if (!place) {
    lines.splice((markdown.title?.line ?? -1) + 1, 0, "", "## Status", "", value);
    return lines.join("\n");
  }
  const line = lines[place.from] as string;
  switch (place.style) {
    case "front-matter":
      lines[place.from] = `${line.slice(0, line.indexOf(":") + 1)} ${quotedLike(line, value)}`;
      break;
    case "field":
      lines[place.from] = line.replace(FIELD, (_, name: string) => `${name} ${value}`);
      break;
    case "table":
      lines[place.from] = line.replace(ROW, (_, name: string, old: string, rest: string) => {
        const padded = /^\s/.test(old) ? ` ${value} ` : value;
        return `${name}${padded}${rest}`;
      });
      break;
    case "section": {
      // The first line says how it stands; what follows is its history and stays.
      const first = lines.findIndex((text, i) => i > place.from && i < place.to && text.trim() !== "");
      if (first < 0) lines.splice(place.from + 1, 0, "", value);
      else lines[first] = value;
    }
  }
  return lines.join("\n");
}

const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/, "$2");
const quotedLike = (line: string, value: string): string =>
  /:\s*"/.test(line) || /[[{#&*!|>'"%@`]/.test(value) ? JSON.stringify(value) : value;

const WORDS: readonly (readonly [RegExp, Standing])[] = [
  [/\bsuper[sc]eded\b|\breplaced\b|\bobsolete/i, "superseded"],
  [/\bdeprecated\b|\bretired\b|\bwithdrawn\b|\babandoned\b/i, "deprecated"],
  [/\brejected\b|\bdeclined\b/i, "deprecated"],
  [/\bproposed\b|\bdraft\b|\bpending\b|\bincomplete\b|\bon hold\b|\bin review\b|\brfc\b/i, "draft"],
  [/\baccepted\b|\bapproved\b|\bimplemented\b|\bdecided\b|\bdone\b|\badopted\b|\bactive\b/i, "active"],
];

/** The word that comes first decides. A record that does not say how it stands holds. */
export function standingOf(status: string): { standing: Standing; rejected: boolean } {
  const [first] = WORDS.map(([word, standing]) => ({ at: status.search(word), standing, word }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  if (!first) return { standing: "active", rejected: false };
  return {
    standing: first.standing,
    rejected: /\brejected\b|\bdeclined\b/i.test(status) && first.standing === "deprecated",
  };
}

const PHRASE =
  /\b(super[sc]eded\s+by|supersedes|replaced\s+by|replaces|amended\s+by|amends|clarified\s+by|clarifies)\b/gi;
const RELATION: Readonly<Record<string, AdrRelation>> = {
  "superseded by": "superseded-by",
  "superceded by": "superseded-by",
  "replaced by": "superseded-by",
  supersedes: "supersedes",
  replaces: "supersedes",
  amends: "amends",
  clarifies: "amends",
  "amended by": "amended-by",
  "clarified by": "amended-by",
};

/** What a text says about other records, line by line. */
export function relationsIn(text: string): { relation: AdrRelation; target: string }[] {
  return text.split("\n").flatMap((line) => {
    const phrases = [...line.matchAll(PHRASE)];
    return phrases.flatMap((phrase, i) => {
      const rest = line.slice(phrase.index + phrase[0].length, phrases[i + 1]?.index ?? line.length);
      const relation = RELATION[phrase[0].toLowerCase().replace(/\s+/g, " ")] as AdrRelation;
      return targetsIn(rest).map((target) => ({ relation, target }));
    });
  });
}

function targetsIn(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, href = ""]) =>
    decoded(href.replace(/#.*$/, "")),
  );
  if (links.length > 0) return links.filter((href) => /\.(?:md|markdown)$/i.test(href));
  return [...text.matchAll(/(?:^|[\s[(#-])(?:ADR|RFC|DR)?[-_ #]?0*(\d{1,5})\b(?!-\d)/gi)].map(
    ([, number = ""]) => number,
  );
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
