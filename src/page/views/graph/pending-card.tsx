import { useState } from "preact/hooks";
import { mayWrite, useSession } from "../../net/use-session.ts";
import { StoredText } from "../../parts/stored-text.tsx";
import { useAct } from "../../shell/use-act.ts";
import { strings } from "../../strings.ts";
import { DecisionLink } from "./decision-link.tsx";
import type { PendingLink } from "./graph-data.ts";

const { graph: words } = strings;

/** A link that waits, with what a person can say about it. */
export function PendingCard({
  pending,
  onClose,
  onShow,
}: {
  readonly pending: PendingLink;
  readonly onClose?: () => void;
  readonly onShow?: () => void;
}) {
  const { from, to, relation, reason, link } = pending;
  const session = useSession();
  const { act, isBusy, failure } = useAct();
  const [isConflicting, setConflicting] = useState(false);
  const project = { project: from.project };
  const approve = async (despite: boolean) => {
    const done = await act("approve-link", { id: link, despite_conflicts: despite }, project);
    if (!done) setConflicting(true);
    else onClose?.();
  };
  const reject = async () => {
    if (await act("reject-link", { id: link }, project)) onClose?.();
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
      {failure ? (
        <p class="notice notice-problem" role="alert">
          {failure.message} {failure.hint}
        </p>
      ) : null}
      {mayWrite(session) ? (
        <p class="pending-acts">
          {isConflicting && failure?.status === 409 ? (
            <button type="button" class="button primary" disabled={isBusy} onClick={() => void approve(true)}>
              {words.approveAnyway}
            </button>
          ) : (
            <button type="button" class="button" disabled={isBusy} onClick={() => void approve(false)}>
              {words.approve}
            </button>
          )}
          <button type="button" class="button" disabled={isBusy} onClick={() => void reject()}>
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
