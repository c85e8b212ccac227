import type { GitUse } from "../../repository/index.ts";

/**
 * For folders that the user of this machine works in: where a command is typed, and what a hook or a client names that the
 * user started. What git itself says about their owner is enough.
 */
export const usersGit: GitUse = { env: () => process.env };

/** The same, for somebody who waits so many times longer than usual. */
export const patientGit = (patience: number): GitUse => ({ ...usersGit, patience });
