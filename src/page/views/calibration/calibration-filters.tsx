import type { ResultOf } from "../../net/page-calls.ts";
import { type Choice, SelectField, TextField } from "../../parts/field.tsx";
import { anyOr, ClearButton, choicesIn } from "../../parts/filter-bar.tsx";
import { changeQuery } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { BETWEEN } from "../decisions/filters.ts";
import { CHOSEN_NAMES, type Chosen, isChosen } from "./chosen.ts";

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
          choices={anyOr(words.any, choicesIn(decisions.times))}
          onChange={set("time")}
        />
        {chosen.time === BETWEEN ? (
          <>
            <TextField type="date" label={decisions.since} value={chosen.since} onChange={set("since")} />
            <TextField type="date" label={decisions.until} value={chosen.until} onChange={set("until")} />
          </>
        ) : null}
        {isChosen(chosen) ? <ClearButton label={words.clear} names={CHOSEN_NAMES} /> : null}
      </div>
    </search>
  );
}

function withChosen(all: string, choices: readonly Choice[], chosen: string): readonly Choice[] {
  const isKnown = chosen === "" || choices.some(({ value }) => value === chosen);
  const others = isKnown ? choices : [...choices, { value: chosen, label: chosen }];
  return anyOr(
    all,
    others.toSorted((a, b) => a.label.localeCompare(b.label, "en")),
  );
}
