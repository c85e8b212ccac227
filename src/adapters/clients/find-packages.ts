import type { Client, Places } from "../../clients/client.ts";
import type { FoundPackage } from "../../clients/client-files.ts";
import { readState } from "./file-state.ts";
import { contentOf } from "./settings-texts.ts";
import { Unusable } from "./unusable.ts";

/** The packages of ours that a client has. A file that cannot be read names none. */
export async function findPackages(client: Client, places: Places): Promise<readonly FoundPackage[]> {
  const found: FoundPackage[] = [];
  for (const { path, format, named, removal } of client.packages(places)) {
    try {
      const { text } = await readState(path, { forWriting: false });
      const name = text === undefined ? undefined : named(format === "any" ? text : contentOf(text, format));
      if (name !== undefined && found.every((other) => other.name !== name))
        found.push({ name, path, removal: `${removal} ${name}` });
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
    }
  }
  return found;
}
