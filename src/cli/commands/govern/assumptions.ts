import * as z from "zod";
import {
  ASSUMPTION_STATES,
  type Assumption,
  type AssumptionState,
  assumptionsIn,
  type Decision,
  requireDecision,
} from "../../../decisions/index.ts";
import { Judgement, judgeAssumption } from "../../../learning/index.ts";
import { namedAuthor } from "../../../shared/actor.ts";
import { Fault } from "../../../shared/errors.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { inQuotes } from "../../../tools/quote.ts";
import { noticeText } from "../../../tools/wording.ts";
import { defineCommand } from "../../command.ts";

const which = (about: string) => Judgement.shape.assumption.optional().describe(about);

export const assumptions = defineCommand({
  name: "assumptions",
  summary: "List what a decision assumes, or say whether an assumption holds, is doubtful or false.",
  positionals: ["id"],
  input: z.strictObject({
    id: judgeAssumption.input.shape.ref.describe("The decision's id"),
    holds: which("The number, words or id of an assumption that holds"),
    doubtful: which("The same of one that is doubtful"),
    false: which("The same of one that is false: what rests on the decision is then to be checked again"),
    because: Judgement.shape.because.describe("What shows it"),
  }),
  fields: { ref: "id" },
  takesDecisions: ["id"],
  longTexts: ["because"],
  async run({ id, because, ...states }, { deps, call, wording, terminal }) {
    const wired = await deps();
    const ownCall = await call();
    const said = judgedIn(states);
    if (!said) {
      if (because !== undefined) throw nothingJudged();
      const decision = await requireDecision(wired, ownCall.scope, id);
      return { json: fieldsOf(decision), text: linesOf(decision).join("\n") };
    }
    const { decision, assumption, notices } = await perform(
      judgeAssumption,
      { ref: id, ...said, because },
      wired,
      ownCall,
    );
    const told = notices.map((notice) => noticeText(notice, wording));
    const first = assumption
      ? `${assumption.id} ${IS[assumption.state]}: ${inQuotes(assumption.text)}`
      : `${decision.id} has no such assumption any more.`;
    const effect =
      assumption?.state === "false"
        ? [`${decision.id} and what rests on it are to be checked again; nothing else changed.`]
        : [];
    return {
      json: { ...fieldsOf(decision), notices: told },
      text: [terminal.style("bold", first), ...effect, ...told].join("\n"),
    };
  },
});

const IS: Readonly<Record<AssumptionState, string>> = {
  holds: "holds",
  doubtful: "is doubtful",
  false: "is false",
};

function judgedIn(
  given: Readonly<Partial<Record<AssumptionState, string | undefined>>>,
): { readonly assumption: string; readonly state: AssumptionState } | undefined {
  const said = ASSUMPTION_STATES.flatMap((state) => {
    const assumption = given[state];
    return assumption === undefined ? [] : [{ assumption, state }];
  });
  if (said.length <= 1) return said[0];
  throw new Fault("invalid", `--${said.map(({ state }) => state).join(" and --")} were given together.`, {
    reason: "several_judgements",
    hint: "Judge one assumption at a time. Nothing was changed.",
  });
}

const nothingJudged = (): Fault =>
  new Fault("invalid", "--because says why, and nothing says what.", {
    field: "because",
    reason: "nothing_judged",
    hint: "Add --holds, --doubtful or --false with the number of an assumption. Nothing was changed.",
  });

const fieldsOf = (decision: Decision) => ({
  decision_id: decision.id,
  assumptions: assumptionsIn(decision).map(({ id, text, state, judgement }) => ({
    assumption_id: id,
    assumption: text,
    state,
    ...(judgement && {
      ...(judgement.because !== undefined && { because: judgement.because }),
      at: judgement.at.toISOString(),
      by: judgement.by.name,
      author: judgement.by.kind,
    }),
  })),
});

function linesOf(decision: Decision): string[] {
  const all = assumptionsIn(decision);
  return all.length === 0
    ? [`${decision.id} assumes nothing that was written down.`]
    : [...all.flatMap(lineOf), `To judge one: membria assumptions ${decision.id} --false 1 --because "…"`];
}

function lineOf({ id, text, state, judgement }: Assumption, i: number): string[] {
  const who = judgement
    ? `${judgement.at.toISOString().slice(0, 10)}, by the ${namedAuthor(judgement.by)}`
    : "nobody has judged it";
  return [
    `${i + 1}. ${IS[state]} (${id}; ${who}): ${inQuotes(text)}`,
    ...(judgement?.because === undefined ? [] : [`   because ${inQuotes(judgement.because)}`]),
  ];
}
