import * as z from "zod";
import {
  contentWords,
  type Decision,
  decisionPage,
  decisionsById,
  isOtherChoice,
  type Link,
  linksBetween,
  openSuggestions,
  storeLink,
} from "../../decisions/index.ts";
import { Fault } from "../../shared/errors.ts";
import { ID_PREFIX } from "../../shared/ids.ts";
import { actOf, type Call, defineOperation, projectOf } from "../../shared/operations/operation.ts";
import { startScreening } from "../../shared/screening.ts";
import { textQuery } from "../../shared/words/search-text.ts";
import { activeModel } from "../sql/embeddings.ts";
import { findCandidates } from "../sql/search.ts";
import type { RecallDeps } from "./deps.ts";
import { storedVector } from "./embed-query.ts";

/** How many suggestions may wait for a review; a person does not look through more at once. */
export const MOST_OPEN_SUGGESTIONS = 20;
/** Only the newest active decisions are compared; older ones were when they were new. */
const MAX_COMPARED = 200;
const PER_METHOD = 20;
const MOST_WORDS_NAMED = 8;

interface Pair {
  readonly newer: Decision;
  readonly olderId: string;
  readonly cosine: number;
}

export const suggestLinks = defineOperation({
  name: "suggest-links",
  summary: "Propose links between decisions that are near in meaning, for a person to approve.",
  effect: "append",
  role: "agent",
  input: z.strictObject({}),
  async run(_, deps: RecallDeps, call) {
    const project = projectOf(call);
    await requireProfile(deps);
    const room = MOST_OPEN_SUGGESTIONS - (await openSuggestions(deps.memory, project));
    if (room <= 0) return { suggested: [], open: MOST_OPEN_SUGGESTIONS, lookedAt: 0, withoutVector: 0 };
    const { items } = await decisionPage(deps.memory, { scope: project, standing: "active" }, MAX_COMPARED);
    const pairs: Pair[] = [];
    let withoutVector = 0;
    for (const [i, decision] of items.entries()) {
      call.signal.throwIfAborted();
      const near = await nearOlderDecisions(decision, deps);
      if (near) pairs.push(...near);
      else withoutVector++;
      call.progress(i + 1, items.length, "decisions compared");
    }
    const suggested: Link[] = [];
    for (const pair of pairs.sort((a, b) => b.cosine - a.cosine)) {
      if (suggested.length >= room) break;
      const link = await suggest(pair, deps, call);
      if (link) suggested.push(link);
    }
    const open = await openSuggestions(deps.memory, project);
    return { suggested, open, lookedAt: items.length, withoutVector };
  },
  shares: { records: ({ suggested }) => suggested.map(({ id }) => id) },
});

async function requireProfile({ memory, profiles }: RecallDeps): Promise<void> {
  const model = await activeModel(memory);
  if (model === undefined || (await profiles.of(model))) return;
  throw new Fault("unavailable", `How close texts are by the model ${model} is not known yet.`, {
    reason: "no_model_profile",
    hint: "Until then no decisions can be compared.",
    remedies: [{ remedy: "fit-model" }],
  });
}

/** Older active decisions that are close enough in meaning; undefined if the decision has no vector. */
async function nearOlderDecisions(decision: Decision, deps: RecallDeps): Promise<Pair[] | undefined> {
  const meaning = await storedVector(decision, deps);
  if (!meaning) return undefined;
  const { candidates } = await findCandidates(deps.memory, {
    scope: decision.project,
    text: { ...textQuery(decision.statement), phrases: [], onlyPhrases: false },
    meaning,
    perMethod: PER_METHOD,
  });
  return candidates
    .filter(
      ({ id, standing, createdAt, cosine }) =>
        standing === "active" &&
        cosine !== undefined &&
        cosine >= meaning.profile.leastLinkedCosine &&
        (createdAt < decision.createdAt ||
          (createdAt.getTime() === decision.createdAt.getTime() && id < decision.id)),
    )
    .map(({ id, cosine }) => ({ newer: decision, olderId: id, cosine: cosine as number }));
}

async function suggest(
  { newer, olderId, cosine }: Pair,
  deps: RecallDeps,
  call: Call,
): Promise<Link | undefined> {
  const { memory } = deps;
  // A link that anybody proposed or rejected before is left alone.
  if ((await linksBetween(memory, newer.project, newer.id, olderId)).length > 0) return undefined;
  const [older] = await decisionsById(memory, newer.project, [olderId]);
  if (!older) return undefined;
  const act = actOf(deps, call);
  const screen = startScreening(deps.secrets);
  const link: Link = {
    id: deps.ids.next(ID_PREFIX.link),
    project: newer.project,
    from: newer.id,
    to: older.id,
    relation: isOtherChoice(newer, older) ? "contradicts" : "refines",
    state: "pending",
    origin: "memory",
    reason: screen.text("reason", reasonFor(newer, older, cosine)),
    suggestedBy: cosine,
    proposedBy: { kind: "agent", name: screen.text("author", "membria") },
    proposedAt: act.at,
    reviews: [],
  };
  const proposed = await storeLink(memory, link, act, MOST_OPEN_SUGGESTIONS);
  return proposed?.as === "new" ? proposed.link : undefined;
}

function reasonFor(newer: Decision, older: Decision, cosine: number): string {
  const others = contentWords(older.statement);
  const shared = [...contentWords(newer.statement)].filter((word) => others.has(word));
  const what =
    shared.length > 0
      ? `Both speak of ${shared.slice(0, MOST_WORDS_NAMED).join(", ")}`
      : newer.topic === older.topic
        ? `Both are about the topic ${newer.topic}`
        : `They use other words, in the domain ${newer.domain === older.domain ? newer.domain : `${newer.domain} and ${older.domain}`}`;
  return `${what}. They are near in meaning (cosine ${cosine.toFixed(2)}); whether and how they relate is for a person to say.`;
}
