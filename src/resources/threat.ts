import * as z from "zod";
import { perform } from "../app/shared/operation.ts";
import { getThreat, listThreats } from "../app/threats/get-threat.ts";
import { maxTokens } from "../tools/shared-arguments.ts";
import { fieldsOf } from "../tools/tmkb/answer.ts";
import { beginning, type Completer } from "./completion.ts";
import { contents } from "./contents.ts";
import { defineResource } from "./resource.ts";

const threatIds: Completer = async (typed, deps, call) => {
  const all = await perform(listThreats, {}, deps, call);
  return beginning(
    all.map(({ id }) => id),
    typed,
  );
};

export const threatResource = defineResource({
  name: "threat",
  title: "A threat pattern",
  description: "What code of a kind tends to get wrong: the flaw, an attack, what helps, code and a test.",
  path: "threats/{id}",
  input: z.strictObject({
    id: getThreat.input.shape.id.describe("The name of the pattern, such as flask-mass-assignment"),
    max_tokens: maxTokens.optional(),
  }),
  hints: { id: { suggestion: "Use a name as tmkb_query answers it, such as flask-mass-assignment." } },
  completers: { id: threatIds },
  async read({ id: wanted, max_tokens }, deps, call) {
    const threat = await perform(getThreat, { id: wanted }, deps, call);
    const { id, name, tier, severity, agent } = threat;
    const values = { id, name, tier, severity, ...agent, ...fieldsOf(threat) };
    return contents(values, call, { maxTokens: max_tokens, quotesMemory: false });
  },
  // It comes with the program, so no write changes it.
  madeOf: () => [],
});
