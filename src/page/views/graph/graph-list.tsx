import { useState } from "preact/hooks";
import { OutcomeMark, StandingMark } from "../../parts/marks.tsx";
import { Stored } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href, useAddress } from "../../route/address.ts";
import { strings } from "../../strings.ts";
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

/** A decision by its statement; the link puts it into the focus and keeps what else is chosen. */
export function DecisionLink({
  node,
}: {
  readonly node: { readonly id: string; readonly statement: string };
}) {
  const { query } = useAddress();
  const kept = { domain: query.get("domain") ?? undefined, hide: query.get("hide") ?? undefined };
  return (
    <a href={href(`/graph/${node.id}`, kept)}>
      <Stored text={node.statement} />
    </a>
  );
}
