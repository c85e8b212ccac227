import type { DayResult, GetFiguresResult } from "../../../tools/page/health.ts";
import { useCall } from "../../net/use-call.ts";
import { Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { percent } from "../../parts/marks.tsx";
import { Answer } from "../../parts/states.tsx";
import { strings } from "../../strings.ts";
import { ServerFigures } from "./server-figures.tsx";

const { health: words } = strings;
const DAYS = 30;
/** With fewer outcomes a share says more than they do. */
const ENOUGH_OUTCOMES = 5;

export function UsageFigures() {
  const found = useCall("get-figures", { days: DAYS });
  return <Answer of={found}>{(figures) => <Shown figures={figures} />}</Answer>;
}

function Shown({ figures }: { readonly figures: GetFiguresResult }) {
  const { last_day, days, domains, success_rate, outcomes, overconfident, underconfident } = figures;
  return (
    <>
      <section class="panel stack" aria-labelledby="use">
        <h2 id="use">{words.figures}</h2>
        <Figures label={words.lastDay}>
          <Figure name={words.decisions} value={wholeNumber(last_day.decisions)} />
          <Figure name={words.outcomes} value={wholeNumber(last_day.outcomes)} />
          <Figure name={words.contexts} value={wholeNumber(last_day.contexts)} />
        </Figures>
        <Figures label={words.overAll}>
          {success_rate !== null && outcomes >= ENOUGH_OUTCOMES ? (
            <Figure name={words.success} value={percent(success_rate)} />
          ) : null}
          <Figure name={words.domains} value={wholeNumber(domains)} />
          <Figure
            name={words.misjudged}
            value={wholeNumber(overconfident + underconfident)}
            tone={overconfident + underconfident > 0 ? "fair" : undefined}
          />
        </Figures>
        <Days days={days} />
      </section>
      {figures.server ? <ServerFigures server={figures.server} /> : null}
    </>
  );
}

/** Bars of equal width, each with its numbers where somebody points at it, and all of them for who hears them. */
function Days({ days }: { readonly days: readonly DayResult[] }) {
  const most = Math.max(...days.map(({ decisions }) => decisions));
  return (
    <figure class="days">
      <figcaption>{words.days(days.length, most)}</figcaption>
      {most === 0 ? (
        <p class="faint">{words.daysNone}</p>
      ) : (
        <ol class="plain" style={{ "--most": String(most) }}>
          {days.map(({ date, decisions, outcomes }) => (
            <li
              key={date}
              title={words.dayTitle(date, decisions, outcomes)}
              style={{ "--share": String(decisions / most) }}
            >
              <span class="only-read">{words.dayTitle(date, decisions, outcomes)}</span>
            </li>
          ))}
        </ol>
      )}
    </figure>
  );
}
