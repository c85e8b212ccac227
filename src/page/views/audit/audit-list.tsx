import type { AuditEntryResult, ListAuditResult } from "../../../tools/page/audit.ts";
import { ALL_PROJECTS, useShownProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { Answer, Empty } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href, useAddress } from "../../route/address.ts";
import { useRowKeys } from "../../shell/use-row-keys.ts";
import { strings } from "../../strings.ts";
import type { AuditFilter } from "./audit-filters.tsx";

const { audit: words } = strings;

export const authorOf = ({ author_kind, author, person }: AuditEntryResult): string =>
  words.by(author_kind, author, person);

/** The address of this page of the log with some of it changed. */
const useLogHref = () => {
  const { query } = useAddress();
  return (values: Readonly<Record<string, string | undefined>>): string =>
    href("/audit", { ...Object.fromEntries(query), ...values });
};

export function AuditList({
  filter,
  before,
}: {
  readonly filter: AuditFilter;
  readonly before: number | undefined;
}) {
  const found = useCall("list-audit", { ...filter, ...(before !== undefined && { before }) });
  return (
    <Answer of={found}>
      {(data) => <Entries data={data} isFiltered={Object.keys(filter).length > 0} before={before} />}
    </Answer>
  );
}

function Entries({
  data: { entries, earlier },
  isFiltered,
  before,
}: {
  readonly data: ListAuditResult;
  readonly isFiltered: boolean;
  readonly before: number | undefined;
}) {
  const to = useLogHref();
  const isAcross = useShownProject() === ALL_PROJECTS;
  useRowKeys(".audit-list a");
  const oldest = entries.at(-1)?.position;
  if (entries.length === 0 && before === undefined) {
    return (
      <Empty title={isFiltered ? words.nothing : words.none}>
        <p>{isFiltered ? words.nothingHint : words.noneHint}</p>
      </Empty>
    );
  }
  return (
    <>
      <ol class="plain audit-list panel" aria-label={words.list}>
        {entries.map((entry) => (
          <li key={entry.position} class="row">
            <a class="audit-line" href={to({ entry: String(entry.position) })}>
              <span class="audit-action">{entry.action}</span>
              <code class="audit-subject">{entry.subject}</code>
              <span class="audit-author">
                <Stored text={authorOf(entry)} />
              </span>
              {isAcross ? (
                <span class="audit-project">
                  <Stored text={entry.project} />
                </span>
              ) : null}
              <When at={entry.at} />
            </a>
          </li>
        ))}
      </ol>
      <nav class="pages" aria-label={words.pages}>
        {before === undefined ? null : (
          <a class="button" href={to({ before: undefined, entry: undefined })}>
            {words.newest}
          </a>
        )}
        {earlier > 0 && oldest !== undefined ? (
          <a class="button" href={to({ before: String(oldest), entry: undefined })}>
            {words.older(earlier)}
          </a>
        ) : null}
      </nav>
    </>
  );
}
