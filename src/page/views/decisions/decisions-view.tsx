import { Page } from "../../parts/page.tsx";
import { strings } from "../../strings.ts";

export function DecisionsView() {
  return <Page title={strings.views.decisions}>{null}</Page>;
}
