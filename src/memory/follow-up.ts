import {
  type Decision,
  type DecisionFollowUp,
  decisionsById,
  type LearnedFromOutcome,
  type LearnedSkill,
  type Link,
  type LinkFollowUp,
  reflectOnTargets,
} from "../decisions/index.ts";
import {
  followGuidance,
  groupEmbedded,
  learnFrom,
  mayTeachNow,
  reviewSkills,
  skillOf,
  tellRepetitions,
} from "../learning/index.ts";
import type { EmbeddingFollowUp } from "../recall/index.ts";
import type { NoteFollowUp } from "../sessions/index.ts";
import { Fault } from "../shared/errors.ts";
import type { Call } from "../shared/operations/operation.ts";
import { stepByStep } from "../store/operations/step-by-step.ts";
import type { Deps } from "./deps.ts";

/** What a write in one room triggers in others. It is all here, so that the rooms need not know each other. */
export interface FollowUp {
  readonly afterDecision: DecisionFollowUp;
  readonly afterLink: LinkFollowUp;
  readonly afterNote: NoteFollowUp;
  readonly afterEmbedding: EmbeddingFollowUp;
}

/** Everything but the follow-up itself, because a follow-up triggers no further ones. */
type FollowUpDeps = Omit<Deps, keyof FollowUp>;

export function followUp(others: FollowUpDeps): FollowUp {
  const deps: Deps = {
    ...others,
    afterDecision: NO_FOLLOW_UP,
    afterLink: { approved: () => {} },
    afterNote: { saved: () => {} },
    afterEmbedding: { embedded: () => {} },
  };
  return {
    afterDecision: {
      embedSoon: () => deps.meaning.embedSoon(),
      stored(decision, known, call) {
        deps.meaning.embedSoon();
        followGuidance(decision, deps);
        const without = known.map(({ id }) => id);
        return tellRepetitions(decision, without, deps, call);
      },
      async edited(decision, call) {
        deps.meaning.embedSoon();
        if (decision.outcome) await groupAgain(decision, deps, call);
      },
      async outcomeRecorded(decision, call) {
        deps.meaning.embedSoon();
        // Where nobody can be told later, or a skill is likely, the reply says what was learned.
        const inReply = !call.lateNotices || (await mayTeachNow(decision, deps));
        if (!inReply) {
          learnAfterReply(decision, deps, call);
          return { notices: [] };
        }
        const learned = await updateSkill(decision, deps, call);
        reflectAndReview(decision, deps, call);
        return learned;
      },
      async outcomesCorrected(decisions, call) {
        deps.meaning.embedSoon();
        // The store took those without an outcome out of what was learned.
        for (const decision of decisions) if (decision.outcome) await updateSkill(decision, deps, call);
        for (const decision of decisions) reflectAndReview(decision, deps, call);
      },
    },
    afterNote: { saved: () => deps.meaning.embedSoon() },
    afterLink: { approved: (link, call) => reflectOnContradiction(link, deps, call) },
    afterEmbedding: {
      embedded(ids, signal) {
        if (ids.length === 0) return;
        const work = () => groupEmbedded(ids, stepByStep(deps), signal);
        deps.background.start("Grouping what was embedded", work, { queue: LEARNING });
      },
    },
  };
}

/** One after the other, because two decisions that were compared at once would not find each other in a group. */
const LEARNING = "learning";

const NO_FOLLOW_UP: DecisionFollowUp = {
  embedSoon: () => {},
  stored: async () => [],
  edited: async () => {},
  outcomeRecorded: async () => ({ notices: [] }),
  outcomesCorrected: async () => {},
};

/**
 * Updates the skill that the outcome belongs to. The outcome is already recorded, so a failure here becomes a notice;
 * relearning the skills later makes up for it.
 */
async function updateSkill(decision: Decision, deps: Deps, call: Call): Promise<LearnedFromOutcome> {
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

/** The same after the reply. What it taught comes with a later reply to the same client. */
function learnAfterReply(decision: Decision, deps: Deps, call: Call): void {
  const later = { ...call, scope: decision.project, signal: new AbortController().signal };
  const learn = async (): Promise<void> => {
    const { skill, notices } = await updateSkill(decision, stepByStep(deps), later);
    reflectAndReview(decision, deps, call);
    const told = skill ? [{ text: taughtLater(decision.id, skill), remedies: LIST_SKILLS }] : [];
    deps.lateNotices.add(call, [...told, ...notices]);
  };
  deps.background.start("Skill check after an outcome", learn, { queue: LEARNING });
}

const LIST_SKILLS = [{ remedy: "list-skills" }] as const;

const taughtLater = (decision: string, { id }: LearnedSkill): string =>
  `With the outcome of ${decision}, similar decisions have taught a skill: ${id}.`;

/** A settled decision with other words may belong to another skill. Relearning the skills makes up for a failure. */
async function groupAgain(decision: Decision, deps: Deps, call: Call): Promise<void> {
  try {
    await learnFrom(decision, deps, { ...call, scope: decision.project });
  } catch (error) {
    deps.log.error("The skill check after an edit failed", { error });
  }
}

/**
 * Reflects on the target of the outcome and reviews the ages of skills, in the background. Both look at all that is there
 * when they begin, so several outcomes that came in before are one.
 */
function reflectAndReview({ id, project, topic, topicStated }: Decision, deps: Deps, call: Call): void {
  const backgroundCall = { ...call, scope: project, signal: new AbortController().signal };
  const patient = stepByStep(deps);
  const target = topicStated ? topic : id;
  deps.background.start(
    "Reflection after an outcome",
    () => reflectOnTargets({ targets: [target] }, patient, backgroundCall),
    { about: JSON.stringify([project, target]) },
  );
  deps.background.start("Review of skills", () => reviewSkills(project, patient, backgroundCall), {
    queue: LEARNING,
    about: project,
  });
}

/** An approved contradiction may lead to a proposal. Runs in the background. */
function reflectOnContradiction(link: Link, deps: Deps, call: Call): void {
  if (link.relation !== "contradicts") return;
  const backgroundCall = { ...call, scope: link.project, signal: new AbortController().signal };
  deps.background.start("Reflection after a contradiction", async () => {
    const patient = stepByStep(deps);
    const [from] = await decisionsById(patient.memory, link.project, [link.from]);
    if (from)
      await reflectOnTargets({ targets: [from.topicStated ? from.topic : from.id] }, patient, backgroundCall);
  });
}
