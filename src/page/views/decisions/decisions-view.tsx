import { useMemo, useRef, useState } from "preact/hooks";
import type { ListedDecision, SearchDecisionsResult } from "../../../tools/page/decisions.ts";
import { ALL_PROJECTS, useShownProject } from "../../net/project.ts";
import { mayWrite, useSession } from "../../net/session.ts";
import { useCall } from "../../net/use-call.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import {
  anyOr,
  ClearButton,
  choicesIn,
  FoldedFields,
  SearchBox,
  sameWords,
} from "../../parts/filter-bar.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, Command, Empty, Failed, Loading } from "../../parts/states.tsx";
import { VirtualList } from "../../parts/virtual-list.tsx";
import { changeQuery, useAddress } from "../../route/address.ts";
import { useTypedQuery } from "../../route/use-typed-query.ts";
import { useRowKeys, useShortcuts } from "../../shell/shortcuts.ts";
import type { ViewProps } from "../../shell/views.ts";
import { strings } from "../../strings.ts";
import { DecisionLine } from "./decision-line.tsx";
import { DecisionPage } from "./decision-page.tsx";
import { BETWEEN, FILTER_NAMES, type Filters, filtersIn, isFiltered, listInput } from "./filters.ts";
import { CaptureDialog } from "./new-decision-dialogs.tsx";
import { usePages } from "./use-pages.ts";

const { decisions: words } = strings;

/** The list, or one decision. */
export function DecisionsView({ rest }: ViewProps) {
  return rest === undefined ? <DecisionList /> : <DecisionPage id={rest} />;
}

const ROW_HEIGHTS = { wide: 4.5, narrow: 7.75 };

function DecisionList() {
  const { query } = useAddress();
  const filters = filtersIn(query);
  const isSearch = filters.q.trim() !== "" && filters.how !== "text";
  const isOneProject = useShownProject() !== ALL_PROJECTS;
  const mayCapture = mayWrite(useSession()) && isOneProject;
  const [isCapturing, setCapturing] = useState(false);
  useShortcuts(
    mayCapture ? { c: { meaning: strings.acts.capture.button, run: () => setCapturing(true) } } : {},
  );
  const capture = (
    <button type="button" class="button" onClick={() => setCapturing(true)}>
      {strings.acts.capture.button}
    </button>
  );
  return (
    <Page title={strings.views.decisions} actions={mayCapture ? capture : null}>
      <FilterBar filters={filters} />
      {isSearch ? <Found filters={filters} /> : <Listed filters={filters} />}
      {isCapturing ? <CaptureDialog onClose={() => setCapturing(false)} /> : null}
    </Page>
  );
}

function Listed({ filters }: { readonly filters: Filters }) {
  const pages = usePages(listInput(filters, new Date()));
  const { total, failure } = pages;
  const hasFilters = isFiltered(filters);
  return (
    <>
      <p class="found-count" role="status">
        {total ? (hasFilters ? words.leadFiltered(total) : words.lead(total)) : null}
      </p>
      {failure ? <Failed failure={failure} onRetry={pages.refresh} /> : null}
      {total === undefined && !failure ? <Loading /> : null}
      {total === 0 ? <Nothing hasFilters={hasFilters} /> : null}
      {total ? (
        <VirtualList
          label={words.list}
          total={total}
          heights={ROW_HEIGHTS}
          onRange={pages.show}
          row={(index) => {
            const decision = pages.at(index);
            return decision ? <ListedLine decision={decision} /> : <span class="line-awaited" />;
          }}
        />
      ) : null}
    </>
  );
}

/** Scrolling draws the list again with every frame, and a row only when it is another one. */
function ListedLine({ decision }: { readonly decision: ListedDecision }) {
  return useMemo(() => <DecisionLine decision={decision} />, [decision]);
}

function Found({ filters }: { readonly filters: Filters }) {
  const { text: _, ...input } = listInput(filters, new Date());
  const found = useCall("search-decisions", { query: filters.q.trim(), ...input });
  const last = useRef(found.data);
  // The result for the words before stays until the next answer, so that nothing jumps while somebody types.
  if (found.data) last.current = found.data;
  const shown = last.current;
  return (
    <>
      <p class="found-count" role="status">
        {shown ? leadOf(shown) : null}
      </p>
      <Answer of={{ ...found, data: shown }}>
        {({ decisions }) =>
          decisions.length === 0 ? <Nothing hasFilters /> : <FoundList decisions={decisions} />
        }
      </Answer>
    </>
  );
}

const leadOf = ({ message, kept_out }: SearchDecisionsResult): string =>
  kept_out === 0 ? message : `${message} ${words.keptOut(kept_out)}`;

function FoundList({ decisions }: Pick<SearchDecisionsResult, "decisions">) {
  useRowKeys(".found a");
  return (
    <ol class="found" aria-label={words.results}>
      {decisions.map((decision) => (
        <li key={decision.id} class="row">
          <DecisionLine decision={decision} />
        </li>
      ))}
    </ol>
  );
}

function Nothing({ hasFilters }: { readonly hasFilters: boolean }) {
  if (hasFilters) {
    return (
      <Empty title={words.nothing}>
        <p>{words.nothingHint}</p>
      </Empty>
    );
  }
  return (
    <Empty title={words.none}>
      <p>{words.noneHint}</p>
      <Command text={words.noneCommand} />
    </Empty>
  );
}

function FilterBar({ filters }: { readonly filters: Filters }) {
  const [author, setAuthor] = useTypedQuery("author", filters.author);
  const domains = useCall("list-domains", {}, { areas: [] }).data?.domains ?? [];
  const known = [...new Set([...domains, ...(filters.domain ? [filters.domain] : [])])];
  const set = (name: keyof Filters) => (value: string) => changeQuery({ [name]: value });
  return (
    <search class="filter-bar">
      <SearchBox label={words.search} hint={words.searchHint} value={filters.q} />
      <FoldedFields label={words.filters}>
        <SelectField
          label={words.domain}
          value={filters.domain}
          choices={anyOr(words.any, sameWords(known))}
          onChange={set("domain")}
        />
        <SelectField
          label={words.standing}
          value={filters.standing}
          choices={anyOr(words.any, choicesIn(strings.standings))}
          onChange={set("standing")}
        />
        <SelectField
          label={words.outcome}
          value={filters.outcome}
          choices={anyOr(words.any, choicesIn(strings.outcomes))}
          onChange={set("outcome")}
        />
        <TextField label={words.author} value={author} onChange={setAuthor} />
        <SelectField
          label={words.time}
          value={filters.time}
          choices={anyOr(words.any, choicesIn(words.times))}
          onChange={set("time")}
        />
        {filters.time === BETWEEN ? (
          <>
            <TextField type="date" label={words.since} value={filters.since} onChange={set("since")} />
            <TextField type="date" label={words.until} value={filters.until} onChange={set("until")} />
          </>
        ) : null}
        {filters.q ? (
          <SelectField
            label={words.how}
            value={filters.how}
            choices={anyOr(words.hows.meaning, [{ value: "text", label: words.hows.text }])}
            onChange={set("how")}
          />
        ) : null}
        {isFiltered(filters) ? <ClearButton label={words.clear} names={FILTER_NAMES} /> : null}
      </FoldedFields>
    </search>
  );
}
