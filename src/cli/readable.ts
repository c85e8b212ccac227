import { FENCED_NOTICE } from "../tools/quote.ts";
import type { Terminal } from "./terminal.ts";

const FENCE = /^(`{3,})memory\n([\s\S]*?)\n\1$/gm;

/** Turns the text for a model into one for a person: bold headings, and indentation instead of fences. */
export function readable(text: string, { style }: Terminal): string {
  return text
    .replace(`\n${FENCED_NOTICE}\n`, "")
    .replace(/^#+ (.+?):?$/gm, (_, heading: string) => style("bold", heading))
    .replace(/^\*\*(.+?:)\*\*/gm, (_, label: string) => style("dim", label))
    .replace(FENCE, (_, __, quoted: string) => quoted.replaceAll(/^/gm, "  "));
}
