import * as z from "zod";
import { type Decision, decisionNotFound, type Note } from "../domain/decision.ts";
import { DecisionRef, ID_PREFIX } from "../domain/ids.ts";
import { isolationViolation } from "../domain/isolation.ts";
import { startScreening } from "../domain/screening.ts";
import { captureDecision, prepareDecision } from "./capture-decision.ts";
import { followGuidance } from "./follow-guidance.ts";
import { actOf, type Call, type Deps, defineOperation } from "./operation.ts";

const LONGEST_TO_PASTE = 1_000;
const LONGEST_QUOTED = 300;

type Meant = Pick<z.output<typeof captureDecision.input>, "statement" | "topic" | "reasoning">;

export const supersedeDecision = defineOperation({
  name: "supersede-decision",
  summary: "Replace decisions that hold by a new one.",
  effect: "update",
  role: "agent",
  input: captureDecision.input.extend({ supersedes: z.array(DecisionRef).min(1).max(50) }),
  async run({ supersedes, ...input }, deps, call) {
    const found = await Promise.all(supersedes.map((ref) => requireOld(ref, deps, call)));
    // An alias and an id may name the same one.
    const olds = [...new Map(found.map((old) => [old.id, old])).values()];
    const { decision, notices } = prepareDecision(input, deps, call);
    const person = consentToReplace(olds, decision, input, call);
    const agreed = person && agreement(person, olds, deps);
    const added = await deps.store.addDecision(
      {
        decision: { ...decision, notes: agreed ? [agreed] : [] },
        supersedes: olds.map(({ id }) => ({ ref: id, linkId: deps.ids.next(ID_PREFIX.link) })),
        supersedesBecause: decision.reasoning,
        reportSameTopic: true,
      },
      { ...actOf(deps, call), ...(person && { by: { ...call.actor, author: person } }) },
    );
    deps.meaning.embedSoon();
    followGuidance(added.decision, deps, call);
    return {
      ...added,
      notices: [...notices, ...(person ? ["The person agreed to replace a decision of their own."] : [])],
    };
  },
});

async function requireOld(ref: string, { store }: Deps, { scope }: Call): Promise<Decision> {
  const decision = await store.findDecision(scope, ref);
  if (!decision) throw decisionNotFound(ref, scope);
  return decision;
}

/** A person's decision is replaced by a person only: asked where that is possible, and then it is their act. */
function consentToReplace(
  olds: readonly Decision[],
  replacement: Decision,
  meant: Meant,
  call: Call,
): Decision["author"] | undefined {
  if (call.actor.author.kind === "human") return undefined;
  const theirs = olds.filter(({ author }) => author.kind === "human");
  const [first] = theirs;
  if (!first) return undefined;
  // The answer holds for this replacement only: a call that was changed meanwhile is another question.
  const key = `supersede-${olds.map(({ id }) => id).join("-")}-${replacement.contextHash.slice(0, 16)}`;
  const replaced = theirs.map(({ id, statement }) => `${id} “${excerpt(statement)}”`).join("; ");
  const text = `${call.actor.author.name} wants to replace what a person decided: ${replaced}. It would hold instead: “${excerpt(replacement.statement)}”. Agree?`;
  if (call.consent({ key, text }) === true) return { kind: "human", name: first.author.name };
  throw isolationViolation(theirs, commandFor(meant, olds, call.scope));
}

/** Stays with the new decision: an agent wrote it, and the person let it take the place of theirs. */
function agreement(by: Decision["author"], olds: readonly Decision[], { secrets, clock }: Deps): Note {
  const theirs = olds.filter(({ author }) => author.kind === "human").map(({ id }) => id);
  const text = startScreening(secrets).text("note", `Agreed to replace ${theirs.join(", ")}.`);
  return { text, at: clock.now(), by };
}

/** What the person would type, wherever they are, to do what the agent may not. */
function commandFor(
  { statement, topic, reasoning }: Meant,
  olds: readonly Decision[],
  project: string,
): string {
  const flags = [
    ...(topic ? [`--topic=${quoted(topic)}`] : []),
    ...olds.map(({ id }) => `--supersedes=${id}`),
    ...(reasoning && reasoning.length <= LONGEST_TO_PASTE ? [`--reasoning=${quoted(reasoning)}`] : []),
    `--project=${quoted(project)}`,
  ].join(" ");
  // What begins like a flag comes after all of them.
  return statement.startsWith("-")
    ? `membria decide ${flags} -- ${quoted(statement)}`
    : `membria decide ${quoted(statement)} ${flags}`;
}

const excerpt = (text: string): string => {
  const characters = [...text];
  return characters.length <= LONGEST_QUOTED ? text : `${characters.slice(0, LONGEST_QUOTED).join("")}…`;
};

/** For a POSIX shell, so that the person can paste it whatever the text contains. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
