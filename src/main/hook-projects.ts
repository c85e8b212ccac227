import { pathToFileURL } from "node:url";
import { parseProjectName } from "../access/index.ts";
import type { Clock } from "../shared/ports.ts";
import type { ResolvedProject } from "./project.ts";
import type { Wiring } from "./wire.ts";

/** Events come in bursts. After this, a person may have changed the project file, such as to switch hooks off. */
const KNOWN_FOR_MS = 5_000;

/** The project of an event. */
export type HookProjects = (
  folder: string | undefined,
  named: string | undefined,
) => Promise<ResolvedProject>;

/** Looks for the project of a folder, and again after a while or a failure. A name that a hook was given counts first. */
export function hookProjects({ findProject }: Pick<Wiring, "findProject">, clock: Clock): HookProjects {
  const known = new Map<string, { readonly at: number; readonly found: ReturnType<Wiring["findProject"]> }>();
  const look = async (folder: string | undefined): Promise<ResolvedProject> => {
    const now = clock.now().getTime();
    for (const [key, { at }] of known) if (Math.abs(now - at) > KNOWN_FOR_MS) known.delete(key);
    const key = folder ?? "";
    const roots = folder === undefined ? [] : [pathToFileURL(folder).href];
    const { found } = known.get(key) ?? {
      found: findProject(roots, { onlyRoots: roots.length > 0, namedBy: "user" }),
    };
    if (!known.has(key)) known.set(key, { at: now, found });
    try {
      return await (await found)();
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
  return async (folder, named) => {
    const resolved = await look(folder);
    if (named === undefined) return resolved;
    // As for a server with that setting: what the folder says of its own name does not hold for another.
    const { dueDays, dynamicExposure, hooks } = resolved;
    const project = parseProjectName(named, "--project or MEMBRIA_PROJECT");
    return { project, source: "setting", dueDays, dynamicExposure, hooks };
  };
}
