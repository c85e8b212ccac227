import type { ViewProps } from "../../shell/views.ts";
import { DecisionList } from "./decision-list.tsx";
import { DecisionPage } from "./decision-page.tsx";

/** The list, or one decision. */
export function DecisionsView({ rest }: ViewProps) {
  return rest === undefined ? <DecisionList /> : <DecisionPage id={rest} />;
}
