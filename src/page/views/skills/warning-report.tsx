import type { GetWarningsResult, WarningResult } from "../../../tools/page/warnings.ts";
import { DecisionIds } from "../../parts/decision-ids.tsx";
import { percent } from "../../parts/marks.tsx";
import { Stored, StoredText } from "../../parts/stored-text.tsx";
import { WithIds } from "../../parts/with-ids.tsx";
import { strings } from "../../strings.ts";

const { warnings: words } = strings;
const TONES = { clear: "tag-strong", caution: "tag-weak", block: "tag-bad" } as const;
const SEVERITY_TONES = { low: "", medium: "tag-weak", high: "tag-bad", critical: "tag-bad" } as const;

/** What an agent would be told now. */
export function WarningReport({ report }: { readonly report: GetWarningsResult }) {
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
