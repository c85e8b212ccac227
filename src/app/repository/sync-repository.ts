import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { defineOperation, projectOf } from "../shared/operation.ts";
import type { RepositoryDeps } from "./deps.ts";
import { readRepository } from "./read-repository.ts";

export const syncRepository = defineOperation({
  name: "sync-repository",
  summary: "Read what the repository says of decisions whose outcome is not known.",
  effect: "append",
  role: "agent",
  input: z.strictObject({ since: z.date().optional() }),
  async run({ since }, deps: RepositoryDeps, call) {
    const { signal, progress } = call;
    const onProgress = (read: number): void => progress(read, undefined, "commits read");
    const read = await readRepository(projectOf(call), deps, { since, signal, onProgress });
    signal.throwIfAborted();
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
