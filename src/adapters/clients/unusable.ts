import type { FileProblem } from "../../clients/client-files.ts";

/** Stops the work on one file. The file stays as it is, and the caller gets the problem as a value. */
export class Unusable extends Error {
  readonly problem: FileProblem;

  constructor(reason: FileProblem["reason"], message: string, hint: string) {
    super(message);
    this.problem = { reason, message, hint };
  }
}
