import { mayWrite, useSession } from "../../net/use-session.ts";
import { StoredText } from "../../parts/stored-text.tsx";
import { strings } from "../../strings.ts";
import { answerLink, conflictsOf } from "./answer-link.ts";
import { DecisionLink } from "./decision-link.tsx";
import type { Graph, PendingLink } from "./graph-data.ts";

const { graph: words } = strings;

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
