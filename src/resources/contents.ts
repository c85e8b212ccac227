import type { Deps } from "../app/deps.ts";
import type { Call } from "../app/shared/operation.ts";
import type { Notice } from "../domain/shared/remedy.ts";
import { membriaWording } from "../tools/membria/dialect.ts";
import { QUOTED_NOTICE } from "../tools/quote.ts";
import { shortenResult } from "../tools/shorten-result.ts";
import type { Tool } from "../tools/tool.ts";
import { noticeText } from "../tools/wording.ts";
import type { JsonObject } from "./resource.ts";

interface ContentOptions {
  readonly maxTokens?: number | undefined;
  readonly quotesMemory?: boolean;
  readonly notices?: readonly Notice[];
  /** Notes about what was already left out. */
  readonly omitted?: readonly string[];
}

/** The contents of a resource: limited in length, with notices and notes about what was cut. */
export function contents(values: JsonObject, call: Call, options: ContentOptions = {}): JsonObject {
  const { omitted: cut, ...bounded } = shortenResult(values, options.maxTokens, "max_tokens");
  const omitted = [...(options.omitted ?? []), ...((cut as string[] | undefined) ?? [])];
  const notices = [...call.notices, ...(options.notices ?? []), ...(call.sharing?.takeNotices() ?? [])];
  return {
    ...bounded,
    ...(omitted.length > 0 && { omitted }),
    ...(notices.length > 0 && { notices: notices.map((notice) => noticeText(notice, membriaWording)) }),
    ...(options.quotesMemory !== false && { notice: QUOTED_NOTICE }),
  };
}

/** The structured result of a tool. @throws Fault if the tool fails. */
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
