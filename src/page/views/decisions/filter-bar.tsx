import { useRef } from "preact/hooks";
import { useCall } from "../../net/use-call.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { changeQuery } from "../../route/address.ts";
import { useTypedQuery } from "../../route/use-typed-query.ts";
import { useShortcuts } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";
import { BETWEEN, FILTER_NAMES, type Filters, isFiltered } from "./filters.ts";

const { decisions: words } = strings;
const anyOr = (labels: Readonly<Record<string, string>>) => [
  { value: "", label: words.any },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
];

export function FilterBar({ filters }: { readonly filters: Filters }) {
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useTypedQuery("q", filters.q);
  const [author, setAuthor] = useTypedQuery("author", filters.author);
  const domains = useCall("list-domains", {}, { areas: [] }).data?.domains ?? [];
  const known = [...new Set([...domains, ...(filters.domain ? [filters.domain] : [])])];
  useShortcuts({
    "/": {
      meaning: strings.shortcuts.search,
      run: () => {
        search.current?.focus();
        search.current?.select();
      },
    },
  });
  const set = (name: keyof Filters) => (value: string) => changeQuery({ [name]: value });
  return (
    <search class="filter-bar">
      <input
        ref={search}
        type="search"
        class="search-box"
        aria-label={words.search}
        placeholder={words.searchHint}
        value={typed}
        maxLength={500}
        dir="auto"
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <details class="filters" open={matchMedia("(min-width: 48rem)").matches}>
        <summary>{words.filters}</summary>
        <div class="filter-fields">
          <SelectField
            label={words.domain}
            value={filters.domain}
            choices={anyOr(Object.fromEntries(known.map((name) => [name, name])))}
            onChange={set("domain")}
          />
          <SelectField
            label={words.standing}
            value={filters.standing}
            choices={anyOr(strings.standings)}
            onChange={set("standing")}
          />
          <SelectField
            label={words.outcome}
            value={filters.outcome}
            choices={anyOr(strings.outcomes)}
            onChange={set("outcome")}
          />
          <TextField label={words.author} value={author} onChange={setAuthor} />
          <SelectField
            label={words.time}
            value={filters.time}
            choices={anyOr(words.times)}
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
              choices={[
                { value: "", label: words.hows.meaning },
                { value: "text", label: words.hows.text },
              ]}
              onChange={set("how")}
            />
          ) : null}
          {isFiltered(filters) ? (
            <button
              type="button"
              class="button quiet"
              onClick={() => changeQuery(Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined])))}
            >
              {words.clear}
            </button>
          ) : null}
        </div>
      </details>
    </search>
  );
}
