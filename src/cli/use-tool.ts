import type { Reply, Tool } from "../tools/tool.ts";
import type { CommandContext } from "./command.ts";

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
