import * as z from "zod";
import { perform } from "../shared/operations/operation.ts";
import { getThreat, listThreats } from "../threats/index.ts";
import { maxTokens } from "../tools/shared-arguments.ts";
import { patternDetails } from "../tools/tmkb/query.ts";
import { type Completer, startingWith } from "./completion.ts";
import { contents, defineResource } from "./resource.ts";

const threatIds: Completer = async (typed, deps, call) => {
  const all = await perform(listThreats, {}, deps, call);
  return startingWith(
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
    id: getThreat.input.shape.id.describe("The name of the pattern, such as mass-assignment"),
    max_tokens: maxTokens.optional(),
  }),
  hints: { id: { suggestion: "Use a name as tmkb_query answers it, such as mass-assignment." } },
  completers: { id: threatIds },
  async read({ id: requested, max_tokens }, deps, call) {
    const threat = await perform(getThreat, { id: requested }, deps, call);
    const { id, name, tier, severity, agent } = threat;
    const values = {
      id,
      name,
      tier,
      severity,
      ...agent,
      ...patternDetails(threat, { framework: requested.split("-")[0] }),
    };
    return contents(values, call, { maxTokens: max_tokens, quotesMemory: false });
  },
  // Patterns are part of the program, so no write changes them.
  dependsOn: () => [],
});
