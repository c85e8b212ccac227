import type { DayResult, GetFiguresResult } from "../../../tools/page/health.ts";
import { useSession } from "../../net/session.ts";
import { useCall } from "../../net/use-call.ts";
import { Fact, Facts, Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { percent } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer, isAdmin } from "../../parts/states.tsx";
import { strings } from "../../strings.ts";
import { Checks } from "./checks.tsx";

const { health: words } = strings;

/** Whether everything is in order, and how much the memory is used. */
export function HealthView() {
  const session = useSession();
  const mayCheck = isAdmin(session) && session.project === null;
  return (
    <Page title={strings.views.health} lead={words.lead}>
      <div class="stack">
        {mayCheck ? <Checks /> : <p class="notice">{words.forAdmins}</p>}
        <UsageFigures />
      </div>
    </Page>
  );
}

const DAYS = 30;
/** With fewer outcomes a share says more than they do. */
const ENOUGH_OUTCOMES = 5;

function UsageFigures() {
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

/** The figures that the server counted since it started. */
function ServerFigures({
  server: { requests, latency, tools, caches },
}: {
  readonly server: NonNullable<GetFiguresResult["server"]>;
}) {
  const used = caches.filter(({ hits, misses }) => hits + misses > 0);
  return (
    <section class="panel stack" aria-labelledby="server">
      <h2 id="server">{words.server}</h2>
      <Facts>
        <Fact name={words.requests}>
          <span class="number">{requests.toLocaleString("en")}</span>
        </Fact>
        <Fact name={words.latency}>
          {latency ? words.latencyText(latency.p50, latency.p95, latency.p99) : words.latencyNone}
        </Fact>
        <Fact name={words.tools}>
          {tools.length === 0 ? (
            words.toolsNone
          ) : (
            <ul class="plain">
              {tools.map(({ tool, calls, errors }) => (
                <li key={tool}>
                  <code>{tool}</code> <span class="number">{words.toolCalls(calls, errors)}</span>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        {used.length === 0 ? null : (
          <Fact name={words.caches}>
            <ul class="plain">
              {used.map(({ cache, hits, misses }) => (
                <li key={cache}>{words.cache(cache, percent(hits / (hits + misses)))}</li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </section>
  );
}
