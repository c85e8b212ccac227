import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { boundedText } from "../../domain/shared/text.ts";
import { sinceTime } from "../../domain/shared/time-text.ts";
import { defineOperation, projectOf } from "../shared/operation.ts";
import type { RepositoryDeps } from "./deps.ts";
import { followAnchors } from "./follow-anchors.ts";
import { readRepository } from "./read-repository.ts";

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
