import type { ResultOf } from "../../net/page-calls.ts";
import { useCall } from "../../net/use-call.ts";
import { Page } from "../../parts/page.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { href, useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { CalibrationFilters } from "./calibration-filters.tsx";
import { calibrationInput, chosenIn, isChosen } from "./chosen.ts";
import { MoreOutcomes } from "./more-outcomes.tsx";
import { TimeFigure } from "./over-time.tsx";
import { RateTable } from "./rate-table.tsx";
import { ReliabilityFigure } from "./reliability.tsx";
import { Verdict } from "./verdict.tsx";

const { calibration: words } = strings;

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
