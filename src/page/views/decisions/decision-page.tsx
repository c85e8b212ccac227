import type { ComponentChildren } from "preact";
import type { DecisionRow } from "../../../tools/page/decision-results.ts";
import type { GetDecisionResult, LinkResult } from "../../../tools/page/get-decision.ts";
import { mayWrite, useSession } from "../../net/session.ts";
import { useCall } from "../../net/use-call.ts";
import { Confidence, OutcomeMark, percent, StandingMark } from "../../parts/marks.tsx";
import { Page } from "../../parts/page.tsx";
import { Answer } from "../../parts/states.tsx";
import { Stored, StoredText } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { DecisionActions } from "./decision-actions.tsx";
import { DecisionHistory } from "./decision-history.tsx";
import { DecisionLine } from "./decision-line.tsx";

const { decision: words } = strings;

export function DecisionPage({ id }: { readonly id: string }) {
  const read = useCall("get-decision", { id });
  return (
    <>
      <p class="way-back">
        <a href={href("/decisions")}>{strings.views.decisions}</a>
      </p>
      {read.data ? null : (
        <Page title={words.title} heading={id}>
          {null}
        </Page>
      )}
      <Answer of={read}>{(decision) => <WholeDecision decision={decision} />}</Answer>
    </>
  );
}

function WholeDecision({ decision }: { readonly decision: GetDecisionResult }) {
  const session = useSession();
  return (
    <Page
      title={decision.statement}
      heading={<Stored text={decision.statement} />}
      lead={<Lead decision={decision} />}
      actions={mayWrite(session) ? <DecisionActions decision={decision} /> : null}
    >
      <Warnings decision={decision} />
      <div class="decision">
        <div class="decision-main">
          <DecisionWords decision={decision} />
          <DecisionRelations decision={decision} />
          <DecisionHistory decision={decision} />
        </div>
        <DecisionFacts decision={decision} />
      </div>
    </Page>
  );
}

function Lead({
  decision: { standing, outcome, author, created_at },
}: {
  readonly decision: GetDecisionResult;
}) {
  return (
    <span class="line-facts">
      <StandingMark standing={standing} />
      <OutcomeMark outcome={outcome} />
      <span>
        <Stored text={strings.decisions.by(author)} />
      </span>
      <When at={created_at} />
    </span>
  );
}

/** Reasons not to rely on it. */
function Warnings({ decision: { check_again, antipatterns } }: { readonly decision: GetDecisionResult }) {
  if (check_again.length === 0 && antipatterns.length === 0) return null;
  return (
    <ul class="notice notice-check plain">
      {check_again.map(({ sentence, about }) => (
        <li key={sentence}>
          {words.checkAgain(sentence)} {about === null ? null : <Stored text={`“${about}”`} />}
        </li>
      ))}
      {antipatterns.map((name) => (
        <li key={name}>{words.resembles(name)}</li>
      ))}
    </ul>
  );
}

/** The words of the decision: what was decided and why. */
function DecisionWords({ decision }: { readonly decision: GetDecisionResult }) {
  const { reasoning, assumptions } = decision;
  return (
    <section class="panel words">
      <h2>{words.why}</h2>
      {reasoning === null ? <p class="faint">{words.noReason}</p> : <StoredText text={reasoning} />}
      <List title={words.alternatives} items={decision.alternatives} />
      {assumptions.length === 0 ? null : (
        <>
          <h3>{words.assumptions}</h3>
          <ul>
            {assumptions.map(({ id, text, state }) => (
              <li key={id}>
                <Stored text={text} />{" "}
                <span class={state === "holds" ? "tag" : "tag tag-check"}>
                  {words.assumptionStates[state]}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <List title={words.risks} items={decision.risks} />
      <List title={words.consequences} items={decision.consequences} />
      <List title={words.questions} items={decision.questions} />
      <List title={words.notes} items={decision.notes.map(({ text }) => text)} />
      {decision.source === null ? null : (
        <details>
          <summary>{words.source}</summary>
          <blockquote>
            <StoredText text={decision.source} />
          </blockquote>
        </details>
      )}
    </section>
  );
}

function List({ title, items }: { readonly title: string; readonly items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {items.map((item, i) => (
          <li key={i}>
            <StoredText text={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Beside the words: what can be said in a line each. */
function DecisionFacts({ decision }: { readonly decision: GetDecisionResult }) {
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

/** The decisions that it replaced, that replaced it, that it is linked with and that resemble it. */
function DecisionRelations({ decision }: { readonly decision: GetDecisionResult }) {
  const { replaced, replaced_by, duplicates, links } = decision;
  const linked = links.filter(({ relation }) => relation !== "supersedes");
  const known = [...replaced, ...replaced_by, ...duplicates, ...linked.map(({ other }) => other)];
  const similar = decision.similar.filter(({ id }) => !known.some((one) => one.id === id));
  return (
    <section class="panel relations">
      <h2>{words.others}</h2>
      {known.length + similar.length === 0 ? <p class="faint">{words.noOthers}</p> : null}
      <Rows title={words.replacedBy} rows={replaced_by} />
      <Rows title={words.replaced} rows={replaced} />
      <Rows title={words.duplicates} rows={duplicates} />
      {linked.length === 0 ? null : (
        <>
          <h3>{words.links}</h3>
          <ul class="plain">
            {linked.map((link) => (
              <li key={link.id} class="row">
                <p class="relation">
                  <span class="tag">{relationWords(link, decision.id)}</span> <Stored text={link.reason} />
                </p>
                <DecisionLine decision={link.other} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Rows title={words.similar} rows={similar} />
    </section>
  );
}

const relationWords = ({ relation, from }: LinkResult, id: string): string =>
  words.relations[relation][from === id ? "from" : "to"];

function Rows({ title, rows }: { readonly title: string; readonly rows: readonly DecisionRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul class="plain">
        {rows.map((row) => (
          <li key={row.id} class="row">
            <DecisionLine decision={row} />
          </li>
        ))}
      </ul>
    </>
  );
}
