import type { Told } from "../../../src/hooks/rules/hook-session.ts";
import { recordTold } from "../../../src/hooks/sql/hook-store.ts";
import { getWarnings } from "../../../src/learning/operations/get-warnings.ts";
import { loadCheckpoint, saveCheckpoint } from "../../../src/sessions/operations/checkpoints.ts";
import { noCheckout } from "../../../src/shared/operations/checkout.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { HOUR_MS } from "../../../src/shared/time.ts";
import { EXAMPLE_PROJECT, type ExampleDeps, type ExampleIds } from "./example-deps.ts";

const SUMMARY = `# 🎯 Goal & Progress
The worker queue moves from Redis to PostgreSQL. New jobs are written there.

# ✅ Evidence
- A job and its order are written in one transaction. Status: Verified
- Two workers never take the same job (src/queue/store.test.ts). Status: Verified
- Ten thousand jobs an hour fit on the current machine. Status: Assumed
- Taking over what waits in Redis. Status: Not run

# ⏳ Unfinished & Risks
What still waits in Redis has to be taken over once, while nothing writes there.`;

/** What sessions were told, asked and left behind in the last days. */
export async function fillExampleSessions(deps: ExampleDeps, ids: ExampleIds, now: Date): Promise<void> {
  const ago = (hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
  // The repository of these tests is not that of the example.
  await saveCheckpoints({ ...deps, checkout: noCheckout }, ago);
  await recordTold(deps.memory, toldBy(deps, ids, ago));
  deps.at(ago(4));
  for (const statement of [
    "Cache prices for an hour at the edge",
    "Keep the stock import inside the web process",
    "Version the partner API by a header",
  ])
    await perform(getWarnings, { statement, confidence: 0.9 }, deps, deps.callBy());
  await deps.observations.flush();
  deps.at(now);
}

async function saveCheckpoints(deps: ExampleDeps, ago: (hours: number) => Date): Promise<void> {
  deps.at(ago(75));
  await perform(
    saveCheckpoint,
    {
      summary: "The price cache is emptied when a campaign starts. Left: a test for two campaigns at once.",
      openFiles: ["src/prices/cache.ts"],
      nextSteps: "Write the test, then switch it on.",
    },
    deps,
    deps.callBy(),
  );
  deps.at(ago(26));
  await perform(
    saveCheckpoint,
    {
      summary: SUMMARY,
      openFiles: ["src/queue/store.ts", "src/queue/worker.ts"],
      nextSteps:
        "Write the script that takes over what waits in Redis, and try it with a copy: npm run queue:copy",
    },
    deps,
    deps.callBy(),
  );
  for (const hours of [25, 9, 3]) {
    deps.at(ago(hours));
    await perform(loadCheckpoint, { mode: "full" }, deps, deps.callBy());
  }
}

function toldBy(deps: ExampleDeps, ids: ExampleIds, ago: (hours: number) => Date): readonly Told[] {
  const words = startScreening(deps.secrets);
  const id = (statement: string): string => ids.get(statement) as string;
  const first = {
    client: "claude-code",
    session: "5f2c1d8e-queue",
    project: EXAMPLE_PROJECT,
    epoch: 0,
  } as const;
  const second = {
    client: "cursor",
    session: "b71e40aa-prices",
    project: EXAMPLE_PROJECT,
    epoch: 0,
  } as const;
  return [
    {
      ...first,
      at: ago(2),
      event: "pre-edit",
      kind: "in-force",
      record: id("Move the worker queue from Redis to PostgreSQL"),
      file: words.text("file", "src/queue/store.ts"),
      tokens: 84,
    },
    {
      ...first,
      at: ago(3),
      event: "prompt",
      kind: "failed",
      record: id("Run the nightly stock import inside the web process"),
      relevance: 0.83,
      tokens: 120,
    },
    {
      ...second,
      at: ago(20),
      event: "prompt",
      kind: "replaced",
      record: id("Cache prices for an hour at the edge"),
      relevance: 0.91,
      tokens: 96,
    },
  ];
}
