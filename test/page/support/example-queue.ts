import { addCandidates, saveCheckpointDraft } from "../../../src/candidates/sql/candidate-rows.ts";
import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { addProposal } from "../../../src/decisions/sql/proposals.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { HOUR_MS } from "../../../src/shared/time.ts";
import { EXAMPLE_PROJECT, type ExampleDeps, type ExampleIds, linkExample } from "./example-deps.ts";

/** Something of each kind that waits for a person: decisions and a checkpoint of sessions, links and a proposal. */
export async function fillExampleQueue(deps: ExampleDeps, ids: ExampleIds, now: Date): Promise<void> {
  const words = startScreening(deps.secrets);
  const text = (value: string) => words.text("example", value);
  const id = (statement: string): string => ids.get(statement) as string;
  const session = { client: "claude-code", session: "5f2c", project: EXAMPLE_PROJECT } as const;
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
  await addCandidates(deps.memory, [
    {
      ...session,
      kind: "decision",
      id: "cand_money",
      at: ago(2),
      origin: "person",
      quote: text("Let us keep money as whole cents everywhere, floats bit us in the invoices."),
      statement: text("Keep money as whole cents everywhere"),
      alternatives: [text("floats")],
      reasoning: text("Sums of floats were a cent off in invoices."),
      files: [text("src/invoices/total.ts")],
    },
    {
      ...session,
      kind: "decision",
      id: "cand_upload",
      at: ago(20),
      origin: "agent",
      quote: text("I will put uploads into a bucket with signed addresses rather than on the disk."),
      statement: text("Put uploads into a bucket with signed addresses"),
      alternatives: [text("the disk of the server")],
      files: [text("src/uploads/store.ts"), text("infra/bucket.tf")],
    },
  ]);
  await saveCheckpointDraft(deps.memory, {
    ...session,
    kind: "checkpoint",
    id: "cand_stand",
    at: ago(1),
    summary: text("The queue writes jobs into PostgreSQL. Left: taking over what still waits in Redis."),
    files: [text("src/queue/store.ts")],
  });
  await linkExample(
    deps,
    {
      from: id("Keep sessions in Redis for an hour after the last request"),
      to: id("Sign sessions with a cookie instead of a token in local storage"),
      relation: "refines",
      reason: "The cookie stays; it now names a session that can be ended.",
    },
    true,
  );
  await linkExample(
    deps,
    {
      from: id("Move the worker queue from Redis to PostgreSQL"),
      to: id("Keep orders in PostgreSQL with a table for lines"),
      relation: "depends_on",
      reason: "A job is written in the same transaction as its order.",
    },
    false,
  );
  await linkExample(
    deps,
    {
      from: id("Move the worker queue from Redis to PostgreSQL"),
      to: id("Keep sessions in Redis for an hour after the last request"),
      relation: "contradicts",
      reason: "One wants to be rid of Redis, the other adds to it.",
    },
    false,
  );
  await addProposal(
    deps.memory,
    {
      id: "prop_cache",
      project: EXAMPLE_PROJECT,
      kind: "repeated_failures",
      target: text("cache prices"),
      statement: text("Say how a cache is emptied before adding one"),
      reasoning: text("Two caches held old values, and nobody had planned how to empty them."),
      domain: "performance",
      explanations: [text("Both were campaigns at noon.")],
      evidence: [
        id("Cache prices for an hour at the edge"),
        id("Cache prices for a minute, and drop the cache when a campaign starts"),
      ],
      state: "draft",
      createdAt: ago(30),
      fedAt: ago(30),
    },
    { by: deps.callBy("ana").actor, at: ago(30) },
  );
  await writeTricky(deps);
}

/** Text that looks like a part of a page, and runs in another direction. It has to show as text. */
async function writeTricky(deps: ExampleDeps): Promise<void> {
  await perform(
    captureDecision,
    {
      statement: "Escape <script>alert(1)</script> & <b>markup</b> where it is shown",
      reasoning:
        "Somebody wrote <img src=x onerror=alert(2)> into a name.\nהחלטה בעברית, and then \u202Ereversed.",
      domain: "security",
      confidence: 0.9,
      confidenceStated: true,
    },
    deps,
    deps.callBy(),
  );
}
