import { Page } from "../../parts/page.tsx";
import { strings } from "../../strings.ts";

export function TodayView() {
  return <Page title={strings.views.today}>{null}</Page>;
}
