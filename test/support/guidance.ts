import type { Guidance } from "../../src/domain/guidance/guidance.ts";
import { DAY, screened } from "./decisions.ts";

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
