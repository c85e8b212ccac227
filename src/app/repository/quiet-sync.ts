import { Fault } from "../../domain/shared/errors.ts";
import { ALL_PROJECTS } from "../../domain/shared/scope.ts";
import { type Call, mayWrite } from "../shared/operation.ts";
import type { RepositoryDeps } from "./deps.ts";
import { type RepositoryRead, readRepository } from "./read-repository.ts";

/** What is asked for meanwhile must not wait long for it. */
const MOST_COMMITS = 500;
const LONGEST_MS = 300;

/**
 * Reads what is new in the repository before something is shown that depends on it. If that is much, or takes long, it is
 * left for a sync that somebody asks for. Undefined if nothing was read.
 */
export async function quietSync(deps: RepositoryDeps, call: Call): Promise<RepositoryRead | undefined> {
  if (call.scope === ALL_PROJECTS || !mayWrite(call)) return undefined;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    return await readRepository(call.scope, deps, { most: MOST_COMMITS, signal });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    deps.log.info("The repository was not read.", { error });
    return undefined;
  }
}
