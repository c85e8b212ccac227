import { useRef } from "preact/hooks";
import type { AuditEntryResult, ListAuditResult } from "../../../tools/page/audit.ts";
import { ALL_PROJECTS, useShownProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { SelectField, TextField } from "../../parts/field.tsx";
import { Fact, Facts } from "../../parts/figures.tsx";
import { anyOr, ClearButton, choicesIn } from "../../parts/filter-bar.tsx";
import { Scrolling } from "../../parts/scrolling.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { RecordId, Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { changeQuery, href, useAddress } from "../../route/address.ts";
import { useTypedQuery } from "../../route/use-typed-query.ts";
import { useRowKeys } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";

const { audit: words } = strings;

const authorOf = ({ author_kind, author, person }: AuditEntryResult): string =>
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

const { fields } = words;

/** One entry with what it wrote. */
export function AuditEntry({ position }: { readonly position: number }) {
  const found = useCall("get-audit-entry", { position }, { areas: [] });
  return (
    <Dialog title={words.entry(position)} isWide onClose={() => changeQuery({ entry: undefined })}>
      <Answer of={found}>{(entry) => <Whole entry={entry} />}</Answer>
    </Dialog>
  );
}

function Whole({ entry }: { readonly entry: AuditEntryResult }) {
  const { action, at, subject, refs, project, client, key, machine, digest } = entry;
  return (
    <div class="stack">
      <p>
        <span class="tag">{action}</span>
      </p>
      <Facts>
        <Fact name={fields.at}>
          <When at={at} /> <span class="faint">{at}</span>
        </Fact>
        <Fact name={fields.author}>
          <Stored text={authorOf(entry)} />
        </Fact>
        <Fact name={fields.client}>
          <Stored text={client} />
        </Fact>
        <Fact name={fields.record}>
          <RecordId id={subject} project={project} />{" "}
          <a class="open-link" href={href("/audit", { record: subject })}>
            {words.all}
          </a>
        </Fact>
        {refs === undefined ? null : (
          <Fact name={fields.refs}>
            <ul class="ids">
              {refs.map((id) => (
                <li key={id}>
                  <RecordId id={id} project={project} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact name={fields.project}>
          <Stored text={project} />
        </Fact>
        {key === undefined ? null : (
          <Fact name={fields.key}>
            <code>{key}</code>
          </Fact>
        )}
        {machine === undefined ? null : (
          <Fact name={fields.machine}>
            <Stored text={machine} />
          </Fact>
        )}
        <Fact name={fields.digest}>
          <code class="breaks">{digest}</code>
        </Fact>
      </Facts>
      <Change entry={entry} />
    </div>
  );
}

function Change({ entry }: { readonly entry: AuditEntryResult }) {
  const parts = entry.changes ?? [];
  return (
    <section>
      <h3>{words.change}</h3>
      {parts.length === 0 ? <p class="faint">{words.noChange}</p> : null}
      {parts.map((part, i) =>
        "erased" in part ? (
          <p key={i} class="faint">
            {words.erased}
          </p>
        ) : (
          <Scrolling key={i} label={words.change}>
            <bdi>{JSON.stringify(part.args, null, 2)}</bdi>
          </Scrolling>
        ),
      )}
    </section>
  );
}

const NAMES = ["action", "actor", "record", "since"] as const;
type AuditFilter = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** The filter that the address has. */
export const auditFilterIn = (query: URLSearchParams): AuditFilter =>
  Object.fromEntries(
    NAMES.map((name) => [name, query.get(name)?.trim() ?? ""]).filter(([, value]) => value !== ""),
  );

export function AuditFilters() {
  const { query } = useAddress();
  const filter = auditFilterIn(query);
  const [actor, setActor] = useTypedQuery("actor", query.get("actor") ?? "");
  const [record, setRecord] = useTypedQuery("record", query.get("record") ?? "");
  const actions = useActions(filter.action);
  // Another filter has other pages.
  const set = (name: string) => (value: string) => changeQuery({ [name]: value, before: undefined });
  return (
    <search class="filter-bar">
      <div class="filter-fields">
        <SelectField
          label={words.action}
          value={filter.action ?? ""}
          choices={anyOr(
            words.any,
            actions.map((name) => ({
              value: name,
              label: name.includes(".") ? name : words.allOf(name),
            })),
          )}
          onChange={set("action")}
        />
        <TextField label={words.actor} value={actor} onChange={setActor} />
        <TextField label={words.record} value={record} onChange={setRecord} />
        <SelectField
          label={words.time}
          value={filter.since ?? ""}
          choices={anyOr(words.any, choicesIn(words.times))}
          onChange={set("since")}
        />
        {Object.keys(filter).length > 0 ? (
          <ClearButton label={words.clear} names={[...NAMES, "before"]} />
        ) : null}
      </div>
    </search>
  );
}

/** The actions that there are, which every answer names. */
function useActions(chosen: string | undefined): readonly string[] {
  const last = useRef<readonly string[]>([]);
  const { data } = useCall("list-audit", { limit: 1 }, { areas: [] });
  if (data) last.current = data.actions;
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...last.current])].sort((a, b) =>
    a < b ? -1 : 1,
  );
}
