import { SelectField } from "../../parts/field.tsx";
import { changeQuery } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import { LINES, RELATIONS } from "./appearance.ts";
import type { Graph } from "./graph-data.ts";

const { graph: words } = strings;

/** The controls choose what is shown: one domain or all, and which relations. */
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

const STANDINGS = ["active", "superseded", "deprecated", "draft"] as const;
const OUTCOMES = ["success", "partial", "failure", "none"] as const;

/** Explains in words what shapes, colours and lines mean. */
export function GraphLegend() {
  return (
    <section class="panel graph-legend" aria-labelledby="graph-legend">
      <h2 id="graph-legend">{words.legend}</h2>
      <h3>{words.shapeIs}</h3>
      <ul class="plain">
        {STANDINGS.map((standing) => (
          <li key={standing}>
            <svg width="18" height="18" aria-hidden="true">
              <Shape standing={standing} />
            </svg>
            {strings.standings[standing]}
          </li>
        ))}
      </ul>
      <h3>{words.colourIs}</h3>
      <ul class="plain">
        {OUTCOMES.map((outcome) => (
          <li key={outcome}>
            <svg width="18" height="18" aria-hidden="true">
              <circle class={`key-outcome key-${outcome}`} cx="9" cy="9" r="6" />
            </svg>
            {strings.outcomes[outcome]}
          </li>
        ))}
      </ul>
      <h3>{words.lineIs}</h3>
      <ul class="plain">
        {[...RELATIONS, "pending" as const].map((relation) => (
          <li key={relation}>
            <svg width="34" height="12" aria-hidden="true">
              <line
                class={`legend-line legend-line-${LINES[relation].colour}`}
                x1="1"
                x2="33"
                y1="6"
                y2="6"
                stroke-width={LINES[relation].width}
                stroke-dasharray={LINES[relation].dash.join(" ")}
              />
            </svg>
            {relation === "pending" ? words.waits : words.relationNames[relation]}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Shape({ standing }: { readonly standing: (typeof STANDINGS)[number] }) {
  switch (standing) {
    case "superseded":
      return <path class="key-shape hollow" d="M9,2L16,9L9,16L2,9Z" />;
    case "deprecated":
      return <rect class="key-shape hollow" x="3.5" y="3.5" width="11" height="11" />;
    case "draft":
      return <path class="key-shape" d="M9,2L16,15L2,15Z" />;
    default:
      return <circle class="key-shape" cx="9" cy="9" r="6" />;
  }
}
