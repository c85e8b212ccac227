import type { Lockfile } from "./install-scripts.mjs";

export interface Advisory {
  readonly name: string;
  readonly severity: string;
  /** High or critical, and in what users get. */
  readonly serious: boolean;
}

export function judgeAudit(
  report: unknown,
  lockfile: Lockfile,
  bundled: ReadonlySet<string>,
): readonly Advisory[] | undefined;
export function bundledIn(licences: string): ReadonlySet<string>;
