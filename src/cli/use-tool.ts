import type { Reply, Tool } from "../tools/tool.ts";
import type { CommandContext } from "./command.ts";

/** Only the arguments that were given. */
export function given(args: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}

/** Runs a tool for a command, so that `--json` is what an agent would get; a failure becomes the command's own. */
export async function useTool(
  tool: Tool,
  args: Record<string, unknown>,
  { deps, call, wording }: CommandContext,
): Promise<Reply> {
  const reply = await tool.call(given(args), await deps(), await call(), wording);
  if (reply.fault) throw reply.fault;
  return reply;
}
