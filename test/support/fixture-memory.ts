import type { Decision } from "../../src/decisions/rules/decision.ts";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { gitCheckout } from "../../src/repository/git/checkout.ts";
import { act, decision, screened } from "./decisions.ts";
import { fixtureId, fixtureRepository } from "./fixture-decisions.ts";
import type { FixtureDecision, FixtureRepository } from "./fixture-repository.mjs";
import { workTree } from "./git.ts";
import { openMemory, rewired, type TestMemory } from "./memory.ts";

export { fixtureId } from "./fixture-decisions.ts";

export interface FixtureMemory {
  readonly memory: TestMemory;
  readonly repository: FixtureRepository;
}

/** The fixture repository with its decisions in a memory, as a client would have captured them, on the last day. */
export async function fixtureMemory({
  filesAs = "evidence",
}: {
  /** Whether decisions cite their files, or their sessions only touched them. */
  readonly filesAs?: "evidence" | "touched";
} = {}): Promise<FixtureMemory> {
  const repository = fixtureRepository();
  const opened = await openMemory();
  const memory = rewired(opened, { checkout: gitCheckout(async () => workTree(repository.root)) });
  memory.clock.set(repository.end);
  for (const made of repository.decisions)
    await addDecision(memory, { decision: stored(made, filesAs) }, act(new Date(made.at)));
  return { memory, repository };
}

function stored(made: FixtureDecision, filesAs: "evidence" | "touched"): Decision {
  return decision({
    id: fixtureId(made.key),
    statement: made.statement,
    alternatives: made.alternatives,
    reasoning: made.reasoning,
    topic: made.key,
    createdAt: new Date(made.at),
    evidence: filesAs === "evidence" ? made.files.map((ref) => ({ kind: "file" as const, ref })) : [],
    linkedPr: made.linkedPr,
    linkedCommit: made.linkedCommit,
    capturedIn: {
      client: screened("coding-agent/2.1"),
      session: screened(`session-${made.key}`),
      branch: screened(made.branch),
      head: screened(made.head),
      files: filesAs === "touched" ? made.files.map(screened) : [],
    },
  });
}
