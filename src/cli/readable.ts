import { FENCED_NOTICE } from "../tools/quote.ts";
import type { Terminal } from "./terminal.ts";

const FENCE = /^(`{3,})memory\n([\s\S]*?)\n\1$/gm;

/** A text for a model as a person reads it: headings stand out, and what was quoted is set in instead of fenced. */
export function readable(text: string, { style }: Terminal): string {
  return text
    .replace(`\n${FENCED_NOTICE}\n`, "")
    .replace(/^#+ (.+?):?$/gm, (_, heading: string) => style("bold", heading))
    .replace(/^\*\*(.+?:)\*\*/gm, (_, label: string) => style("dim", label))
    .replace(FENCE, (_, __, quoted: string) => quoted.replaceAll(/^/gm, "  "));
}
