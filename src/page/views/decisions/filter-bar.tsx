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
import { changeQuery } from "../../route/address.ts";
import { useTypedQuery } from "../../route/use-typed-query.ts";
import { strings } from "../../strings.ts";
import { BETWEEN, FILTER_NAMES, type Filters, isFiltered } from "./filters.ts";

const { decisions: words } = strings;

export function FilterBar({ filters }: { readonly filters: Filters }) {
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
