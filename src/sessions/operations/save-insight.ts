import * as z from "zod";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { describeChanges, startScreening } from "../../shared/screening.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import type { Insight } from "../rules/insight.ts";
import { addInsight } from "../sql/notes.ts";
import type { ContinuityDeps } from "./deps.ts";

const name = boundedText(1, LIMITS.name);

export const saveInsight = defineOperation({
  name: "save-insight",
  summary: "Keep a lesson that is no decision.",
  effect: "append",
  role: "agent",
  input: z.strictObject({
    content: boundedText(1, LIMITS.text),
    topic: name.optional(),
    category: name.optional(),
    tags: z
      .array(name)
      .refine((tags) => tags.length <= LIMITS.listItems, `takes at most ${LIMITS.listItems} items`)
      .default([]),
    source: name.optional(),
  }),
  async run({ content, topic, category, tags, source }, deps: ContinuityDeps, call) {
    const screen = startScreening(deps.secrets);
    const insight: Insight = {
      aliases: [],
      id: deps.ids.next(ID_PREFIX.insight),
      project: projectOf(call),
      content: screen.required("content", content),
      topic: screen.optional("topic", topic),
      category: screen.optional("category", category),
      tags: screen.list("tags", tags),
      source: screen.optional("source", source),
      author: call.actor.author,
      createdAt: deps.clock.now(),
    };
    await addInsight(deps.memory, insight, actOf(deps, call));
    deps.afterNote.saved();
    return { insight, notices: describeChanges(screen.changes) };
  },
  shares: { records: ({ insight }) => [insight.id] },
});
