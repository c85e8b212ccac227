/** For commands that show what a tool answers. */

import { FENCED_NOTICE } from "../tools/quote.ts";
import type { Reply, Tool } from "../tools/tool.ts";
import type { CommandContext } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Drops arguments that are undefined. */
export function withoutUndefined(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/** Runs a tool for a command, so that `--json` prints what an agent would get. @throws the Fault of the tool. */
export async function useTool(
  tool: Tool,
  args: Record<string, unknown>,
  { deps, call, wording }: CommandContext,
): Promise<Reply> {
  const reply = await tool.call(withoutUndefined(args), await deps(), await call(), wording);
  if (reply.fault) throw reply.fault;
  return reply;
}

const FENCE = /^(`{3,})memory\n([\s\S]*?)\n\1$/gm;

/** Turns the text for a model into one for a person: bold headings, and indentation instead of fences. */
export function readable(text: string, { style }: Terminal): string {
  return text
    .replace(`\n${FENCED_NOTICE}\n`, "")
    .replace(/^#+ (.+?):?$/gm, (_, heading: string) => style("bold", heading))
    .replace(/^\*\*(.+?:)\*\*/gm, (_, label: string) => style("dim", label))
    .replace(FENCE, (_, __, quoted: string) => quoted.replaceAll(/^/gm, "  "));
}
