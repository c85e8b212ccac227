import { captureDecision } from "../../../src/decisions/operations/capture-decision.ts";
import { settleGuidance } from "../../../src/learning/sql/guidance.ts";
import { recordObservations } from "../../../src/memory/record-observations.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { EXAMPLE_PROJECT, type ExampleDeps, type ExampleIds, linkExample } from "./example-deps.ts";

/** How decisions of the example relate besides replacing each other: by links in force, warnings and proposals. */
export async function relateExample(deps: ExampleDeps, ids: ExampleIds, now: Date): Promise<void> {
  const id = (statement: string): string => ids.get(statement) as string;
  await linkExample(
    deps,
    {
      from: id("Keep carts in the database and read them by session"),
      to: id("Use Redis for what may be lost"),
      relation: "contradicts",
      reason: "A cart may not be lost, and Redis was meant for it at first.",
    },
    true,
  );
  await linkExample(
    deps,
    {
      from: id("Deploy on every merge, with a switch for what is not finished"),
      to: id("Build images in CI and nowhere else"),
      relation: "depends_on",
      reason: "A merge is deployed as the image that CI built.",
    },
    true,
  );
  await linkExample(
    deps,
    {
      from: id("Use feature switches from the database, read every ten seconds"),
      to: id("Deploy on every merge, with a switch for what is not finished"),
      relation: "refines",
      reason: "It says where the switches are.",
    },
    true,
  );
  await warned(deps, id, now);
  deps.at(new Date(now.getTime() - 20 * DAY_MS));
  await perform(
    captureDecision,
    {
      statement: "Write down how a cache is emptied in the same change that adds it",
      reasoning: "Two caches held old values, and nobody had planned how to empty them.",
      domain: "performance",
      confidence: 0.8,
      confidenceStated: true,
      evidence: [
        { kind: "record", ref: id("Cache prices for an hour at the edge") },
        { kind: "record", ref: id("Keep carts in memory to save a query") },
      ],
    },
    deps,
    deps.callBy("ana"),
  );
  deps.at(now);
}

/** Somebody wanted to send mails from the request once more, was shown what came of it, and decided otherwise. */
async function warned(deps: ExampleDeps, id: (statement: string) => string, now: Date): Promise<void> {
  const words = startScreening(deps.secrets);
  const at = new Date(now.getTime() - 49 * DAY_MS);
  await recordObservations(deps.memory, [
    {
      kind: "guidance",
      guidance: {
        id: "gdn_example",
        project: EXAMPLE_PROJECT,
        at,
        statement: words.text("statement", "Send e-mails from the request"),
        alternatives: [],
        domain: "backend",
        confidence: 0.8,
        firewallStatus: "caution",
        warnings: [{ type: "rejected_choice", severity: "high" }],
        cited: [id("Send order mails directly from the request")],
      },
    },
  ]);
  await settleGuidance(deps.memory, EXAMPLE_PROJECT, "gdn_example", {
    decisionId: id("Send e-mails from a queue with one retry an hour"),
    at,
    verdict: "prevented",
    because: "choice",
  });
}
