import * as z from "zod";
import { type Decision, decisionNotFound } from "../domain/decision.ts";
import { DecisionRef, ID_PREFIX } from "../domain/ids.ts";
import { isolationViolation } from "../domain/isolation.ts";
import { captureDecision, prepareDecision } from "./capture-decision.ts";
import { actOf, type Call, type Deps, defineOperation } from "./operation.ts";

export const supersedeDecision = defineOperation({
  name: "supersede-decision",
  summary: "Replace decisions that hold by a new one.",
  effect: "update",
  role: "agent",
  input: captureDecision.input.extend({ supersedes: z.array(DecisionRef).min(1).max(50) }),
  async run({ supersedes, ...input }, deps, call) {
    const olds = await Promise.all([...new Set(supersedes)].map((ref) => requireOld(ref, deps, call)));
    const person = consentToReplace(olds, input, call);
    const { decision, notices } = prepareDecision(input, deps, call);
    const added = await deps.store.addDecision(
      {
        decision,
        supersedes: olds.map(({ id }) => ({ ref: id, linkId: deps.ids.next(ID_PREFIX.link) })),
        supersedesBecause: decision.reasoning,
        reportSameTopic: true,
      },
      { ...actOf(deps, call), ...(person && { by: { ...call.actor, author: person } }) },
    );
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
  { statement, topic }: { statement: string; topic?: string | undefined },
  call: Call,
): Decision["author"] | undefined {
  if (call.actor.author.kind === "human") return undefined;
  const theirs = olds.filter(({ author }) => author.kind === "human");
  const [first] = theirs;
  if (!first) return undefined;
  const key = `supersede-${theirs.map(({ id }) => id).join("-")}`;
  const text = `An agent wants to replace ${theirs.length === 1 ? "a decision" : `${theirs.length} decisions`} of yours: ${theirs
    .map(({ id, statement }) => `${id} “${statement}”`)
    .join("; ")}. Agree?`;
  if (call.consent({ key, text }) === true) return { kind: "human", name: first.author.name };
  const flags = [
    ...(topic ? ["--topic", quoted(topic)] : []),
    ...olds.flatMap(({ id }) => ["--supersedes", id]),
  ];
  throw isolationViolation(theirs, `membria decide ${quoted(statement)} ${flags.join(" ")}`);
}

/** For a POSIX shell, so that the person can paste it whatever the text contains. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
