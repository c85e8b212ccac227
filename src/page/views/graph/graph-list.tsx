import { useState } from "preact/hooks";
import { OutcomeMark, StandingMark } from "../../parts/marks.tsx";
import { When } from "../../parts/when.tsx";
import { strings } from "../../strings.ts";
import { DecisionLink } from "./decision-link.tsx";
import type { Graph, Node } from "./graph-data.ts";

const { graph: words } = strings;
const PAGE = 50;

/** Everything that the picture shows, in words and links. It is written when somebody opens it, a part at a time. */
export function GraphList({ graph }: { readonly graph: Graph }) {
  const [isOpen, setOpen] = useState(false);
  const [most, setMost] = useState(PAGE);
  const newest = graph.nodes.toReversed();
  return (
    <details class="panel graph-list" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.asList(graph.nodes.length)}</summary>
      {isOpen ? (
        <>
          <ol class="plain">
            {newest.slice(0, most).map((node) => (
              <Entry key={node.id} node={node} graph={graph} />
            ))}
          </ol>
          {newest.length > most ? (
            <button type="button" class="button" onClick={() => setMost(most + PAGE)}>
              {words.more(Math.min(PAGE, newest.length - most))}
            </button>
          ) : null}
        </>
      ) : null}
    </details>
  );
}

function Entry({ node, graph }: { readonly node: Node; readonly graph: Graph }) {
  const edges = graph.edgesOf[node.index] ?? [];
  const pending = graph.pending.filter(({ from }) => from === node);
  return (
    <li>
      <DecisionLink node={node} />
      <span class="focus-marks">
        <StandingMark standing={node.standing} />
        <OutcomeMark outcome={node.outcome} />
        <span class="tag">{node.domain}</span>
        <When at={new Date(node.at).toISOString()} />
      </span>
      {edges.length + pending.length > 0 ? (
        <ul class="graph-relations">
          {edges.map((edge) => (
            <li key={`${edge.relation} ${edge.from.id} ${edge.to.id}`}>
              {edge.from === node ? words.relationNames[edge.relation] : words.relationBack[edge.relation]}{" "}
              <DecisionLink node={edge.from === node ? edge.to : edge.from} />
            </li>
          ))}
          {pending.map((one) => (
            <li key={one.link}>
              {words.waits}: {words.relationNames[one.relation]} <DecisionLink node={one.to} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}
