import type { Rebuilt } from "../../domain/log/store-health.ts";
import { Fault } from "../../domain/shared/errors.ts";
import { lifeOf } from "../../domain/skills/skill-life.ts";
import type { Call } from "../shared/operation.ts";
import type { SkillDeps } from "./deps.ts";
import { groupsOf } from "./learn-skills.ts";

/** An outcome may be recorded while the decisions of a project are compared, and then they are compared again. */
const TRIES = 5;

/** Makes the skills of a project again from its decisions and outcomes. @throws Fault `unavailable`. */
export async function rebuildSkillsOf(
  project: string,
  deps: SkillDeps,
  call: Pick<Call, "actor" | "signal" | "progress">,
): Promise<Rebuilt> {
  const math = await deps.betaMath();
  for (let tries = 1; tries <= TRIES; tries++) {
    const groups = await groupsOf(project, deps, call);
    const judge: Parameters<typeof deps.store.rebuildSkills>[2] = (facts, at) => lifeOf(facts, math, at);
    const act = { by: call.actor, at: deps.clock.now() };
    const rebuilt = await deps.store.rebuildSkills(project, groups, judge, act);
    if (rebuilt) return rebuilt;
  }
  throw new Fault(
    "unavailable",
    `Outcomes of the project ${project} keep coming in, so its skills were left alone.`,
    {
      reason: "store_busy",
      hint: "Everything else was rebuilt. Try again later.",
    },
  );
}
