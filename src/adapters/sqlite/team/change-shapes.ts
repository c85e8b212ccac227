import * as z from "zod";
import type { AuditAction } from "../../../domain/log/audit-actions.ts";
import {
  anchor,
  by,
  decisionRow,
  id,
  ids,
  insightRow,
  judgement,
  linkRow,
  ofOneMachine,
  outcomeRow,
  progress,
  proposalRow,
  review,
  revisionRow,
  signalRow,
  standing,
  text,
  time,
} from "./row-shapes.ts";

const nothing = z.looseObject({});
const note = z.looseObject({ note: text, by });
const withdrawal = z.looseObject({ at: time, by });

const updated = z.looseObject({
  standing: standing.optional(),
  progress: progress.optional(),
  confidence: z.number().min(0).max(1).optional(),
  note: text.optional(),
  linked_pr: text.optional(),
  linked_commit: text.optional(),
  captured_in: ofOneMachine,
  anchor: anchor.optional(),
  assumption: judgement.optional(),
  by,
  proposal: id.optional(),
});

const reviewed = z.looseObject({ review, origin: text });

const imported = z.discriminatedUnion("kind", [
  z.looseObject({
    kind: z.literal("decision"),
    memory: decisionRow,
    outcomes: z.array(outcomeRow),
    signals: z.array(signalRow),
    revisions: z.array(revisionRow).optional(),
    withdrawn: z.record(z.string(), withdrawal).optional(),
  }),
  z.looseObject({ kind: z.literal("note"), memory: insightRow }),
  z.looseObject({ kind: z.literal("link"), link: linkRow }),
  z.looseObject({ kind: z.literal("superseded"), id }),
  z.looseObject({ kind: z.literal("proposal"), proposal: proposalRow }),
]);

const existing = z.discriminatedUnion("kind", [
  z.looseObject({ kind: z.literal("decision"), memory: decisionRow }),
  z.looseObject({ kind: z.literal("insight"), memory: insightRow }),
  z.looseObject({ kind: z.literal("outcomes"), row: outcomeRow }),
  z.looseObject({ kind: z.literal("signals"), row: signalRow }),
  z.looseObject({ kind: z.literal("link"), link: linkRow }),
  z.looseObject({ kind: z.literal("proposal"), proposal: proposalRow }),
]);

/** The parts of a change in their order; the last shape holds for all further ones. */
type Shapes = readonly [z.ZodType, ...z.ZodType[]];

/** What the arguments of each action have to be, part by part. An action without an entry cannot come from elsewhere. */
const SHAPES: Readonly<Partial<Record<AuditAction, Shapes>>> = {
  "decision.captured": [decisionRow],
  "decision.updated": [updated],
  "decision.retracted": [updated],
  "decision.edited": [revisionRow],
  "decision.superseded": [
    z.looseObject({ by: id, link: id, made: z.literal(true).optional() }),
    z.looseObject({ reason: text }),
  ],
  "decision.merged": [
    z.looseObject({
      keep: id,
      link: id,
      standing,
      progress: z.looseObject({ before: progress, after: progress }),
    }),
    linkRow,
  ],
  "decision.restored": [
    z.looseObject({
      standing,
      merge: z.looseObject({ keep: id, link: id, taken_over: ids, progress }).optional(),
    }),
    note,
  ],
  "decision.erased": [
    z.looseObject({
      sources: z.looseObject({ salt: z.string(), digests: z.array(z.string()) }),
      proposals: ids,
    }),
  ],
  "outcome.recorded": [outcomeRow],
  "outcome.reopened": [z.looseObject({ decision: id, outcomes: ids, by }), note],
  "signal.recorded": [signalRow],
  "proposal.drafted": [proposalRow],
  "proposal.fed": [z.looseObject({ fed_at: time, reasoning: text, evidence: ids })],
  "proposal.accepted": [nothing],
  "proposal.rejected": [nothing],
  "proposal.expired": [nothing],
  "link.proposed": [linkRow],
  "link.approved": [reviewed],
  "link.rejected": [reviewed],
  "link.cleaned": [z.looseObject({ links: ids.optional() })],
  "link.restored": [z.looseObject({ row: linkRow, place: z.number().int().nullable() })],
  "insight.saved": [insightRow],
  "insight.erased": [nothing],
  "person.erased": [nothing],
  "import.continued": [imported],
  "import.undone": [
    z.looseObject({ memories: ids, links: ids, proposals: ids, standings: z.array(z.tuple([id, standing])) }),
  ],
  "record.existing": [existing],
};

/** Whether the arguments are what an action has. Those whose text was erased say nothing, and need to be nothing. */
export function haveShapeOf(action: AuditAction, args: readonly unknown[]): boolean {
  const shapes = SHAPES[action];
  if (!shapes) return false;
  return args.every(
    (value, n) => value === undefined || (shapes[n] ?? shapes.at(-1))?.safeParse(value).success,
  );
}

/** The name of a person, as a part of its own. */
export const isName = (value: unknown): boolean => z.looseObject({ name: text }).safeParse(value).success;
