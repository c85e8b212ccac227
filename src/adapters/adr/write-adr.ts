import type { Decision } from "../../domain/decisions/decision.ts";
import { type AdrSource, type AdrStatus, adrSections, type NewAdr } from "../../domain/moving/adr.ts";
import type { AuthorKind } from "../../domain/shared/actor.ts";
import { asScalar } from "./front-matter.ts";
import { BYTE_ORDER_MARK, readMarkdown } from "./markdown.ts";
import { numberOf } from "./read-adr.ts";
import { replaceStatus, type StatusPlace, statusPlace } from "./status.ts";

const WORD = {
  active: "accepted",
  draft: "proposed",
  superseded: "superseded",
  deprecated: "deprecated",
} as const;

/** The text with another status, written as the style of the record requires. */
export function restateAdr({ path, text }: Pick<AdrSource, "path" | "text">, status: AdrStatus): string {
  const markdown = readMarkdown(text);
  const place = statusPlace(markdown);
  const restated = replaceStatus(markdown, place, statusWords(path, status, place?.style ?? "section"));
  return text.startsWith(BYTE_ORDER_MARK) ? `${BYTE_ORDER_MARK}${restated}` : restated;
}

function statusWords(
  path: string,
  { standing, supersededBy }: AdrStatus,
  style: StatusPlace["style"],
): string {
  const links = supersededBy.map(
    ({ title, path: other }) => `[${label(title, other, style)}](${relative(path, other)})`,
  );
  const words = links.length > 0 ? `superseded by ${links.join(", ")}` : WORD[standing];
  return style === "section" || style === "table" ? `${words[0]?.toUpperCase()}${words.slice(1)}` : words;
}

const label = (title: string, path: string, style: StatusPlace["style"]): string => {
  const number = numberOf(path);
  if (number === undefined) return title;
  return style === "section" ? `${number}. ${title}` : `ADR-${String(number).padStart(4, "0")}`;
};

function relative(from: string, to: string): string {
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")];
  while (here.length > 0 && here[0] === there[0]) {
    here.shift();
    there.shift();
  }
  return [...here.map(() => ".."), ...there].join("/");
}

/** Composes new records, numbered after the last one, in the style of most records in the folder, or MADR. */
export function adrComposer(others: readonly AdrSource[]): (decision: Decision) => NewAdr {
  const last = others.filter(({ path }) => numberOf(path) !== undefined).at(-1);
  const digits = /\d+/.exec(last?.path.split("/").at(-1) ?? "")?.[0].length ?? 4;
  const folder = last?.path.includes("/") ? `${last.path.split("/").slice(0, -1).join("/")}/` : "";
  const styles = others.map(({ text }) => statusPlace(readMarkdown(text))?.style);
  const nygard = styles.filter((style) => style === "section").length * 2 > styles.length;
  let number = others.reduce((most, { path }) => Math.max(most, numberOf(path) ?? 0), 0);
  return (decision) => {
    const own = ++number;
    const title = titleOf(decision);
    const path = `${folder}${prefixOf(last?.path)}${String(own).padStart(digits, "0")}-${slug(title)}.md`;
    return {
      path,
      dress: { byteOrderMark: false, lineEnding: last?.dress.lineEnding ?? "lf", otherwise: [] },
      text(status) {
        const words = statusWords(path, status, nygard ? "section" : "front-matter");
        return nygard ? asNygard(decision, own, title, words) : asMadr(decision, title, words);
      },
    };
  };
}

const prefixOf = (path = ""): string =>
  /^((?:adr|rfc)[-_ ]?)\d/i.exec(path.split("/").at(-1) ?? "")?.[1] ?? "";

const titleOf = ({ statement }: Decision): string => {
  const [line = statement] = statement.split("\n");
  return [...line].length <= 120 ? line : `${[...line].slice(0, 119).join("")}…`;
};

const slug = (title: string): string =>
  [
    ...title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, ""),
  ]
    .slice(0, 60)
    .join("")
    .replace(/-+$/, "") || "decision";

const section = (heading: string, body: string): string[] =>
  body.trim() === "" ? [] : [`## ${heading}`, "", body.trim(), ""];
const bullets = (items: readonly string[]): string =>
  items.map((item) => `* ${item.replaceAll("\n", "\n  ")}`).join("\n");
const lists = (decision: Decision, style: "madr" | "nygard"): string[] =>
  adrSections(decision, style).flatMap(({ title, items }) => section(title, bullets(items)));
const day = (date: Date): string => date.toISOString().slice(0, 10);
const more = (decision: Decision, title: string): string =>
  title === decision.statement ? "" : decision.statement;

/** Marks a decision that no human made, for readers of the file and for a later import. */
const VIA: Readonly<Record<AuthorKind, string>> = { human: "", agent: " [via MCP]", script: " [via script]" };
const decidedBy = ({ author }: Decision): string => `${author.name}${VIA[author.kind]}`;

function asMadr(decision: Decision, title: string, words: string): string {
  return [
    "---",
    `status: ${asScalar(words)}`,
    `date: ${day(decision.createdAt)}`,
    `decision-makers: ${JSON.stringify(decidedBy(decision))}`,
    "---",
    "",
    `# ${title}`,
    "",
    ...section(
      "Context and Problem Statement",
      [more(decision, title), decision.reasoning ?? ""].join("\n\n"),
    ),
    ...lists(decision, "madr"),
  ].join("\n");
}

function asNygard(decision: Decision, number: number, title: string, words: string): string {
  return [
    `# ${number}. ${title}`,
    "",
    `Date: ${day(decision.createdAt)}`,
    "",
    `Author: ${decidedBy(decision)}`,
    "",
    ...section("Status", words),
    ...section("Context", decision.reasoning ?? "The reasons were not recorded."),
    ...section("Decision", decision.statement),
    ...lists(decision, "nygard"),
  ].join("\n");
}
