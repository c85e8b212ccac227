import type { GetThreatResult, ThreatCode } from "../../../tools/page/threats.ts";
import { useCall } from "../../net/use-call.ts";
import { SelectField } from "../../parts/field.tsx";
import { Fact, Facts } from "../../parts/figures.tsx";
import { Page } from "../../parts/page.tsx";
import { Scrolling } from "../../parts/scrolling.tsx";
import { Answer } from "../../parts/states.tsx";
import { changeQuery, href, useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { SeverityMark } from "./threat-list.tsx";

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

/** The programs with the flaw and without it, for one stack at a time. */
function ThreatPrograms({ code }: { readonly code: readonly ThreatCode[] }) {
  const { query } = useAddress();
  const shown = code.find(({ framework }) => framework === query.get("stack")) ?? code[0];
  if (!shown) {
    return (
      <section class="panel">
        <h2>{words.code}</h2>
        <p class="faint">{words.codeNone}</p>
      </section>
    );
  }
  const { framework, notes, vulnerable, fixed, test } = shown;
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.code}</h2>
        {code.length > 1 ? (
          <SelectField
            label={words.codeFor}
            value={framework}
            choices={code.map((one) => ({
              value: one.framework,
              label: `${one.framework} (${one.language})`,
            }))}
            onChange={(stack) => changeQuery({ stack }, true)}
          />
        ) : null}
      </div>
      {notes === null ? null : <Prose text={notes} />}
      <div class="programs">
        <Program title={words.vulnerable(framework)} text={vulnerable} other={fixed} tone="bad" />
        <Program title={words.fixed(framework)} text={fixed} other={vulnerable} tone="good" />
        {test === null ? null : <Program title={words.test(framework)} text={test} />}
      </div>
      <p class="hint">{words.only}</p>
    </section>
  );
}

/** A program. The lines that the other one does not have are marked. */
function Program({
  title,
  text,
  other,
  tone,
}: {
  readonly title: string;
  readonly text: string;
  readonly other?: string;
  readonly tone?: "good" | "bad";
}) {
  const known = other === undefined ? undefined : new Set(other.split("\n").map((line) => line.trim()));
  return (
    <figure class="program">
      <figcaption>{title}</figcaption>
      <Scrolling label={title}>
        <code>
          {text
            .trimEnd()
            .split("\n")
            .map((line, i) => (
              <span
                key={i}
                class={
                  known && line.trim() !== "" && !known.has(line.trim())
                    ? `code-line code-${tone}`
                    : "code-line"
                }
              >
                {`${line}\n`}
              </span>
            ))}
        </code>
      </Scrolling>
    </figure>
  );
}

const ITEM = /^\s*(?:\d+\.|[-*])\s/;

/** A text of the program in paragraphs: its lines are joined, but for those of a list, and `code` is code. */
function Prose({ text }: { readonly text: string }) {
  return (
    <div class="prose">
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph, i) => (
          <p key={i} class="lines">
            {joined(paragraph)
              .split("`")
              .map((part, n) => (n % 2 === 1 ? <code key={n}>{part}</code> : part))}
          </p>
        ))}
    </div>
  );
}

const joined = (paragraph: string): string =>
  paragraph
    .split("\n")
    .reduce((text, line) => (ITEM.test(line) ? `${text}\n${line.trim()}` : `${text} ${line.trim()}`), "")
    .trim();
