import type { ResultOf } from "../../net/call.ts";
import { useCall } from "../../net/use-call.ts";
import { OutcomeMark, StandingMark } from "../../parts/marks.tsx";
import { Answer } from "../../parts/states.tsx";
import { Stored, StoredText } from "../../parts/stored-text.tsx";
import { When } from "../../parts/when.tsx";
import { href } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import type { Graph, Node } from "./graph-data.ts";
import { DecisionLink } from "./graph-list.tsx";
import { PendingCard } from "./pending-links.tsx";

const { graph: words } = strings;

/** The decision in the focus: what led to it, what came of it, and what it relates to. */
export function FocusPanel({
  id,
  node,
  graph,
  onClear,
}: {
  readonly id: string;
  readonly node: Node | undefined;
  readonly graph: Graph;
  readonly onClear: () => void;
}) {
  const called = useCall("causal-chain", { id });
  return (
    <section class="panel focus-panel" aria-labelledby="focus-title">
      <Answer of={called}>
        {(data) => (
          <>
            <h2 id="focus-title" aria-live="polite">
              <Stored text={data.decision.statement} />
            </h2>
            <p class="focus-marks">
              <StandingMark standing={data.decision.standing} />
              <OutcomeMark outcome={data.decision.outcome} />
              <span class="tag">{data.decision.domain}</span>
              <When at={data.decision.created_at} />
            </p>
            <p class="pending-acts">
              <a class="button primary" href={href(`/decisions/${id}`)}>
                {words.openDecision}
              </a>
              <button type="button" class="button" onClick={onClear}>
                {words.clearFocus}
              </button>
            </p>
            <Chain chain={data} />
          </>
        )}
      </Answer>
      {node ? <Relations node={node} graph={graph} /> : null}
    </section>
  );
}

function Chain({ chain }: { readonly chain: ResultOf<"causal-chain"> }) {
  const { steps, cut, decision } = chain;
  return (
    <>
      <h3>{words.chain}</h3>
      {steps.length <= 1 ? <p class="faint">{words.noChain}</p> : null}
      <ol class="causal-chain plain">
        {steps.map((step) => (
          <li key={step.decision.id} aria-current={step.decision.id === decision.id ? "true" : undefined}>
            {step.decision.id === decision.id ? (
              <Stored text={step.decision.statement} />
            ) : (
              <DecisionLink node={step.decision} />
            )}
            <span class="focus-marks">
              <OutcomeMark outcome={step.outcome?.status ?? null} />
              <When at={step.decision.created_at} />
            </span>
            {step.outcome?.lessons.map((lesson) => (
              <span key={lesson} class="chain-lesson">
                <StoredText text={lesson} />
              </span>
            ))}
            {step.taught ? (
              <span class="faint">
                {words.taught[step.taught.kind]} <Stored text={step.taught.name} />
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {cut ? <p class="faint">{words.chainCut}</p> : null}
    </>
  );
}

function Relations({ node, graph }: { readonly node: Node; readonly graph: Graph }) {
  const edges = graph.edgesOf[node.index] ?? [];
  const pending = graph.pending.filter(({ from, to }) => from === node || to === node);
  return (
    <>
      {edges.length > 0 ? (
        <>
          <h3>{words.related}</h3>
          <ul class="plain graph-relations">
            {edges.map((edge) => (
              <li key={`${edge.relation} ${edge.from.id} ${edge.to.id}`}>
                <span class="faint">
                  {edge.from === node
                    ? words.relationNames[edge.relation]
                    : words.relationBack[edge.relation]}
                </span>{" "}
                <DecisionLink node={edge.from === node ? edge.to : edge.from} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {pending.length > 0 ? (
        <>
          <h3>{words.waiting}</h3>
          {pending.map((one) => (
            <PendingCard key={one.link} pending={one} graph={graph} />
          ))}
        </>
      ) : null}
    </>
  );
}
