import { Page } from "../../parts/page.tsx";
import { Tabs, tabIn } from "../../parts/tabs.tsx";
import { useAddress } from "../../route/address.ts";
import type { ViewProps } from "../../shell/views.ts";
import { strings } from "../../strings.ts";
import { Checkpoints } from "./checkpoints.tsx";
import { SessionList } from "./session-list.tsx";
import { SessionPage } from "./session-page.tsx";

const { sessions: words } = strings;

/** What sessions were told, where they left the work, or one session. */
export function SessionsView({ rest }: ViewProps) {
  const { query } = useAddress();
  if (rest !== undefined) return <SessionPage session={rest} />;
  const tab = tabIn(query, words.tabs);
  return (
    <Page title={strings.views.sessions} lead={words.lead}>
      <Tabs label={words.tabsLabel} names={words.tabs} current={tab} />
      {tab === "told" ? <SessionList /> : <Checkpoints />}
    </Page>
  );
}
