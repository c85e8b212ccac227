import { addCandidates, saveCheckpointDraft } from "../../src/candidates/sql/candidate-rows.ts";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { storeLink } from "../../src/decisions/sql/links.ts";
import { addProposal } from "../../src/decisions/sql/proposals.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { act, decision, screened } from "./decisions.ts";
import { candidate, checkpointDraft } from "./hook-records.ts";
import { link } from "./links.ts";

export const QUOTE = screened("OK, we use Postgres instead of Mongo because orders need transactions.");

/** One of each kind that waits for a person, with the ids `cand_choice`, `cand_draft`, `dec_due`, `lnk_open`, `prop_open`. */
export async function fillQueue(memory: Memory, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 3 * 60 * 60 * 1_000);
  await addCandidates(memory, [
    candidate({
      id: "cand_choice",
      at,
      quote: QUOTE,
      statement: screened("Use Postgres instead of Mongo"),
      alternatives: [screened("Mongo")],
      reasoning: screened("orders need transactions"),
      files: [screened("db/schema.sql")],
    }),
  ]);
  await saveCheckpointDraft(memory, checkpointDraft({ id: "cand_draft", at }));
  const dueAt = new Date(now.getTime() - 1);
  // Decisions on the same topic would be something to propose.
  const topic = (name: string) => ({ topic: name, createdAt: at });
  const due = decision({ id: "dec_due", statement: "Cache the price list for an hour", ...topic("cache") });
  await addDecision(memory, { decision: { ...due, dueAt } }, act(at));
  await addDecision(
    memory,
    { decision: decision({ id: "dec_other", statement: "Keep prices in a file", ...topic("prices") }) },
    act(at),
  );
  await storeLink(
    memory,
    link({ id: "lnk_open", from: "dec_due", to: "dec_other", relation: "refines", proposedAt: at }),
    act(at),
  );
  await addProposal(
    memory,
    {
      id: "prop_open",
      project: "shop",
      kind: "repeated_failures",
      target: screened("prices"),
      statement: screened("Read prices from the database"),
      reasoning: screened("Files failed three times."),
      domain: "database",
      explanations: [screened("The disk was full.")],
      evidence: ["dec_due", "dec_other"],
      state: "draft",
      createdAt: at,
      fedAt: at,
    },
    act(at),
  );
}
