import { stat } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { FindFolderProject } from "../../mcp/http/connection-facts.ts";
import type { Checkout } from "../../shared/ports.ts";
import type { Wiring } from "../wire.ts";
import { clientRoots } from "./client-project.ts";

const ONLY_ROOTS = { onlyRoots: true, namedBy: "http-client" } as const;

/**
 * Finds the project of a client over HTTP by the folder that it works in. Where the server was started says nothing about
 * it. A name in a project file is followed by the same rule as on standard input and output.
 */
export function folderProject({
  findProject,
  checkoutAt,
  log,
  timers,
}: Pick<Wiring, "findProject" | "checkoutAt" | "log" | "timers">): FindFolderProject {
  const roots = clientRoots({ log, timers });
  let found: ReturnType<Wiring["findProject"]> | undefined;
  const checkouts = new Map<string, Checkout>();
  return async (ask) => {
    const offered = await roots.soon(ask);
    if (offered === undefined) return { folder: "awaited" };
    const folders = offered.filter((uri) => pathOf(uri) !== undefined);
    if (folders.length === 0) return { folder: "unnamed" };
    const seen = (await Promise.all(folders.map(isSeen))).some(Boolean);
    if (!seen) return { folder: "unseen" };
    found ??= findProject(folders, ONLY_ROOTS).catch((error: unknown) => {
      found = undefined;
      throw error;
    });
    const { root, dynamicExposure: _, ...project } = await (await found)();
    if (root === undefined) return { folder: "seen", ...project };
    const checkout = checkouts.get(root) ?? checkoutAt(async () => [pathToFileURL(root).href], ONLY_ROOTS);
    checkouts.set(root, checkout);
    return { folder: "seen", ...project, checkout };
  };
}

function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** A client in a container or on another machine names folders that are not here. */
const isSeen = (uri: string): Promise<boolean> =>
  stat(pathOf(uri) ?? "").then(
    (found) => found.isDirectory(),
    () => false,
  );
