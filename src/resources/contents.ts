import type { Deps } from "../app/deps.ts";
import type { Call } from "../app/shared/operation.ts";
import { membriaWording } from "../tools/membria/dialect.ts";
import { QUOTED_NOTICE } from "../tools/quote.ts";
import { shortenResult } from "../tools/shorten-result.ts";
import type { Tool } from "../tools/tool.ts";
import { sayNotice } from "../tools/wording.ts";
import type { JsonObject } from "./resource.ts";

interface Said {
  readonly maxTokens?: number | undefined;
  readonly quotesMemory?: boolean;
  /** What was left out already. */
  readonly omitted?: readonly string[];
}

/** Values as a reader gets them: bounded, with what else has to be said. */
export function contents(values: JsonObject, call: Call, said: Said = {}): JsonObject {
  const { omitted: cut, ...bounded } = shortenResult(values, said.maxTokens, true);
  const omitted = [...(said.omitted ?? []), ...((cut as string[] | undefined) ?? [])];
  return {
    ...bounded,
    ...(omitted.length > 0 && { omitted }),
    ...(call.notices.length > 0 && {
      notices: call.notices.map((notice) => sayNotice(notice, membriaWording)),
    }),
    ...(said.quotesMemory !== false && { notice: QUOTED_NOTICE }),
  };
}

/** What a tool answers, as it is. @throws Fault where the tool would say so in its dialect. */
export async function contentsOfTool(
  tool: Tool,
  args: JsonObject,
  deps: Deps,
  call: Call,
): Promise<JsonObject> {
  const { structured, fault } = await tool.call(args, deps, call);
  if (fault) throw fault;
  return structured;
}
