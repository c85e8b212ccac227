import type { InputOf, ResultOf } from "../../net/call.ts";
import { useCall } from "../../net/use-call.ts";
import { type Choice, SelectField, TextField } from "../../parts/field.tsx";
import { anyOr, ClearButton, choicesIn } from "../../parts/filter-bar.tsx";
import { percent } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { changeQuery, href, useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { BETWEEN, filtersIn, listInput } from "../decisions/filters.ts";
import { FEWEST, shownScore } from "./figures.ts";
import { MoreOutcomes } from "./more-outcomes.tsx";
import { TimeFigure } from "./over-time.tsx";
import { RateTable } from "./rate-table.tsx";
import { ReliabilityFigure } from "./reliability.tsx";

const { decisions, calibration: words } = strings;

export function CalibrationView() {
  const { query } = useAddress();
  const chosen = chosenIn(query);
  const called = useCall("calibration", calibrationInput(chosen, new Date()));
  return (
    <Page title={strings.views.calibration} lead={words.lead}>
      <CalibrationFilters chosen={chosen} known={called.data} />
      <Answer of={called}>
        {(data) =>
          data.ever.outcomes === 0 && !isChosen(chosen) ? (
            <Empty title={words.none}>
              <p>{words.noneHint}</p>
              <p class="empty-links">
                <a href={href("/today")}>{words.noneToday}</a>
                <a href={href("/decisions", { outcome: "none" })}>{words.noneDecisions}</a>
              </p>
            </Empty>
          ) : (
            <Figures data={data} isTimed={chosen.time !== ""} />
          )
        }
      </Answer>
    </Page>
  );
}

function Figures({ data, isTimed }: { readonly data: ResultOf<"calibration">; readonly isTimed: boolean }) {
  return (
    <div class="calibration">
      <Verdict data={data} isTimed={isTimed} />
      {data.total.outcomes === 0 ? (
        <Empty title={words.nothing}>
          <p>{words.nothingHint}</p>
        </Empty>
      ) : (
        <>
          <div class="figure-row">
            <ReliabilityFigure data={data} />
            <MoreOutcomes more={data.more} />
          </div>
          <TimeFigure periods={data.periods} />
        </>
      )}
      <div class="rate-tables">
        <RateTable
          title={words.byDomain}
          column={words.columns.name}
          rows={data.domains.map((row) => ({ ...row, label: row.name, filter: { domain: row.name } }))}
        />
        <RateTable
          title={words.byPerson}
          column={words.columns.author}
          rows={data.authors.map((row) => ({
            ...row,
            label: words.byAuthor(row.kind, row.person),
            filter: { author: row.person === null ? row.kind : `${row.kind}:${row.person}` },
          }))}
        />
      </div>
    </div>
  );
}

/** Only what has outcomes can be chosen, and what the address names already. */
function CalibrationFilters({
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

type CalibrationInput = InputOf<"calibration">;
type AuthorLevel = NonNullable<CalibrationInput["author"]>;

/** The filters that the address has. Empty texts stand for everything. */
interface Chosen {
  readonly domain: string;
  /** `human:ana`, or `agent` where nobody is known behind it. */
  readonly author: string;
  readonly time: string;
  readonly since: string;
  readonly until: string;
}

const CHOSEN_NAMES = ["domain", "author", "time", "since", "until"] as const;

function chosenIn(query: URLSearchParams): Chosen {
  const { domain, author, time, since, until } = filtersIn(query);
  return { domain, author, time, since, until };
}

const isChosen = ({ domain, author, time }: Chosen): boolean => `${domain}${author}${time}` !== "";

function calibrationInput(chosen: Chosen, now: Date): CalibrationInput {
  const { since, until } = listInput({ ...chosen, q: "", standing: "", outcome: "", how: "" }, now);
  const author = authorIn(chosen.author);
  return {
    ...(chosen.domain && { domain: chosen.domain }),
    ...(author && { author }),
    ...(since && { since }),
    ...(until && { until }),
  };
}

function authorIn(text: string): AuthorLevel | undefined {
  const [kind, ...person] = text.split(":");
  if (kind !== "human" && kind !== "agent" && kind !== "script") return undefined;
  return person.length === 0 ? { kind } : { kind, person: person.join(":") };
}

const TONES: Readonly<Record<string, string>> = {
  "well-calibrated": "good",
  overconfident: "bad",
  underconfident: "fair",
};

/** The counts first, then what they mean. */
function Verdict({
  data: { total, status, advice },
  isTimed,
}: {
  readonly data: ResultOf<"calibration">;
  readonly isTimed: boolean;
}) {
  const unstated = total.outcomes - total.stated;
  return (
    <section class="panel verdict" aria-labelledby="verdict">
      <div class="verdict-counts">
        <p class="verdict-count">{words.worked(shownScore(total.worked), total.outcomes)}</p>
        <p class="faint">
          {total.low === null || total.high === null
            ? words.tooFewForRate(FEWEST)
            : words.between(percent(total.low), percent(total.high))}{" "}
          {unstated > 0 && total.stated > 0 ? words.someUnstated(unstated) : null}
        </p>
      </div>
      <div>
        <h2 id="verdict" class={`verdict-status verdict-${TONES[status] ?? "open"}`}>
          {words.statuses[status]}
        </h2>
        <p>{advice}</p>
        {isTimed ? <p class="faint">{words.verdictOfAll}</p> : null}
      </div>
    </section>
  );
}
