import { useState } from "preact/hooks";
import type {
  GetWarningsResult,
  GuidanceResult,
  ListGuidanceResult,
  WarningResult,
} from "../../../tools/page/warnings.ts";
import { inProject } from "../../net/project.ts";
import { useCall } from "../../net/use-call.ts";
import { TextField } from "../../parts/field.tsx";
import { Figure, Figures, wholeNumber } from "../../parts/figures.tsx";
import { percent } from "../../parts/marks.tsx";
import { Answer, Empty } from "../../parts/states.tsx";
import { DecisionIds, Stored, StoredText, WithIds } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { changeQuery, href, useAddress } from "../../route/address.ts";
import { useRowKeys } from "../../shell/shortcuts.ts";
import { strings } from "../../strings.ts";

const { warnings: words } = strings;

/** The warnings that would be given, and those that were. */
export function Warnings() {
  const { query } = useAddress();
  const asked = query.get("ask") ?? "";
  const confidence = shareIn(query.get("confidence") ?? "");
  return (
    <div class="stack">
      <section class="panel">
        <h2>{words.ask}</h2>
        <Ask key={asked} asked={asked} confidence={query.get("confidence") ?? ""} />
        {asked ? <Asked statement={asked} confidence={confidence} /> : null}
      </section>
      <GivenWarnings />
    </div>
  );
}

function shareIn(text: string): number | undefined {
  const value = Number(text);
  return text === "" || !Number.isFinite(value) || value < 0 || value > 100 ? undefined : value / 100;
}

function Ask({ asked, confidence }: { readonly asked: string; readonly confidence: string }) {
  const [statement, setStatement] = useState(asked);
  const [stated, setStated] = useState(confidence);
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        changeQuery({ ask: statement.trim(), confidence: stated.trim() });
      }}
    >
      <TextField
        label={words.statement}
        hint={words.statementHint}
        value={statement}
        onChange={setStatement}
        isRequired
      />
      <TextField
        type="number"
        label={words.confidence}
        hint={words.confidenceHint}
        value={stated}
        onChange={setStated}
      />
      <button type="submit" class="button primary">
        {words.run}
      </button>
    </form>
  );
}

function Asked({
  statement,
  confidence,
}: {
  readonly statement: string;
  readonly confidence: number | undefined;
}) {
  // An answer belongs to the time at which somebody asked: asking again by itself would count as asking twice.
  const found = useCall(
    "get-warnings",
    { statement, ...(confidence !== undefined && { confidence }) },
    { areas: [] },
  );
  return <Answer of={found}>{(report) => <WarningReport report={report} />}</Answer>;
}

/** Earlier questions, and what became of each. */
function GivenWarnings() {
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

const SEVERITY_TONES = { low: "", medium: "tag-weak", high: "tag-bad", critical: "tag-bad" } as const;

/** The warnings that an agent would get now. */
function WarningReport({ report }: { readonly report: GetWarningsResult }) {
  const { status, risk, domain, warnings } = report;
  return (
    <div class="warning-report" role="status">
      <p class="line-facts">
        <span class={`tag ${TONES[status]}`}>{words.statuses[status]}</span>
        <span class="number">{words.risk(percent(risk))}</span>
        <span>
          <Stored text={domain} />
        </span>
      </p>
      <p>{words.statusSentences[status]}</p>
      {warnings.length === 0 ? (
        <p class="faint">{words.noneFound}</p>
      ) : (
        <ul class="plain warning-list">
          {warnings.map((warning) => (
            <Warning key={`${warning.type} ${warning.message}`} warning={warning} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Warning({ warning }: { readonly warning: WarningResult }) {
  const { type, severity, message, evidence, recommendation, records, quotes } = warning;
  return (
    <li class="warning">
      <p class="line-facts">
        <span class={`tag ${SEVERITY_TONES[severity]}`}>{strings.skills.severities[severity]}</span>
        <span>{words.types[type]}</span>
      </p>
      <p>
        <WithIds text={message} />
      </p>
      {evidence === "" ? null : (
        <p class="faint">
          <WithIds text={evidence} />
        </p>
      )}
      {quotes.map(({ from, text }) => (
        <figure key={`${from} ${text}`} class="quoted">
          <blockquote>
            <StoredText text={text} />
          </blockquote>
          <figcaption>
            <Stored text={from} />
          </figcaption>
        </figure>
      ))}
      <p>
        <WithIds text={recommendation} />
      </p>
      {records.length > 0 ? (
        <div class="behind">
          <span class="faint">{words.records}</span>
          <DecisionIds ids={records} />
        </div>
      ) : null}
    </li>
  );
}
