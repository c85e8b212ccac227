/** The types of edges that links between decisions become, by their relation. */
const EDGES: Readonly<Record<string, string>> = {
  supersedes: "SUPERSEDES",
  refines: "REFINES",
  contradicts: "CONTRADICTS",
  depends_on: "DEPENDS_ON",
};
/** Of a relation that only a newer Membria knows. */
const OTHER = "RELATED";

export const LINK_EDGES: readonly string[] = [...Object.values(EDGES), OTHER];

export const edgeOf = (relation: string): string => EDGES[relation] ?? OTHER;
