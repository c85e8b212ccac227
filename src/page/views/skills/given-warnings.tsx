import type { GuidanceResult, ListGuidanceResult } from "../../../tools/page/warnings.ts";
import { inProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { percent } from "../../parts/marks.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { useRowKeys } from "../../shell/use-row-keys.ts";
import { strings } from "../../strings.ts";

const { warnings: words } = strings;

/** What was asked about before, and what became of it. */
export function GivenWarnings() {
  const found = useCall("list-guidance", {});
  return <Answer of={found}>{(data) => <Given data={data} />}</Answer>;
}

function Given({ data }: { readonly data: ListGuidanceResult }) {
  const { guidance, total, worth } = data;
  useRowKeys(".given a");
  if (guidance.length === 0) {
    return (
      <Empty title={words.givenNone}>
        <p>{words.givenNoneHint}</p>
      </Empty>
    );
  }
  return (
    <>
      <Figures label={words.worthDays(worth.days)}>
        <Figure name={words.warned} value={wholeNumber(worth.warned)} />
        <Figure name={words.heeded} value={wholeNumber(worth.heeded)} tone="good" />
        <Figure name={words.goneAhead} value={wholeNumber(worth.gone_ahead)} />
        <Figure
          name={words.wentWrong}
          value={wholeNumber(worth.went_wrong)}
          tone={worth.went_wrong > 0 ? "bad" : undefined}
        />
      </Figures>
      <section class="panel">
        <h2>{words.given}</h2>
        <ol class="plain given">
          {guidance.map((one) => (
            <li key={one.id} class="row">
              <Line guidance={one} />
            </li>
          ))}
        </ol>
        {total > guidance.length ? <p class="faint">{words.more(guidance.length, total)}</p> : null}
      </section>
    </>
  );
}

const TONES = { clear: "tag-strong", caution: "tag-weak", block: "tag-bad" } as const;

function Line({ guidance }: { readonly guidance: GuidanceResult }) {
  const { statement, status, warnings, decided, at, confidence, project } = guidance;
  return (
    <div class="decision-line">
      <a
        class="line-statement"
        href={href("/skills", { tab: "warnings", ask: statement, ...inProject(project) })}
      >
        <Stored text={statement} />
      </a>
      <span class="line-facts">
        <span class={`tag ${TONES[status]}`}>{words.statuses[status]}</span>
        {[...new Set(warnings.map(({ type }) => type))].map((type) => (
          <span key={type}>{words.types[type]}</span>
        ))}
        {confidence === null ? null : <span class="number">{percent(confidence)}</span>}
        {decided ? (
          <a href={href(`/decisions/${encodeURIComponent(decided.id)}`, inProject(project))}>
            {words.verdicts[decided.verdict]}
            {decided.because === null ? "" : ` (${words.becauseOf[decided.because]})`}
          </a>
        ) : (
          <span>{words.open}</span>
        )}
        <When at={at} />
      </span>
    </div>
  );
}
