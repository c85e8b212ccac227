import type { AdrRelation } from "../../domain/moving/adr.ts";
import { type Line, linesIn, plainText } from "./lines.ts";
import { type Markdown, readMarkdown, type Span } from "./markdown.ts";

type Relations = { relation: AdrRelation; target: string }[];

const PHRASE =
  /\b(super[sc]eded\s+by|super[sc]edes|replaced\s+by|replaces|amended\s+by|amends|clarified\s+by|clarifies|depends\s+on)\b/gi;
const RELATION: Readonly<Record<string, AdrRelation>> = {
  "superseded by": "superseded-by",
  "superceded by": "superseded-by",
  "replaced by": "superseded-by",
  supersedes: "supersedes",
  supercedes: "supersedes",
  replaces: "supersedes",
  amends: "amends",
  clarifies: "amends",
  "amended by": "amended-by",
  "clarified by": "amended-by",
  "depends on": "depends-on",
};

const NUMBERS = /(?:^|[\s[(#-])(?:ADR|RFC|DR)?[-_ #]?0*(\d{1,5})\b(?!-\d)/gi;
/** A record may depend on three services, so that a number alone is none of a record. */
const NAMED_NUMBERS = /(?:^|[\s[(-])(?:(?:ADR|RFC|DR)[-_ #]?|#)0*(\d{1,5})\b(?!-\d)/gi;

/** The relations to other records in these lines. */
export function relationsIn(lines: readonly Line[]): Relations {
  return lines.flatMap((line) => {
    const text = plainText(line);
    const phrases = [...text.matchAll(PHRASE)];
    return phrases.flatMap((phrase, i) => {
      const from = phrase.index + phrase[0].length;
      const to = phrases[i + 1]?.index ?? text.length;
      const relation = RELATION[phrase[0].toLowerCase().replace(/\s+/g, " ")] as AdrRelation;
      const numbers = relation === "depends-on" ? NAMED_NUMBERS : NUMBERS;
      return targetsIn(line, text, { from, to }, numbers).map((target) => ({ relation, target }));
    });
  });
}

/** The same for the front matter: `superseded-by: 7`, `status: superseded by [ADR 7](0007-x.md)`. */
export function frontRelations({ frontMatter }: Markdown): Relations {
  const lines = [...frontMatter].map(
    ([name, { values }]) => `${name.replaceAll("-", " ")}: ${values.join(", ")}`,
  );
  return lines
    .filter((line) => line.search(PHRASE) >= 0)
    .flatMap((line) => {
      const markdown = readMarkdown(line);
      return relationsIn(linesIn(markdown, markdown.preamble));
    });
}

/** The targets of links to records, or the numbers if there are no links. */
function targetsIn({ pieces }: Line, text: string, { from, to }: Span, numbers: RegExp): string[] {
  let end = 0;
  const links = pieces.flatMap(({ text: { length }, link }) => {
    end += length;
    return link !== undefined && end > from && end - length < to ? [link] : [];
  });
  if (links.length > 0) {
    return [...new Set(links)]
      .map((href) => decoded(href.replace(/#.*$/, "")))
      .filter((href) => /\.(?:md|markdown)$/i.test(href));
  }
  return [...text.slice(from, to).matchAll(numbers)].map(([, number = ""]) => number);
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
