import type { Observation } from "../../domain/store.ts";
import { recordRestarts } from "./continuity/checkpoints.ts";
import { addGuidance } from "./guidance/guidance.ts";
import type { Connection } from "./shared/connection.ts";
import { exposeSkills } from "./skills/skill-trials.ts";

/** One transaction for the observations of all subjects. */
export function recordObservations(
  connection: Connection,
  observations: readonly Observation[],
): Promise<void> {
  return connection.writeSoon((sql) => {
    recordRestarts(
      sql,
      observations.flatMap((one) => (one.kind === "restart" ? one.attempt : [])),
    );
    exposeSkills(
      sql,
      observations.flatMap((one) => (one.kind === "exposure" ? one.exposure : [])),
    );
    addGuidance(
      sql,
      observations.flatMap((one) => (one.kind === "guidance" ? one.guidance : [])),
    );
  });
}
