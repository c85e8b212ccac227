import { readFileSync } from "node:fs";
import { join } from "node:path";
import { skills } from "../../src/cli/commands/learn/skills.ts";
import { PLAIN_WORDING } from "../../src/cli/wording.ts";
import { captureDecision } from "../../src/decisions/operations/capture-decision.ts";
import { recordOutcome } from "../../src/decisions/operations/record-outcome.ts";
import { supersedeDecision } from "../../src/decisions/operations/supersede-decision.ts";
import { SCORE_BY_STATUS } from "../../src/decisions/rules/outcome.ts";
import { embedMemory } from "../../src/recall/operations/embed-memory.ts";
import { type Call, perform } from "../../src/shared/operations/operation.ts";
import { timeSortedIds } from "../../src/shared/system/system.ts";
import { DAY_MS } from "../../src/shared/time.ts";
import { callOf, openMemory, rewired } from "../memory.ts";
import { folder, root } from "../workplace.ts";

interface StoryDecision {
  readonly id: string;
  readonly day: number;
  readonly by: "person" | "agent";
  readonly statement: string;
  readonly reasoning: string;
  readonly alternatives: readonly string[];
  readonly confidence?: number;
  readonly domain?: string;
  readonly outcome: null | {
    readonly day: number;
    readonly status: "success" | "partial" | "failure";
    readonly lesson: string;
  };
  readonly supersedes: string | null;
}

const BEGINNING = Date.UTC(2026, 0, 5, 9);

/**
 * Plays the story of a shop day by day through the operations, and prints what `membria skills` then says, to be read
 * and judged by a person. Each decision is embedded before the next one, as a server does it.
 */
export async function tellStory(): Promise<void> {
  const story = JSON.parse(
    readFileSync(join(root, "bench", "judgement", "shop-story.json"), "utf8"),
  ) as StoryDecision[];
  const memory = await openMemory(join(folder, "story"));
  let now = new Date(BEGINNING);
  const clock = { ...memory.clock, now: () => now };
  const deps = rewired(memory, { clock, ids: timeSortedIds(clock) });
  const call = await callOf(memory);
  const ids = new Map<string, string>();
  const events = story
    .flatMap((one) => [
      { day: one.day, order: 0, happen: () => decide(one) },
      ...(one.outcome ? [{ day: one.outcome.day, order: 1, happen: () => settle(one) }] : []),
    ])
    .sort((a, b) => a.day - b.day || a.order - b.order);
  const decide = async (one: StoryDecision): Promise<void> => {
    const { statement, reasoning, confidence, domain, supersedes } = one;
    const input = {
      statement,
      reasoning,
      domain,
      alternatives: [...one.alternatives],
      ...(confidence === undefined ? { confidenceStated: false } : { confidence, confidenceStated: true }),
    };
    const old = supersedes === null ? undefined : ids.get(supersedes);
    const caller = callBy(one.by, call);
    const { decision } =
      old === undefined
        ? await perform(captureDecision, input, deps, caller)
        : await perform(supersedeDecision, { ...input, supersedes: [old] }, deps, caller);
    ids.set(one.id, decision.id);
    await perform(embedMemory, {}, deps, call);
  };
  const settle = async ({ id, by, outcome }: StoryDecision): Promise<void> => {
    if (!outcome) return;
    const { status, lesson } = outcome;
    const recorded = { ref: ids.get(id) ?? "", status, score: SCORE_BY_STATUS[status], lessons: [lesson] };
    await perform(recordOutcome, recorded, deps, callBy(by, call));
  };
  for (const { day, order, happen } of events) {
    now = new Date(Math.max(BEGINNING + day * DAY_MS + order * 60_000, now.getTime() + 1_000));
    await happen();
    await memory.background.idle();
  }
  const terminal = {
    width: 160,
    style: (_: unknown, text: string) => text,
    progress: () => {},
    confirm: async () => undefined,
  };
  const context = { deps: async () => deps, call: async () => call, terminal, wording: PLAIN_WORDING };
  const { text } = await skills.run(skills.input.parse({}), context as never);
  console.log("\nThe skills after the story of a shop, to be read");
  console.log(namedAsInStory(text, ids));
  await memory.close();
}

/** With the ids of the story beside those of the memory. */
function namedAsInStory(text: string, ids: ReadonlyMap<string, string>): string {
  return [...ids].reduce((named, [story, id]) => named.replaceAll(id, `${id} [${story}]`), text);
}

function callBy(kind: StoryDecision["by"], call: Call): Call {
  if (kind === "agent") return { ...call, consent: () => true };
  return { ...call, actor: { ...call.actor, author: { ...call.actor.author, kind: "human" } as never } };
}
