import { gitCheckout } from "../../src/adapters/git/checkout.ts";
import type { Decision } from "../../src/domain/decisions/decision.ts";
import { act, decision, screened } from "./decisions.ts";
import {
  type FixtureDecision,
  type FixtureRepository,
  makeFixtureRepository,
} from "./fixture-repository.mjs";
import { folderOfTest, openMemory, rewired, type TestMemory } from "./memory.ts";

/** The id under which a decision of the fixture is stored. */
export const fixtureId = (key: string): string => `dec_${key.replaceAll("-", "")}`;

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
  const repository = makeFixtureRepository((await folderOfTest()).path, { idOf: fixtureId });
  const opened = await openMemory();
  const memory = rewired(opened, { checkout: gitCheckout(async () => repository.root) });
  memory.clock.set(repository.end);
  for (const made of repository.decisions)
    await memory.store.addDecision({ decision: stored(made, filesAs) }, act(new Date(made.at)));
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
