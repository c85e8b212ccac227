import type { ResultOf } from "../../net/page-calls.ts";
import { SelectField, TextField } from "../../parts/field.tsx";
import { changeQuery } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { BETWEEN } from "../decisions/filters.ts";
import { type Chosen, isChosen } from "./chosen.ts";

const { calibration: words, decisions } = strings;

/** Only what has outcomes can be chosen, and what the address names already. */
export function CalibrationFilters({
  chosen,
  known,
}: {
  readonly chosen: Chosen;
  readonly known: ResultOf<"calibration"> | undefined;
}) {
  const set = (name: keyof Chosen) => (value: string) => changeQuery({ [name]: value });
  const domains = (known?.domains ?? []).map(({ name }) => ({ value: name, label: name }));
  const authors = (known?.authors ?? []).map(({ kind, person }) => ({
    value: person === null ? kind : `${kind}:${person}`,
    label: words.byAuthor(kind, person),
  }));
  return (
    <search class="filter-bar">
      <div class="filter-fields">
        <SelectField
          label={words.domain}
          value={chosen.domain}
          choices={withChosen(words.any, domains, chosen.domain)}
          onChange={set("domain")}
        />
        <SelectField
          label={words.author}
          value={chosen.author}
          choices={withChosen(words.everybody, authors, chosen.author)}
          onChange={set("author")}
        />
        <SelectField
          label={words.time}
          value={chosen.time}
          choices={withChosen(
            words.any,
            Object.entries(decisions.times).map(([value, label]) => ({ value, label })),
            "",
          )}
          onChange={set("time")}
        />
        {chosen.time === BETWEEN ? (
          <>
            <TextField type="date" label={decisions.since} value={chosen.since} onChange={set("since")} />
            <TextField type="date" label={decisions.until} value={chosen.until} onChange={set("until")} />
          </>
        ) : null}
        {isChosen(chosen) ? (
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              changeQuery({
                domain: undefined,
                author: undefined,
                time: undefined,
                since: undefined,
                until: undefined,
              })
            }
          >
            {words.clear}
          </button>
        ) : null}
      </div>
    </search>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function withChosen(all: string, choices: readonly Choice[], chosen: string): readonly Choice[] {
  const isKnown = chosen === "" || choices.some(({ value }) => value === chosen);
  const others = isKnown ? choices : [...choices, { value: chosen, label: chosen }];
  return [{ value: "", label: all }, ...others.toSorted((a, b) => a.label.localeCompare(b.label, "en"))];
}
