import type { OutcomeGroupStore } from "../../../domain/calibration/outcome-groups.ts";
import type { DecisionGraphStore } from "../../../domain/guidance/decision-graph.ts";
import { loadedLater } from "../shared/loaded-later.ts";

type PageReads = OutcomeGroupStore & DecisionGraphStore;

const LOADED = ["outcomeGroups", "decisionGraph"] as const satisfies readonly (keyof PageReads)[];

/** What only the web page asks for, loaded with its first question. */
export const loadedPageReads = (load: () => Promise<PageReads>): PageReads => loadedLater(LOADED, load);
