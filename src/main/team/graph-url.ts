import { Fault } from "../../shared/errors.ts";
import { parseGraphUrl } from "../../shared/graph-url.ts";

/** Says what is wrong with the setting, and which address would work, without the password. Undefined if nothing is. */
export function graphUrlNotice(setting: string | undefined): string | undefined {
  if (!setting) return undefined;
  try {
    parseGraphUrl(setting);
    return undefined;
  } catch (error) {
    return `MEMBRIA_GRAPH_URL is set, but no team can use it, so the memory is local. ${Fault.from(error).sentence}`;
  }
}
