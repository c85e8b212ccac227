import { Page } from "../../parts/page.tsx";
import { useAddress } from "../../route/address.ts";
import type { ViewProps } from "../../shell/views.ts";
import { strings } from "../../strings.ts";
import { FoundThreats } from "./found-threats.tsx";
import { ThreatFilters } from "./threat-filters.tsx";
import { ThreatList } from "./threat-list.tsx";
import { ThreatPage } from "./threat-page.tsx";

/** The patterns, those that apply to a task, or one of them. */
export function ThreatsView({ rest }: ViewProps) {
  const { query } = useAddress();
  if (rest !== undefined) return <ThreatPage id={rest} />;
  const task = (query.get("q") ?? "").trim();
  return (
    <Page title={strings.views.threats} lead={strings.threats.lead}>
      <ThreatFilters />
      {task === "" ? (
        <ThreatList />
      ) : (
        <FoundThreats task={task} file={query.get("file")?.trim() || undefined} />
      )}
    </Page>
  );
}
