import type { GetDecisionResult } from "../../../tools/page/get-decision.ts";
import { Stored, StoredText } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";

const { decision: words } = strings;

/** What was decided and why. */
export function DecisionWords({ decision }: { readonly decision: GetDecisionResult }) {
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
