import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import { type Call, defineOperation, mayWrite, projectOf } from "../../shared/operations/operation.ts";
import { ALL_PROJECTS } from "../../shared/scope.ts";
import { boundedText } from "../../shared/text.ts";
import { sinceTime } from "../../shared/time.ts";
import type { RepositoryDeps } from "./deps.ts";
import { followAnchors } from "./follow-anchors.ts";
import { type RepositoryRead, readRepository } from "./read-repository.ts";

export const syncRepository = defineOperation({
  name: "sync-repository",
  summary: "Read what the repository says of decisions whose outcome is not known.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ since: boundedText(1, 40).optional() }),
  async run({ since }, deps: RepositoryDeps, call) {
    const { signal, progress } = call;
    const onProgress = (read: number): void => progress(read, undefined, "commits read");
    const from = since === undefined ? undefined : sinceTime(since, deps.clock.now());
    const read = await readRepository(projectOf(call), deps, { since: from, signal, onProgress });
    signal.throwIfAborted();
    await followAnchors(projectOf(call), deps, { patient: true });
    if (read.left !== "no repository") return read;
    throw new Fault(
      "unavailable",
      "There is no repository of this project here whose history git can read.",
      {
        reason: "no_repository",
        hint: "Nothing was changed. It works in a work tree of the project, with at least one commit and git installed.",
      },
    );
  },
});

/** What is asked for meanwhile must not wait long for it. */
const MOST_COMMITS = 500;

const LONGEST_MS = 300;

/**
 * Reads what is new in the repository before something is shown that depends on it. If that is much, or takes long, it is
 * left for a sync that somebody asks for. Undefined if nothing was read.
 */
export async function quietSync(deps: RepositoryDeps, call: Call): Promise<RepositoryRead | undefined> {
  if (call.scope === ALL_PROJECTS || !mayWrite(call)) return undefined;
  const late = new AbortController();
  const inTime = deps.timers.after(LONGEST_MS, () => late.abort());
  const signal = AbortSignal.any([call.signal, late.signal]);
  try {
    return await readRepository(call.scope, deps, { most: MOST_COMMITS, signal });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    deps.log.info("The repository was not read.", { error });
    return undefined;
  } finally {
    inTime();
  }
}
