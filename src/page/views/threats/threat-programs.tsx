import type { ThreatCode } from "../../../tools/page/threats.ts";
import { SelectField } from "../../parts/field.tsx";
import { Prose } from "../../parts/prose.tsx";
import { Scrolling } from "../../parts/scrolling.tsx";
import { changeQuery, useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";

const { threats: words } = strings;

/** The programs with the flaw and without it, for one stack at a time. */
export function ThreatPrograms({ code }: { readonly code: readonly ThreatCode[] }) {
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
