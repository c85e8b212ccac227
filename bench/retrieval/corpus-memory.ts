import { join } from "node:path";
import { prepareDecision } from "../../src/decisions/operations/capture-decision.ts";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { activateModel, saveVectors } from "../../src/recall/sql/embeddings.ts";
import { LIMITS } from "../../src/shared/text.ts";
import { connect } from "../../src/store/file/connection.ts";
import { callOf, fileIn, openMemory, PROJECT } from "../memory.ts";
import { folder } from "../workplace.ts";
import type { DataSet, Document } from "./data.ts";

export const MODEL = "retrieval";

/** Which decisions a corpus takes as superseded, and by which. */
export type Heads = ReadonlyMap<string, readonly string[]>;

let opened = 0;

/** A memory of the product with a decision for each document, in the document's own project, and its vector. */
export async function corpusMemory(set: DataSet, vectors: readonly Float32Array[], heads: Heads) {
  const home = join(folder, `${set.name}-${opened++}`);
  const wiring = await openMemory(home);
  const connection = await connect(fileIn(home));
  await connection.outsideTransaction("PRAGMA synchronous = OFF");
  const call = await callOf(wiring);
  const idOf = new Map<string, string>();
  const documentOf = new Map<string, string>();
  for (const document of set.documents) {
    const { decision } = prepareDecision(inputOf(document), wiring, {
      ...call,
      scope: document.group ?? PROJECT,
    });
    await addDecision(connection, { decision }, { by: call.actor, at: decision.createdAt });
    idOf.set(document.id, decision.id);
    documentOf.set(decision.id, document.id);
  }
  await connection.write((sql) => {
    for (const [old, ends] of heads) {
      sql.run("UPDATE memories SET standing = 'superseded' WHERE id = ?", idOf.get(old)!);
      for (const end of ends) {
        sql.run(
          `INSERT INTO links (id, project, from_id, to_id, relation, state, at, body)
           SELECT 'lnk_' || hex(randomblob(8)), project, ?1, id, 'supersedes', 'active', 0, '{}' FROM memories WHERE id = ?2`,
          idOf.get(end)!,
          idOf.get(old)!,
        );
      }
    }
  });
  await connection.close();
  const ids = [...documentOf.keys()];
  await activateModel(wiring.memory, MODEL);
  await saveVectors(
    wiring.memory,
    MODEL,
    vectors.map((vector, i) => ({ id: ids[i]!, vector })),
  );
  return { memory: wiring.memory, documentOf };
}

/** A text without a title is a statement by itself; one document has neither. */
function inputOf({ id, title, text }: Document) {
  const [statement = id, reasoning] = [title, text].filter((part) => part.trim() !== "");
  return {
    statement: statement.slice(0, LIMITS.statement),
    ...(reasoning !== undefined && { reasoning: reasoning.slice(0, LIMITS.text) }),
    confidenceStated: false,
    alternatives: [],
    assumptions: [],
    risks: [],
    evidence: [],
    consequences: [],
    questions: [],
  };
}
