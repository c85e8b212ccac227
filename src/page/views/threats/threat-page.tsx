import type { GetThreatResult } from "../../../tools/page/threats.ts";
import { useCall } from "../../net/use-call.ts";
import { Fact, Facts } from "../../parts/facts.tsx";
import { Page } from "../../parts/page.tsx";
import { Prose } from "../../parts/prose.tsx";
import { Answer } from "../../parts/states.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { SeverityMark } from "./threat-line.tsx";
import { ThreatPrograms } from "./threat-programs.tsx";

const { threats: words } = strings;

/** One pattern whole. Its text comes with the program; none of it is stored. */
export function ThreatPage({ id }: { readonly id: string }) {
  const found = useCall("get-threat", { id }, { areas: [] });
  const { data } = found;
  return (
    <Page
      title={data?.name ?? strings.views.threats}
      lead={data?.threat}
      actions={
        <a class="button quiet" href={href("/threats")}>
          {words.back}
        </a>
      }
    >
      <Answer of={found}>{(threat) => <Whole threat={threat} />}</Answer>
    </Page>
  );
}

function Whole({ threat }: { readonly threat: GetThreatResult }) {
  return (
    <div class="stack">
      <div class="threat-columns">
        <div class="stack">
          <Section title={words.description} text={threat.description} />
          {threat.attack === null ? null : <Section title={words.attack} text={threat.attack} />}
          <Section title={words.misses} text={threat.misses} />
        </div>
        <div class="stack">
          <section class="panel">
            <Facts>
              <Fact name={words.severity}>
                <SeverityMark severity={threat.severity} />,{" "}
                {words.likelihood(words.likelihoods[threat.likelihood])}
              </Fact>
              <Fact name={words.question}>{threat.question}</Fact>
              <Fact name={words.comes}>{threat.comes}</Fact>
              <Fact name={words.weakness}>
                <ul class="plain">
                  {threat.weaknesses.map((weakness) => (
                    <li key={weakness.id}>
                      <a href={weakness.address} target="_blank" rel="noopener noreferrer">
                        {weakness.id}
                      </a>
                    </li>
                  ))}
                </ul>
              </Fact>
              {threat.owasp.length > 0 ? (
                <Fact name={words.risk}>
                  {threat.owasp.map((risk) => `${risk.id} ${risk.name}`).join(", ")}
                </Fact>
              ) : null}
            </Facts>
          </section>
          <section class="panel advice">
            <h2>{words.check}</h2>
            <p>{threat.check}</p>
            <h2>{words.fix}</h2>
            <p>{threat.fix}</p>
          </section>
        </div>
      </div>
      {threat.mitigations.length > 0 ? <Helps mitigations={threat.mitigations} /> : null}
      <ThreatPrograms code={threat.code} />
      {threat.related.length > 0 ? (
        <section class="panel">
          <h2>{words.related}</h2>
          <ul class="plain related">
            {threat.related.map(({ id, name }) => (
              <li key={id}>
                <a href={href(`/threats/${encodeURIComponent(id)}`)}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function Section({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      <Prose text={text} />
    </section>
  );
}

function Helps({ mitigations }: Pick<GetThreatResult, "mitigations">) {
  return (
    <section class="panel">
      <h2>{words.helps}</h2>
      <ol class="mitigations">
        {mitigations.map((step) => (
          <li key={step.do}>
            <p>
              {step.do} <span class="tag">{words.effort(step.effort)}</span>
            </p>
            <p class="faint">{step.tradeoff}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
