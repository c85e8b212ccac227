import { call } from "../../net/call.ts";
import { mayWrite, useSession } from "../../net/session.ts";
import { asFailure } from "../../net/use-call.ts";
import { StoredText } from "../../parts/stored-text.tsx";
import { changeQuery } from "../../route/address.ts";
import { say } from "../../shell/toasts.tsx";
import { createStore } from "../../state/store.ts";
import { strings } from "../../strings.ts";
import type { Edge, Graph, PendingLink } from "./graph-data.ts";
import { DecisionLink } from "./graph-list.tsx";

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

/** A link that waits, with what a person can say about it. */
export function PendingCard({
  pending,
  graph,
  onClose,
  onShow,
}: {
  readonly pending: PendingLink;
  readonly graph: Graph;
  readonly onClose?: () => void;
  readonly onShow?: () => void;
}) {
  const { from, to, relation, reason } = pending;
  const session = useSession();
  const conflicts = conflictsOf(pending, graph);
  const answer = (verdict: "approve" | "reject") => {
    answerLink(pending, verdict, conflicts.length > 0);
    onClose?.();
  };
  return (
    <article class="pending-card" aria-label={words.waits}>
      <p class="pending-ends">
        <DecisionLink node={from} /> <strong>{words.relationNames[relation]}</strong>{" "}
        <DecisionLink node={to} />
      </p>
      {reason ? (
        <p class="faint">
          <StoredText text={reason} />
        </p>
      ) : null}
      {conflicts.map((edge) => (
        <p key={edge.relation} class="notice">
          {words.inForce} <DecisionLink node={edge.from} /> {words.relationNames[edge.relation]}{" "}
          <DecisionLink node={edge.to} />
        </p>
      ))}
      {mayWrite(session) ? (
        <p class="pending-acts">
          <button type="button" class="button" onClick={() => answer("approve")}>
            {conflicts.length > 0 ? words.approveAnyway : words.approve}
          </button>
          <button type="button" class="button" onClick={() => answer("reject")}>
            {words.reject}
          </button>
          {onShow ? (
            <button type="button" class="button quiet" onClick={onShow}>
              {words.showIt}
            </button>
          ) : null}
          {onClose ? (
            <button type="button" class="button quiet" onClick={onClose}>
              {strings.shell.close}
            </button>
          ) : null}
        </p>
      ) : (
        <p class="faint">{words.onlyReading}</p>
      )}
    </article>
  );
}

/** The links that were answered here and may still be in the last answer of the server. */
export const answeredLinks = createStore<ReadonlySet<string>>(new Set());

const hide = (link: string): void => answeredLinks.set(new Set([...answeredLinks.get(), link]));
const show = (link: string): void =>
  answeredLinks.set(new Set([...answeredLinks.get()].filter((one) => one !== link)));

/** Sent when the time to take it back is over, because the memory cannot take it back. */
function answerLink(pending: PendingLink, verdict: "approve" | "reject", hasConflicts: boolean): void {
  const { link, from } = pending;
  const options = { project: from.project, isLast: true };
  const send = async (): Promise<void> => {
    try {
      if (verdict === "reject") await call("reject-link", { id: link }, options);
      else await call("approve-link", { id: link, despite_conflicts: hasConflicts }, options);
    } catch (error) {
      const { message, hint } = asFailure(error);
      say([message, hint ?? ""].join(" "), { tone: "problem" });
      show(link);
    }
  };
  hide(link);
  say(verdict === "approve" ? words.approved : words.rejected, {
    undo: () => show(link),
    onEnd: () => void send(),
  });
}

const AGREEING: ReadonlySet<string> = new Set(["refines", "depends_on"]);
const NO_LINKS: ReadonlySet<string> = new Set(["prevented", "learned_from"]);

/** Links in force between the same two decisions that say something else. */
function conflictsOf({ from, to, relation }: PendingLink, { edgesOf }: Graph): readonly Edge[] {
  return (edgesOf[from.index] ?? []).filter((edge) => {
    if (edge.from !== to && edge.to !== to) return false;
    if (NO_LINKS.has(edge.relation)) return false;
    return !(edge.relation !== relation && AGREEING.has(edge.relation) && AGREEING.has(relation));
  });
}
