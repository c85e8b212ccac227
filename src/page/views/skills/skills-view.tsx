import { Page } from "../../parts/page.tsx";
import { Tabs, tabIn } from "../../parts/tabs.tsx";
import { useAddress } from "../../route/address.ts";
import type { ViewProps } from "../../shell/views.ts";
import { strings } from "../../strings.ts";
import { Learned } from "./learned.tsx";
import { SkillPage } from "./skill-page.tsx";
import { Warnings } from "./warnings.tsx";

const { skills: words } = strings;

/** What was learned, the warnings that follow from it, or one skill. */
export function SkillsView({ rest }: ViewProps) {
  const { query } = useAddress();
  if (rest !== undefined) return <SkillPage id={rest} />;
  const tab = tabIn(query, words.tabs);
  return (
    <Page title={strings.views.skills} lead={tab === "learned" ? words.lead : strings.warnings.lead}>
      <Tabs label={words.tabsLabel} names={words.tabs} current={tab} />
      {tab === "learned" ? <Learned /> : <Warnings />}
    </Page>
  );
}
