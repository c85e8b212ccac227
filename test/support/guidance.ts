import type { Guidance } from "../../src/learning/rules/guidance.ts";
import { recordObservations } from "../../src/memory/record-observations.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { DAY, screened } from "./decisions.ts";
import { raw } from "./raw-sqlite.ts";

let made = 0;

/** Guidance with defaults for what a test leaves out. */
export function guidance(fields: Partial<Guidance> = {}): Guidance {
  const number = ++made;
  return {
    id: `gdn_made${String(number).padStart(6, "0")}`,
    project: "shop",
    at: DAY,
    statement: screened(`Use MongoDB for table number ${number}`),
    alternatives: [],
    domain: "database",
    firewallStatus: "caution",
    warnings: [{ type: "antipattern", severity: "high" }],
    cited: [],
    ...fields,
  };
}

/** Stores guidance as it was given, one after the other. */
export const give = (memory: Memory, ...given: readonly Guidance[]): Promise<void> =>
  recordObservations(
    memory,
    given.map((guidance) => ({ kind: "guidance", guidance })),
  );

/** How much guidance there is in the file, by what became of it. */
export async function guidanceCounts(path: string): Promise<Record<string, number>> {
  const counts = await raw(path, (db) =>
    db
      .prepare(
        `SELECT count(*) AS given, count(*) - count(verdict) AS unknown, total(verdict = 'kept') AS kept,
           total(verdict = 'prevented') AS prevented,
           total(verdict = 'prevented' AND json_array_length(body, '$.warnings') > 0) AS preventedAfterWarning
         FROM guidance`,
      )
      .get(),
  );
  return { ...(counts as Record<string, number>) };
}
