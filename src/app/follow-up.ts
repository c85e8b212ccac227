import type { Decision } from "../domain/decisions/decision.ts";
import type { Link } from "../domain/links/link.ts";
import { Fault } from "../domain/shared/errors.ts";
import type { DecisionFollowUp, LearnedFromOutcome } from "./decisions/decision-follow-up.ts";
import type { Deps } from "./deps.ts";
import { followGuidance } from "./guidance/follow-guidance.ts";
import type { LinkFollowUp } from "./links/link-follow-up.ts";
import { reflectOnTargets } from "./proposals/reflect.ts";
import type { Call } from "./shared/operation.ts";
import { learnFrom, reviewSkills } from "./skills/learn-skills.ts";
import { skillOf } from "./skills/skill-of.ts";

/** What a write in one subject sets off in others, in one place, so that those subjects need not know each other. */
export interface FollowUp {
  readonly afterDecision: DecisionFollowUp;
  readonly afterLink: LinkFollowUp;
}

/** Everything but the follow-up itself: what is set off sets off nothing more. */
type FollowUpDeps = Omit<Deps, keyof FollowUp>;

export function followUp(others: FollowUpDeps): FollowUp {
  const deps: Deps = { ...others, afterDecision: NOTHING_MORE, afterLink: { approved: () => {} } };
  return {
    afterDecision: {
      embedSoon: () => deps.meaning.embedSoon(),
      stored(decision, call) {
        deps.meaning.embedSoon();
        followGuidance(decision, deps, call);
      },
      async outcomeRecorded(decision, call) {
        const learned = await learnedFrom(decision, deps, call);
        learnLater(decision, deps, call);
        return learned;
      },
    },
    afterLink: { approved: (link, call) => reflectLater(link, deps, call) },
  };
}

const NOTHING_MORE: DecisionFollowUp = {
  embedSoon: () => {},
  stored: () => {},
  outcomeRecorded: async () => ({ notices: [] }),
};

/**
 * The check of the group that the outcome belongs to. The outcome is recorded already, and a failure here must not make
 * it look otherwise: learning the skills anew makes up for it.
 */
async function learnedFrom(decision: Decision, deps: Deps, call: Call): Promise<LearnedFromOutcome> {
  try {
    if (!(await learnFrom(decision, deps, call))) return { notices: [] };
    const taught = await skillOf(deps, decision);
    if (taught?.kind === "skill") {
      const { record, statement, confidence } = taught.skill;
      return { skill: { id: record.id, statement, confidence }, notices: [] };
    }
    if (!taught) return { notices: [] };
    const { severity, record, life } = taught.antipattern;
    return {
      notices: [
        {
          text: `Decisions like it keep failing (${life.because.replace(".", "")}): antipattern ${record.id} of ${severity} severity.`,
          remedies: [{ remedy: "list-skills" }],
        },
      ],
    };
  } catch (error) {
    deps.log.error("The skill check after an outcome failed", { error });
    return {
      notices: [
        {
          text: `The outcome is recorded, but skills were not updated: ${Fault.from(error).message}`,
          remedies: [{ remedy: "relearn-skills" }],
        },
      ],
    };
  }
}

/** What was just learned may speak against what holds, and others may have aged. The caller does not wait for it. */
function learnLater({ id, project, topic, topicStated }: Decision, deps: Deps, call: Call): void {
  const later = { ...call, scope: project, signal: new AbortController().signal };
  deps.background.start("Reflection after an outcome", () =>
    reflectOnTargets({ targets: [topicStated ? topic : id] }, deps, later),
  );
  deps.background.start("Review of skills", () => reviewSkills(project, deps, later));
}

/** An approved contradiction may be worth a proposal. The caller does not wait for it. */
function reflectLater(link: Link, deps: Deps, call: Call): void {
  if (link.relation !== "contradicts") return;
  const later = { ...call, scope: link.project, signal: new AbortController().signal };
  deps.background.start("Reflection after a contradiction", async () => {
    const [from] = await deps.store.decisionsById(link.project, [link.from]);
    if (from) await reflectOnTargets({ targets: [from.topicStated ? from.topic : from.id] }, deps, later);
  });
}
