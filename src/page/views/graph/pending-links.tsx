import { changeQuery } from "../../route/address.ts";
import { strings } from "../../strings.ts";
import type { Graph } from "./graph-data.ts";
import { PendingCard } from "./pending-card.tsx";

const { graph: words } = strings;
const MOST = 10;

/** Those that wait, oldest first; each can be shown where it is. */
export function PendingLinks({ graph }: { readonly graph: Graph }) {
  const { pending } = graph;
  if (pending.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="pending-links">
      <h2 id="pending-links">{words.pendingTitle(pending.length)}</h2>
      <ul class="plain pending-list">
        {pending.slice(0, MOST).map((one) => (
          <li key={one.link}>
            <PendingCard pending={one} graph={graph} onShow={() => changeQuery({ link: one.link })} />
          </li>
        ))}
      </ul>
      {pending.length > MOST ? <p class="faint">{words.morePending(pending.length - MOST)}</p> : null}
    </section>
  );
}
