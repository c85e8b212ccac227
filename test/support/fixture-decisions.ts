import { dirname, join } from "node:path";
import type { Decision } from "../../src/domain/decisions/decision.ts";
import { capturedIn, decision } from "./decisions.ts";
import {
  type FixtureDecision,
  type FixtureRepository,
  makeFixtureRepository,
} from "./fixture-repository.mjs";
import { folderOfTest } from "./memory.ts";

/** The id under which the tests keep a decision of the fixture. */
export const fixtureId = (key: string): string => `dec_${key.replace(/[^a-z0-9]/g, "")}`;

/** The repository with known truth, in a folder that is removed after the test. */
export async function fixtureRepository(): Promise<FixtureRepository> {
  const folder = await folderOfTest();
  return makeFixtureRepository(join(dirname(folder.file("x")), "repository"), { idOf: fixtureId });
}

/** A decision of the fixture as a session would have captured it. */
export function fixtureDecision(made: FixtureDecision): Decision {
  return {
    ...decision({
      id: fixtureId(made.key),
      statement: made.statement,
      alternatives: made.alternatives,
      reasoning: made.reasoning,
      createdAt: new Date(made.at),
      evidence: made.files.map((ref) => ({ kind: "file", ref })),
      capturedIn: capturedIn({ branch: made.branch, head: made.head, files: [] }),
      linkedPr: made.linkedPr,
      linkedCommit: made.linkedCommit,
    }),
    dueAt: new Date(made.due),
  };
}
