import { Fault } from "../../shared/errors.ts";
import { parseGraphUrl } from "../../shared/graph-url.ts";

/** What is wrong with the setting, with an address that would work; undefined if nothing is. It has no password in it. */
export function graphUrlNotice(setting: string | undefined): string | undefined {
  if (!setting) return undefined;
  try {
    parseGraphUrl(setting);
    return undefined;
  } catch (error) {
    return `MEMBRIA_GRAPH_URL is set, but no team can use it, so the memory is local. ${Fault.from(error).sentence}`;
  }
}
