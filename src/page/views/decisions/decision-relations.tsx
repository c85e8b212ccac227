import type { DecisionRow } from "../../../tools/page/decision-results.ts";
import type { GetDecisionResult, LinkResult } from "../../../tools/page/get-decision.ts";
import { Stored } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";
import { DecisionLine } from "./decision-line.tsx";

const { decision: words } = strings;

/** What it replaced, what replaced it, what it is linked with and what resembles it. */
export function DecisionRelations({ decision }: { readonly decision: GetDecisionResult }) {
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
