import type { AnomalyResult, WorthResult } from "../../../tools/page/today.ts";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";

const { today: words } = strings;

const NAMES = ["told", "warned", "heeded", "prevented"] as const;

/** What the memory was good for, as soon as it was good for anything. */
export function Worth({ worth }: { readonly worth: WorthResult }) {
  if (NAMES.every((name) => worth[name] === 0)) return null;
  return (
    <section class="worth" aria-label={words.worth(worth.days)}>
      <dl>
        {NAMES.map((name) => (
          <div key={name} title={words.worthTitles[name]}>
            <dt>{words.worthNames[name]}</dt>
            <dd class="number">{worth[name].toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <p class="faint small">{words.worth(worth.days)}</p>
    </section>
  );
}

/** What is unusual. Nobody is asked about it; the next step says what helps. */
export function Anomalies({ anomalies }: { readonly anomalies: readonly AnomalyResult[] }) {
  if (anomalies.length === 0) return null;
  return (
    <section class="panel anomalies">
      <h2>{words.anomalies}</h2>
      <ul class="plain">
        {anomalies.map(({ kind, domain, severity, what, next_step, decisions }) => (
          <li key={`${kind} ${domain ?? ""}`}>
            <p>
              <span class="tag tag-check">{severity}</span> {what}
            </p>
            <p class="faint small">{next_step}</p>
            {decisions.length > 0 ? (
              <details class="small">
                <summary>{words.concerned(decisions.length)}</summary>
                <ul class="plain">
                  {decisions.map((id) => (
                    <li key={id}>
                      <a href={href(`/decisions/${encodeURIComponent(id)}`)}>{id}</a>
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
