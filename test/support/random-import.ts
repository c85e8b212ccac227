import {
  contentOf,
  editedDecision,
  firstRevisionId,
  type Revision,
} from "../../src/decisions/rules/revision.ts";
import type { ImportedRecord } from "../../src/portability/rules/import-store.ts";
import type { Act, Author } from "../../src/shared/actor.ts";
import { capturedIn, decision, screened } from "./decisions.ts";
import { link, review } from "./links.ts";
import { outcome, signal } from "./outcomes.ts";

const ADA: Author = { kind: "human", name: screened("Ada") };
/** Somebody who writes in no other way. */
const DORA: Author = { kind: "human", name: screened("Dora") };

/** One batch with records of every kind, linked with each other and with decisions that are there already. */
export function importedRecords({
  project,
  act: { at, by },
  decisions,
  id,
  picks: [a, b, c],
}: {
  readonly project: string;
  readonly act: Act;
  readonly decisions: readonly string[];
  readonly id: (prefix: string) => string;
  readonly picks: readonly [number, number, number];
}): ImportedRecord[] {
  const later = new Date(at.getTime() + 1_000);
  const old = decisions[a % decisions.length];
  const [one, other] = [id("dec"), id("dec")];
  const alias = `old ${b % 20}`;
  const common = { decisionId: one, project, author: DORA };
  const linked = (from: string, to: string, fields: Parameters<typeof link>[0]): ImportedRecord => ({
    kind: "link",
    link: link({
      id: id("lnk"),
      project,
      from,
      to,
      state: "active",
      proposedBy: ADA,
      proposedAt: at,
      ...fields,
    }),
  });
  const imported = decision({
    id: one,
    project,
    aliases: [alias, `other ${b}`],
    createdAt: at,
    updatedAt: later,
    progress: c % 2 === 0 ? "failed" : "completed",
    standing: c % 3 === 0 ? "deprecated" : "active",
    author: ADA,
    linkedPr: "#7",
    ...(b % 3 === 0 && { capturedIn: capturedIn({ exchange: `Said elsewhere about ${b}` }) }),
    confidenceUpdates: [{ confidence: 0.4, at: later, by: DORA }],
    ...(a % 2 === 0 && {
      assumptionStates: [{ assumption: `asm_${a}`, state: "false", at: later, by: DORA }],
    }),
  });
  const reworded = editedDecision(imported, { statement: screened("Reworded elsewhere") });
  const revisions: Revision[] = [imported, reworded].map((words, n) => ({
    id: n === 0 ? firstRevisionId(one) : id("rev"),
    decisionId: one,
    number: n + 1,
    at: n === 0 ? at : later,
    author: n === 0 ? ADA : DORA,
    contextHash: words.contextHash,
    content: contentOf(words),
  }));
  const isReworded = c % 2 === 0;
  return [
    {
      kind: "decision",
      decision: {
        ...(isReworded ? reworded : imported),
        notes: [{ text: screened("Imported with a note"), at: later, by: by.author }],
      },
      ...(isReworded && { revisions }),
      outcomes: [1, 0.5].slice(0, 1 + (c % 2)).map((score, n) => ({
        ...common,
        ...outcome(score, { id: id("out"), lessons: ["A lesson from elsewhere"] }),
        domain: "database",
        at: new Date(at.getTime() - n),
        signals: [],
      })),
      signals: [{ ...common, ...signal({ id: id("sig"), description: screened("Seen elsewhere") }), at }],
      files: [],
    },
    {
      kind: "decision",
      decision: decision({ id: other, project, createdAt: at, standing: c % 4 === 0 ? "draft" : "active" }),
      outcomes: [],
      signals: [],
      files: [],
    },
    linked(alias, other, { origin: "auto", relation: "refines" }),
    linked(other, one, { origin: "memory", relation: "contradicts", reviews: [review({ by: DORA, at })] }),
    ...(old === undefined
      ? []
      : [
          linked(one, old, { relation: "supersedes", origin: "memory" }),
          linked(old, other, { relation: "refines", origin: "auto" }),
        ]),
    {
      kind: "proposal",
      proposal: {
        id: id("prop"),
        project,
        kind: "contradiction",
        target: screened(`topic ${b % 5}`),
        statement: screened("Decide it anew"),
        reasoning: screened("They contradict each other"),
        domain: "database",
        explanations: [],
        evidence: [one, other],
        state: c % 5 === 0 ? "rejected" : "draft",
        createdAt: at,
        fedAt: later,
      },
    },
    {
      kind: "memory",
      memory: {
        type: "checkpoint",
        checkpoint: {
          id: id("chk"),
          aliases: [`checkpoint ${b % 20}`],
          project,
          summary: screened("Half of it"),
          openFiles: [],
          nextSteps: screened("The rest"),
          author: ADA,
          createdAt: at,
        },
      },
    },
    {
      kind: "memory",
      memory: {
        type: "insight",
        insight: {
          id: id("ins"),
          aliases: [],
          project,
          content: screened("Imports carry insights"),
          tags: [screened("import")],
          author: DORA,
          createdAt: at,
        },
      },
    },
  ];
}
