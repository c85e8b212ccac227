import { SelectField } from "../../parts/field.tsx";
import { changeQuery } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { RELATIONS } from "./appearance.ts";
import type { Graph } from "./graph-data.ts";

const { graph: words } = strings;

/** What is shown: one domain or all, and which relations. */
export function GraphControls({
  domains,
  domain,
  hidden,
  graph,
  total,
}: {
  readonly domains: readonly string[];
  readonly domain: string;
  readonly hidden: string;
  readonly graph: Graph;
  readonly total: number;
}) {
  const hiddenOnes = hidden.split(",").filter(Boolean);
  const known = domain === "" || domains.includes(domain) ? domains : [...domains, domain];
  return (
    <search class="graph-controls">
      <SelectField
        label={words.domain}
        value={domain}
        choices={[
          { value: "", label: words.allDomains },
          ...known.map((name) => ({ value: name, label: name })),
        ]}
        onChange={(value) => changeQuery({ domain: value })}
      />
      <fieldset class="field">
        <legend>{words.relations}</legend>
        <div class="radios">
          {RELATIONS.map((relation) => (
            <label key={relation}>
              <input
                type="checkbox"
                checked={!hiddenOnes.includes(relation)}
                onChange={(event) => {
                  const others = hiddenOnes.filter((one) => one !== relation);
                  changeQuery({
                    hide: [...others, ...(event.currentTarget.checked ? [] : [relation])].join(","),
                  });
                }}
              />
              {words.relationNames[relation]}
            </label>
          ))}
        </div>
      </fieldset>
      <p class="faint graph-count" role="status">
        {words.shown(graph.nodes.length, graph.edges.length)}{" "}
        {graph.nodes.length < total && domain === "" ? words.leftOut(total - graph.nodes.length) : null}
      </p>
    </search>
  );
}
