import type { ComponentChildren } from "preact";
import type { GetDecisionResult } from "../../../tools/page/get-decision.ts";
import { Confidence, percent } from "../../parts/marks.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";

const { decision: words } = strings;

/** Beside the words: what can be said in a line each. */
export function DecisionFacts({ decision }: { readonly decision: GetDecisionResult }) {
  const { captured_in: captured } = decision;
  return (
    <aside class="panel facts" aria-label={words.facts}>
      <dl>
        <Fact name={words.id}>
          <code>{decision.id}</code>
        </Fact>
        <Fact name={strings.shell.project}>
          <Stored text={decision.project} />
        </Fact>
        <Fact name={strings.decisions.domain}>
          <a href={href("/decisions", { domain: decision.domain })}>
            <Stored text={decision.domain} />
          </a>
        </Fact>
        {decision.topic_stated ? (
          <Fact name={words.topic}>
            <Stored text={decision.topic} />
          </Fact>
        ) : null}
        <Fact name={strings.decisions.author}>
          <Stored text={strings.decisions.by(decision.author)} />
        </Fact>
        <Fact name={words.made}>
          <When at={decision.created_at} />
        </Fact>
        {decision.due_at !== null && decision.outcome === null ? (
          <Fact name={words.due}>
            <When at={decision.due_at} />
          </Fact>
        ) : null}
        <Fact name={words.confidence}>
          <Confidence value={decision.confidence_stated ? decision.confidence : null} />
        </Fact>
        {decision.outcome === null ? (
          <Fact name={words.estimate}>
            <span class="number" title={words.estimateTitle}>
              {percent(decision.estimated_success)}
            </span>
          </Fact>
        ) : null}
        {decision.risk_level === null ? null : (
          <Fact name={words.riskLevel}>{words.riskLevels[decision.risk_level]}</Fact>
        )}
        {decision.linked_pr === null ? null : (
          <Fact name={words.pullRequest}>
            <Stored text={decision.linked_pr} />
          </Fact>
        )}
        {decision.linked_commit === null ? null : (
          <Fact name={words.commit}>
            <Stored text={decision.linked_commit} />
          </Fact>
        )}
        {decision.evidence.length === 0 ? null : (
          <Fact name={words.evidence}>
            {decision.evidence.map(({ kind, ref }) => (
              <span class="fact-line" key={`${kind} ${ref}`}>
                {kind} <Stored text={ref} />
              </span>
            ))}
          </Fact>
        )}
        {decision.anchors.length === 0 ? null : (
          <Fact name={words.places}>
            {decision.anchors.map((anchor) => (
              <span class="fact-line" key={`${anchor.path} ${anchor.symbol ?? ""}`}>
                <Stored
                  text={[anchor.path, ...(anchor.symbol === undefined ? [] : [anchor.symbol])].join(" ")}
                />{" "}
                {anchor.state ? <span class="tag">{anchor.state}</span> : null}
              </span>
            ))}
          </Fact>
        )}
        {captured === null ? null : (
          <Fact name={words.capturedIn}>
            <Stored
              text={[captured.client, ...(captured.branch === null ? [] : [captured.branch])].join(", ")}
            />
          </Fact>
        )}
        {decision.aliases.length === 0 ? null : (
          <Fact name={words.aliases}>
            <Stored text={decision.aliases.join(", ")} />
          </Fact>
        )}
      </dl>
    </aside>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
