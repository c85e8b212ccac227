import type { Reply, Tool } from "../tools/tool.ts";
import type { CommandContext } from "./command.ts";

/** Runs a tool for a command, so that `--json` is what an agent would get; a failure becomes the command's own. */
export async function useTool(
  tool: Tool,
  args: Record<string, unknown>,
  { deps, call }: CommandContext,
): Promise<Reply> {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const reply = await tool.call(given, await deps(), await call());
  if (reply.fault) throw reply.fault;
  return reply;
}
