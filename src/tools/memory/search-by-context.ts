import * as z from "zod";
import { DEPTH_CAP } from "../../decisions/index.ts";
import { MEMORY_TYPES, STRENGTHS, searchMemories } from "../../recall/index.ts";
import { roundedShare } from "../../shared/rounding.ts";
import {
  checkAgainMark,
  Matched,
  matchedLines,
  matchedOf,
  othersOnTargetLine,
  ShortCheckAgain,
  ShortOthersOnTarget,
  shortCheckAgain,
  shortOthersOnTarget,
} from "../decision-facts.ts";
import {
  anyMemoryItem,
  CheckpointItem,
  ContextItem,
  InsightItem,
  MemoryItem,
  memoryItem,
  memoryLines,
  READ_WHOLE,
} from "../mama-family/memory-item.ts";
import { countByStrength, perhapsReplaced, quoteByStrength } from "../quote.ts";
import { also, alsoHint } from "../shared-arguments.ts";
import { memoryTool } from "./dialect.ts";

const { shape } = searchMemories.input;
const match = { relevance: z.number(), strength: z.enum(STRENGTHS) };
const FoundMemory = z.discriminatedUnion("type", [
  MemoryItem.extend({
    ...match,
    matched: Matched.optional(),
    perhaps_replaced_by: z.string().optional(),
    others_on_target: ShortOthersOnTarget.optional(),
    check_again: ShortCheckAgain.optional(),
  }),
  CheckpointItem.extend(match),
  InsightItem.extend(match),
  ContextItem.extend(match),
]);

export const searchByContextTool = memoryTool({
  name: "memory_search_by_context",
  canonicalName: "search/by_context",
  title: "Search by context",
  description:
    "Find memories by what they say or mean. Use it when you know what you are looking for but not its topic; with the exact topic, use memory_search_by_topic.",
  operation: searchMemories,
  input: z.strictObject({
    query: shape.query,
    limit: shape.limit,
    types: shape.types.unwrap().optional(),
    depth: shape.depth.describe(
      `How many links away from what was found; more than ${DEPTH_CAP} is reduced to it`,
    ),
    also,
  }),
  hints: {
    query: { suggestion: "Say in a few words what you are looking for." },
    limit: { suggestion: "Use a whole number from 1 to 20." },
    types: { suggestion: `Use a list of ${MEMORY_TYPES.join(", ")}.` },
    depth: { suggestion: `Use a whole number from 0 to ${DEPTH_CAP}.` },
    also: alsoHint,
  },
  quotesMemory: true,
  readWhole: READ_WHOLE,
  result: z.object({
    success: z.literal(true),
    data: z.object({
      memories: z.array(FoundMemory),
      /** Decisions linked to the strong ones, the nearest first. */
      linked: z.array(MemoryItem.extend({ links_away: z.number() })).optional(),
      methods: z.array(z.string()),
      reason: z.string().optional(),
    }),
  }),
  toOperation: (args) => args,
  fromOperation: ({ results, linked, methods, message, notices }) => ({
    success: true as const,
    data: {
      memories: results.map(
        ({ memory, relevance, strength, matched, perhapsReplacedBy, othersOnTarget, checkAgain }) => ({
          ...anyMemoryItem(memory),
          relevance: roundedShare(relevance),
          strength,
          ...(perhapsReplacedBy !== undefined && { perhaps_replaced_by: perhapsReplacedBy }),
          ...shortOthersOnTarget(othersOnTarget),
          ...shortCheckAgain(checkAgain),
          ...matchedOf(matched),
        }),
      ),
      ...(linked.length > 0 && {
        linked: linked.map(({ decision, links }) => ({ ...memoryItem(decision), links_away: links })),
      }),
      methods: [...methods],
      ...(results.length === 0 && { reason: message }),
    },
    ...(notices.length > 0 && { notices: [...notices] }),
  }),
  text: ({ data }) =>
    data.memories.length === 0
      ? (data.reason ?? "")
      : quoteByStrength(
          countByStrength(data.memories),
          data.memories,
          (item) => [
            ...memoryLines(item, [...doubtsAbout(item), `relevance ${item.relevance}`]),
            ...othersOnTargetLine("others_on_target" in item ? item.others_on_target : undefined),
            ...matchedLines("matched" in item ? item.matched : undefined),
          ],
          (data.linked ?? []).flatMap((item) => memoryLines(item, [`${item.links_away} links away`])),
        ),
});

const doubtsAbout = (item: z.output<typeof FoundMemory>): string[] =>
  item.type === "decision"
    ? [...perhapsReplaced(item.perhaps_replaced_by), ...checkAgainMark(item.check_again)]
    : [];
