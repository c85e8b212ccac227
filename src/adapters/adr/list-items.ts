import type { ListItem, RootContent } from "mdast";
import { type Markdown, sourceOf, spanOf } from "./markdown.ts";

/** The items of the lists, and the text between lists; blocks without a list are a single item. */
export function itemsIn({ text }: Pick<Markdown, "text">, blocks: readonly RootContent[]): string[] {
  const items: string[] = [];
  let beside: RootContent[] = [];
  const close = (): void => {
    // A heading alone is only the title of the list below it.
    if (beside.some(({ type }) => type !== "heading")) items.push(sourceOf(text, beside));
    beside = [];
  };
  if (!blocks.some(({ type }) => type === "list")) return nonEmpty([sourceOf(text, blocks)]);
  for (const block of blocks) {
    if (block.type === "list") {
      close();
      items.push(...block.children.map((item) => itemText(item, text)));
    } else if (block.type !== "definition") beside.push(block);
  }
  close();
  return nonEmpty(items);
}

/** The source of an item without its bullet and without the indentation of its other lines. */
function itemText(item: ListItem, text: string): string {
  const [first] = item.children;
  if (!first) return "";
  const indentation = Math.max(1, (first.position?.start.column ?? 1) - 1);
  const further = new RegExp(`^(?: {0,${indentation - 1}}\\t| {1,${indentation}})`);
  const [line = "", ...lines] = text.slice(spanOf(first).from, spanOf(item).to).split("\n");
  return [line, ...lines.map((each) => each.replace(further, ""))].join("\n").trim();
}

const nonEmpty = (items: readonly string[]): string[] => items.filter((item) => item !== "");
