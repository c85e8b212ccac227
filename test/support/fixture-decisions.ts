import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Decision } from "../../src/decisions/rules/decision.ts";
import { capturedIn, decision } from "./decisions.ts";
import {
  type FixtureDecision,
  type FixtureRepository,
  makeFixtureRepository,
} from "./fixture-repository.mjs";

/** The id under which the tests keep a decision of the fixture. */
export const fixtureId = (key: string): string => `dec_${key.replace(/[^a-z0-9]/g, "")}`;

let made: FixtureRepository | undefined;

/** The repository with known truth. It is made once for the tests of a process, which only read it. */
export function fixtureRepository(): FixtureRepository {
  made ??= makeFixtureRepository(folderOfProcess(), { idOf: fixtureId });
  return made;
}

function folderOfProcess(): string {
  const folder = mkdtempSync(join(tmpdir(), "membria-test-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
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
