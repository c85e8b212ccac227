import { LINK_ID } from "../../domain/shared/ids.ts";
import type { CypherParameters } from "./cypher.ts";
import { LINK_EDGES } from "./links.ts";

interface Removal {
  readonly query: string;
  readonly parameters: CypherParameters;
}

/** Queries, or parts of one, that remove records of any kind from the projection, with what belongs to them alone. */
export function removeRecords(ids: readonly string[]): Removal[] {
  const links = ids.filter((id) => LINK_ID.test(id));
  const gone = ids.filter((id) => !LINK_ID.test(id));
  return [...(gone.length > 0 ? [removeNodes(gone)] : []), ...(links.length > 0 ? [removeLinks(links)] : [])];
}

const removeNodes = (gone: readonly string[]): Removal => ({
  query: `UNWIND $gone AS id
    OPTIONAL MATCH (d:Decision {id: id})
    OPTIONAL MATCH (s:Signal {id: id})
    OPTIONAL MATCH (o:Outcome {id: id})
    OPTIONAL MATCH (o)-[:TAUGHT]->(lesson:Lesson)
    DELETE d, s, o, lesson`,
  parameters: { gone },
});

/** Looks through all links: that one goes is rare, and an index for each kind of them would cost memory all the time. */
const removeLinks = (unlinked: readonly string[]): Removal => ({
  query: `OPTIONAL MATCH (:Decision)-[e:${LINK_EDGES.join("|")}]->() WHERE e.id IN $unlinked DELETE e`,
  parameters: { unlinked },
});
